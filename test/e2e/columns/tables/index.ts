import type { Question } from '../question.js';
import { documents } from './documents.js';
import { jsonColumns, jsonPaths } from './json-lists.js';
import { arrays, delimited } from './lists.js';
import { behindManyToMany } from './many-to-many.js';
import { pathKinds } from './path-kinds.js';
import { pathNumbers } from './path-numbers.js';
import { pathTexts } from './path-texts.js';
import { sortsByPaths } from './sorts-by-paths.js';
import { sorts } from './sorts.js';
import { behindToMany } from './to-many.js';
import { behindToOne } from './to-one.js';
import { virtualColumns } from './virtual.js';

/** Every question, by area. */
export const questionTables: Readonly<Record<string, readonly Question[]>> = {
  'lists of text': arrays,
  'lists in text with commas': delimited,
  'lists in JSON columns': jsonColumns,
  'lists in documents': jsonPaths,
  'text in documents': pathTexts,
  'numbers in documents': pathNumbers,
  'booleans, dates and uuids in documents': pathKinds,
  'documents and groups': documents,
  'virtual columns': virtualColumns,
  'behind to-many relations': behindToMany,
  'behind to-one relations': behindToOne,
  'behind many-to-many relations': behindManyToMany,
  'sorts by paths': sortsByPaths,
  sorts,
};
