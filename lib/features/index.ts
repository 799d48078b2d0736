import type { FeatureName, Features } from '../list/index.js';
import { aggregates } from './aggregates/index.js';
import { deleted } from './deleted/index.js';
import { facets } from './facets/index.js';
import { fields } from './fields/index.js';
import { populate } from './populate/index.js';
import { search } from './search/index.js';

export { flat } from './flat/index.js';

/** The parameters that features read, in the order of reading and printing. */
export const features: Features = { search, facets, aggregates, fields, populate, deleted };

/** Those that add to an answer, in the order of their statements. */
export const answering: readonly FeatureName[] = ['fields', 'populate', 'aggregates', 'facets'];
