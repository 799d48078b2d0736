export { entityTablesOf, hydratorOf, multiplies } from './hydrator.js';
export type { EntitiesMade, Row, TableHydrator } from './hydrator.js';
export {
  columnNameOf,
  nameInResult,
  copyOf,
  hasRelations,
  leaveRelations,
  onRunner,
  selectBeside,
  sideCopyOf,
  withoutCacheName,
  withEagerRelations,
  joinDeleted,
  selectsDeleted,
  showDeleted,
  clausesOf,
  dataSourceOf,
  distinctOnOf,
  driverOf,
  entityMetadataOf,
  hasGroups,
  foreignClauseOf,
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
  bracketWhere,
  lockOnlyPresentTables,
  moveMainTableLast,
  namesIn,
  isSelected,
  valuesText,
  escapeForRegExp,
  textsIn,
} from './host.js';
export type { BuilderJoin, Parts } from './host.js';
export { recorded, boundByDriver, replaceParameters, sendFor, statementOf } from './send.js';
export type { Connection, Sender } from './send.js';
export { entityText, fingerprintOf, literalsIn, missingInternals, unknownState } from './identity.js';
export { narrowSelection, selectExactly } from './selection.js';
export { entityOfEach, storedKeyOf, storedKeyOfRaw, textOfKey, putterOf, removeRelationIds } from './entities.js';
