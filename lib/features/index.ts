import type { Features } from '../list/index.js';
import { aggregates } from './aggregates/index.js';
import { deleted } from './deleted/index.js';
import { facets } from './facets/index.js';
import { fields } from './fields/index.js';
import { populate } from './populate/index.js';
import { search } from './search/index.js';

/** The parameters that features read, in the order of reading and printing. */
export const features: Features = { search, facets, aggregates, fields, populate, deleted };
