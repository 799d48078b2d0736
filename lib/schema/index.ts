export {
  exposedTarget,
  pathOfTarget,
  deprecatedOn,
  fieldPathOf,
  filterPathOf,
  isPathVisible,
  namesVisible,
  pathNamesOf,
  relationPathOf,
  unconditionalPaths,
  visibleIn,
  keyOf,
  resolveSortKey,
  sortKeysOf,
  reachableFingerprint,
  viewFingerprint,
  visibilityFingerprint,
} from './paths.js';
export type { ExpressionPath, Sees, FieldPath } from './paths.js';
export {
  aggregateAt,
  aggregateField,
  aggregateFieldsOf,
  aggregateTokens,
  aggregatedValues,
  relatedAggregateOf,
  formerKeysOf,
  propertyKeyOf,
  propertyKeysOf,
  withFormerKeys,
  NameMap,
  formerNames,
  lookUp,
  mapNames,
  checkView,
  fieldsOf,
  findMember,
  isVisible,
  keyField,
  namesOf,
  relationsOf,
} from './model.js';
export type {
  RelatedAggregate,
  FacetSchema,
  FieldSchema,
  FilterSchema,
  Member,
  NamedFilterSchema,
  RelationSchema,
  RowScope,
  SortTarget,
  View,
  ViewKind,
  Report,
} from './model.js';
export {
  everybody,
  isShown,
  nobody,
  checkDeprecation,
  deprecationOf,
  isPromise,
  nameOf,
  subjectOfRules,
  targetIn,
  recordClass,
  recordProperty,
} from './records.js';
export type { EntityRules } from './records.js';
export { EntitySchemaBuilder, checkOperators, SchemaRegistry } from './registry.js';
export { isColumn, isSameExpression, isWithinPath, leadsToOneRow, wholeSqlOf, checkTables, isOf } from './columns.js';
export type { ColumnSchema, ExpressionSchema, ListSchema, ColumnPair, Link, Table } from './columns.js';
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
  RelationStrategy,
  Visibility,
  NamedFilterRule,
} from './declarations.js';
export { withOperators } from './members.js';
export { classOptionNames, propertyOptionNames } from './exposure.js';
