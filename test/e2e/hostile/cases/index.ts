import type { HostileClass } from '../case.js';
import * as answers from './answers.js';
import * as encodings from './encodings.js';
import * as hiddenNames from './hidden-names.js';
import * as injections from './injections.js';
import * as keys from './keys.js';
import * as limits from './limits.js';
import * as members from './members.js';
import * as names from './names.js';
import * as numbers from './numbers.js';
import * as operators from './operators.js';
import * as prototypes from './prototypes.js';
import * as scopes from './scopes.js';
import * as shapes from './shapes.js';
import * as slices from './slices.js';
import * as sorts from './sorts.js';
import * as spending from './spending.js';
import * as texts from './texts.js';
import * as times from './times.js';
import * as twins from './twins.js';

/** The whole corpus: every class of every table. */
export const corpus: readonly HostileClass[] = [
  hiddenNames,
  twins,
  names,
  operators,
  prototypes,
  shapes,
  sorts,
  numbers,
  times,
  members,
  texts,
  encodings,
  injections,
  limits,
  spending,
  slices,
  scopes,
  keys,
  answers,
].flatMap((table) => Object.values(table));
