import type { Question } from '../question.js';
import { builders } from './builders.js';
import { kinds } from './kinds.js';
import { lists } from './lists.js';
import { own } from './own.js';
import { related } from './related.js';
import { searches } from './searches.js';

/** All questions, by the point that they are about. */
export const questionTables: Readonly<Record<string, readonly Question[]>> = {
  'values of each kind': kinds,
  'lists and documents': lists,
  'through relations': related,
  'a condition of its own': own,
  'type-ahead': searches,
  'builders of the host': builders,
};
