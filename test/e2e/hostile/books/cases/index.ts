import type { HostileClass } from '../../case.js';
import * as aggregates from './aggregates.js';
import * as deleted from './deleted.js';
import * as facets from './facets.js';
import * as fields from './fields.js';
import * as named from './named.js';
import * as related from './related-aggregates.js';
import * as search from './search.js';

/** Every class of hostile requests for books. */
export const booksCorpus: readonly HostileClass[] = [
  search,
  facets,
  aggregates,
  related,
  named,
  fields,
  deleted,
].flatMap((table) => Object.values(table));
