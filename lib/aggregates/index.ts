export { aggregatesOf } from './declared-aggregates.js';
export { namedAggregates } from './named-aggregates.js';
export { readAggregates } from './read-aggregates.js';
