export { boundValue } from './binding.js';
export { addOrder, addWhere, dataSourceOf, selectedBy, write } from './builder.js';
export type { SqlChanges, SqlPlan } from './builder.js';
export { junction } from './junction.js';
export type { NullsDefault, OrderKey } from './order.js';
export type { Statement } from './statement.js';
