export {
  deprecatedOn,
  exposedTarget,
  fieldPathOf,
  filterPathOf,
  formerKeysOf,
  isOpenPath,
  isPathVisible,
  keyOf,
  namedPaths,
  namesVisible,
  pathNamesOf,
  pathOfTarget,
  propertyKeysOf,
  relationPathOf,
  unconditionalPaths,
  visibleIn,
} from './paths.js';
export type { ExpressionPath, FieldPath, Sees } from './paths.js';
export { resolveSortKey, sortKeysOf } from './sorting.js';
export type { SortResolution } from './sorting.js';
export { reachableFingerprint, viewFingerprint, visibilityFingerprint } from './fingerprint.js';
export { aggregateAt, aggregateField, aggregateFieldsOf, aggregateTokens, aggregatedValues } from './aggregates.js';
export type { RelatedAggregate } from './aggregates.js';
export { NameMap, formerNames, lookUp, mapNames } from './names.js';
export { fieldsOf, findMember, isVisible, keyField, leavesOf, namesOf, relationsOf } from './model.js';
export type {
  FacetSchema,
  FieldSchema,
  FilterSchema,
  Leaf,
  Member,
  NamedFilterSchema,
  ReadableValues,
  RelationSchema,
  RowScope,
  SortTarget,
  View,
  ViewKind,
} from './model.js';
export { everybody, isPromise, isShown, nobody } from './visibility.js';
export type { Report } from './visibility.js';
export { nameOf, recordClass, recordProperty, subjectOfRules, targetIn } from './records.js';
export type { EntityRules } from './records.js';
export { SchemaRegistry, viewsOf } from './registry.js';
export {
  checkKeyOfDates,
  isColumn,
  isOf,
  isRounded,
  isSameExpression,
  isShownOtherwise,
  isWithinPath,
  spellingsOf,
} from './columns.js';
export type { ColumnSchema, ExpressionSchema } from './columns.js';
export { checkTables, leadsToOneRow } from './joins.js';
export type { ColumnPair, Link, Table } from './joins.js';
export { checkStrategy } from './declarations.js';
export type {
  AggregateRules,
  FacetRule,
  NamedFacetRule,
  NamedPopulateRule,
  PopulateRule,
  ClassRules,
  PropertyRule,
  ViewOverrides,
  DeclaredAggregate,
  FieldRule,
  Named,
  RelationRule,
  SortKeyRule,
  RelationStrategy,
  Visibility,
  NamedFilterRule,
} from './declarations.js';
export { narrowedTo } from './members.js';
export { checkDeprecation, classOptionNames, deprecationOf, propertyOptionNames } from './rules.js';
export { withOperators } from './views.js';
