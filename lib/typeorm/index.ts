export type { Row } from './hydration/column-reader.js';
export type { TableHydrator } from './hydration/entity-hydrator.js';
export { hydratorOf } from './hydration/hydrator.js';
export { columnNameOf, nameInResult } from './column-names.js';
export {
  copyOf,
  hasRelations,
  leaveRelations,
  onRunner,
  selectBeside,
  sideCopyOf,
  withoutCacheName,
} from './copies.js';
export { withEagerRelations } from './eager.js';
export { recorded } from './recording.js';
export { joinDeleted, selectsDeleted, showDeleted } from './deleted-rows.js';
export {
  clausesOf,
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
  readFromQuery,
  removeJoins,
  selectionsOf,
} from './builder.js';
export type { BuilderJoin } from './builder.js';
export { entityText, fingerprintOf, fingerprintOnce } from './fingerprint.js';
export { literalsIn } from './literals.js';
export { virtualLiteralIn } from './virtual-literals.js';
export { narrowSelection, selectExactly } from './selection.js';
export { entityOfEach, storedKeyOf, storedKeyOfRaw, textOfKey } from './row-keys.js';
export { putterOf, removeRelationIds } from './related-value.js';
export { missingInternals } from './internals.js';
export { unknownState } from './state.js';
export { boundByDriver, replaceParameters, sendFor, statementOf } from './statement.js';
export type { Connection, DriverStatement, RowsAs, Sender } from './statement.js';
export { entityTablesOf, multiplies } from './tables.js';
export type { EntitiesMade } from './tables.js';

export { bracketWhere, lockOnlyPresentTables, moveMainTableLast, namesIn } from './builder.js';
export { isSelected } from './column-names.js';
export { escapeForRegExp, textsIn, valuesText } from './conditions-text.js';
