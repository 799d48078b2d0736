export { exposedTarget, pathOfTarget } from './views/exposed.js';
export type { ExpressionPath, Sees } from './views/exposed.js';
export { aggregateAt, aggregateField, aggregateFieldsOf, aggregateTokens } from './views/aggregate-fields.js';
export { aggregatedValues, relatedAggregateOf } from './views/related-aggregate.js';
export type { RelatedAggregate } from './views/related-aggregate.js';
export { everybody, isShown, nobody } from './rules/audience.js';
export { EntitySchemaBuilder, checkOperators } from './entity-schema.js';
export { isColumn, isSameExpression } from './columns/expression.js';
export type { ColumnSchema, ExpressionSchema, ListSchema } from './columns/expression.js';
export {
  deprecatedOn,
  fieldPathOf,
  filterPathOf,
  isPathVisible,
  namesVisible,
  pathNamesOf,
  relationPathOf,
  unconditionalPaths,
  visibleIn,
} from './views/field-path.js';
export type { FieldPath } from './views/field-path.js';
export type {
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
} from './views/filter-schema.js';
export { formerKeysOf, propertyKeyOf, propertyKeysOf, withFormerKeys } from './views/former-keys.js';
export { checkDeprecation, deprecationOf } from './rules/deprecations.js';
export { isWithinPath } from './columns/property-path.js';
export { leadsToOneRow } from './columns/guarantees.js';
export type { ColumnPair } from './columns/link.js';
export { NameMap, formerNames, lookUp, mapNames } from './views/name-map.js';
export { isPromise } from './rules/promise.js';
export { SchemaRegistry } from './registry.js';
export { nameOf, subjectOfRules, targetIn } from './rules/own-rules.js';
export type { EntityRules } from './rules/own-rules.js';
export { recordClass, recordProperty } from './rules/records.js';
export type {
  AggregateRules,
  FacetRule,
  NamedFacetRule,
  NamedPopulateRule,
  PopulateRule,
} from './rules/answer-rules.js';
export type { ClassRules, PropertyRule, ViewOverrides } from './rules/rules.js';
export type {
  DeclaredAggregate,
  FieldRule,
  Named,
  RelationRule,
  RelationStrategy,
  Visibility,
} from './rules/member-rules.js';
export type { NamedFilterRule } from './rules/named-filter-rules.js';
export { relationStrategies } from './rules/member-rules.js';
export { keyOf, resolveSortKey, sortKeysOf } from './views/sort-keys.js';
export type { Link } from './columns/link.js';
export { withOperators } from './members/narrowing.js';
export { wholeSqlOf } from './columns/rounded.js';
export { checkTables } from './columns/tables.js';
export type { Table } from './columns/tables.js';
export { isOf } from './columns/typeorm-metadata.js';
export { reachableFingerprint, viewFingerprint, visibilityFingerprint } from './views/view-fingerprint.js';
export type { Report } from './views/visibilities.js';
export { checkView, fieldsOf, findMember, isVisible, keyField, namesOf, relationsOf } from './views/view.js';
export { classOptionNames, propertyOptionNames } from './members/rule-options.js';
