import type { Question } from '../question.js';
import { counts } from './counts.js';
import { dates } from './dates.js';
import { existence } from './existence.js';
import { groups } from './groups.js';
import { keys } from './keys.js';
import { negation, nulls } from './negation.js';
import { differentObjects, oneObjectIsOneRow } from './one-row.js';
import { quantifiers } from './quantifiers.js';
import { relationPaths } from './relation-paths.js';
import { slices } from './slices.js';
import { nullPlacements, sorts } from './sorts.js';
import { texts, values } from './values.js';

/** Every question, by area. */
export const questionTables = {
  'relation paths': relationPaths,
  'one object is one row': oneObjectIsOneRow,
  'different objects, different rows': differentObjects,
  groups,
  quantifiers,
  existence,
  counts,
  keys,
  negation,
  NULL: nulls,
  values,
  text: texts,
  dates,
  sorts,
  'where NULL stands': nullPlacements,
  slices,
} as const satisfies Record<string, readonly Question[]>;

export type Area = keyof typeof questionTables;
