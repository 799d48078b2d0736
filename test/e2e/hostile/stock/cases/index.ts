import type { HostileClass } from '../../case.js';
import * as columns from './columns.js';
import * as documents from './documents.js';
import * as elements from './elements.js';
import * as paths from './paths.js';

/** Every class of hostile requests for wares. */
export const stockCorpus: readonly HostileClass[] = [paths, elements, documents, columns].flatMap((table) =>
  Object.values(table),
);
