export { boundValue } from './binding.js';
export { addOrder, addPlainOrder, addWhere } from './builder.js';
export { AdditionBinder, additionIn, noAddition, withAddition, withOwnStatement } from './addition.js';
export type { Addition } from './addition.js';
export { changesFrom, changesTemplate, isForLengths } from './changes-template.js';
export { structureOf } from './plan-structure.js';
export type { Structure, StructuredPlan } from './plan-structure.js';
export { operandsText } from './structure.js';
export type { Operands } from './structure.js';
export { ComparisonCompiler } from './comparison.js';
export { columnNameOf } from './typeorm-column-names.js';
export { checkEntity, compile, keySubquery, statementFacts } from './compile.js';
export type { ChangesTemplate, SqlChanges, SqlPlan } from './changes.js';
export type { NullsDefault, OrderKey } from './order-key.js';
export { pathRows } from './path-rows.js';
export type { PathRows } from './path-rows.js';
export { comparesForeignKey } from './keys.js';
export type { Binder } from './binder.js';
export type { RelatedShape } from './statement-facts.js';
export { valuesFrom } from './statement-template.js';
export { copyOf, onRunner, selectBeside, sideCopyOf } from './typeorm-copies.js';
export {
  clausesOf,
  conditionsText,
  countOfFrom,
  dataSourceOf,
  distinctOnOf,
  driverOf,
  entityMetadataOf,
  hasGroups,
  hasHaving,
  hasOrder,
  hasSlice,
  hasWhere,
  ignoresEntityOrder,
  includesDeleted,
  isDistinct,
  isReadAlike,
  joinsOf,
  namesOfJoin,
  ordersOf,
  parameterNamesOf,
  queryRunnerOf,
  removeJoins,
  selectionsOf,
} from './typeorm.js';
export type { BuilderJoin } from './typeorm.js';
export { entityText, fingerprintOf, fingerprintOnce, part } from './typeorm-fingerprint.js';
export { narrowSelection } from './typeorm-selection.js';
export { missingInternals } from './typeorm-internals.js';
export { unknownState } from './typeorm-state.js';
export { boundByDriver, replaceParameters, sendFor, statementOf } from './typeorm-statement.js';
export type { Connection, DriverStatement, RowsAs, Sender } from './typeorm-statement.js';
export { entityTablesOf } from './typeorm-tables.js';
export type { EntityTable, EntityTables, JoinedTable } from './typeorm-tables.js';
