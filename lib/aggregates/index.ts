export { aggregatesOf, namedAggregates } from './declared-aggregates.js';
export { readAggregates } from './read-aggregates.js';
