export { isAskable } from './askable.js';
export type { ExpressionPath, Sees } from './askable.js';
export { everybody, isShown, nobody } from './audience.js';
export { EntitySchemaBuilder, checkOperators } from './entity-schema.js';
export { isColumn, isSameExpression } from './expression.js';
export type { ColumnSchema, ExpressionSchema, ListSchema } from './expression.js';
export { fieldPathOf, isPathVisible, pathNamesOf, unconditionalPaths } from './field-path.js';
export type { FieldPath } from './field-path.js';
export type {
  FacetSchema,
  FieldSchema,
  FilterSchema,
  Member,
  RelationSchema,
  RowScope,
  SortTarget,
  View,
  ViewKind,
} from './filter-schema.js';
export { leadsToOneRow } from './guarantees.js';
export type { ColumnPair } from './link.js';
export { isPromise } from './promise.js';
export { SchemaRegistry } from './registry.js';
export { recordClass, recordProperty } from './records.js';
export type {
  ClassRules,
  FacetRule,
  FieldRule,
  NamedFacetRule,
  PropertyRule,
  RelationRule,
  RelationStrategy,
  ViewOverrides,
  Visibility,
} from './rules.js';
export { relationStrategies } from './rules.js';
export { keyOf, resolveSortKey, sortKeysOf } from './sort-keys.js';
export { checkTables } from './tables.js';
export type { Table } from './tables.js';
export { isOf } from './typeorm-metadata.js';
export { reachableFingerprint, viewFingerprint, visibilityFingerprint } from './view-fingerprint.js';
export type { Report } from './visibilities.js';
export { checkView, fieldsOf, findMember, isVisible, keyField, namesOf, relationsOf } from './view.js';
export { classOptionNames, propertyOptionNames } from './rule-options.js';
