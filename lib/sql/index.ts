export { addOrder, addWhere } from './builder.js';
export { compile } from './compile.js';
export type { SqlChanges, SqlPlan } from './compile.js';
export type { NullsDefault, OrderKey } from './order-key.js';
export type { Statement } from './statement.js';
export {
  clausesOf,
  copyOf,
  countOfFrom,
  dataSourceOf,
  distinctOnOf,
  entityMetadataOf,
  hasGroups,
  hasHaving,
  hasOrder,
  hasSlice,
  hasWhere,
  ignoresEntityOrder,
  includesDeleted,
  isDistinct,
  joinsOf,
  namesOfJoin,
  ordersOf,
  queryRunnerOf,
  removeJoins,
  selectBeside,
  selectionsOf,
  sideCopyOf,
} from './typeorm.js';
export type { BuilderJoin } from './typeorm.js';
