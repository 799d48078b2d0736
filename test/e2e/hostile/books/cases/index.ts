import type { HostileClass } from '../../case.js';
import * as facets from './facets.js';
import * as fields from './fields.js';
import * as search from './search.js';

/** Every class of hostile requests for books. */
export const booksCorpus: readonly HostileClass[] = [search, facets, fields].flatMap((table) => Object.values(table));
