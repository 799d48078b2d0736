export { boundValue, valuesFrom } from './binding.js';
export { addJoins, addOrder, addPlainOrder, addSelections, addWhere } from './builder.js';
export {
  additionTo,
  additionIn,
  noAddition,
  withAddition,
  withOwnStatement,
  changesFrom,
  changesTemplate,
} from './changes.js';
export type { Addition, ChangesTemplate, SqlChanges, SqlPlan } from './changes.js';
export { structureOf, operandsText } from './plan-structure.js';
export type { StructuredPlan } from './plan-structure.js';
export { compileComparison } from './conditions/comparison.js';
export { checkEntity, compile, keySubquery, statementFacts, valueSql, pathRows } from './compile.js';
export type { PathRows } from './compile.js';
export { orderSql } from './order.js';
export type { NullsDefault, OrderKey } from './order.js';
export { ownColumnsOf, tieSql } from './conditions/related-rows.js';
export { comparesForeignKey } from './conditions/related.js';
export { limitSql } from './statement.js';
export type { Binder, RelatedShape, Statement } from './statement.js';
