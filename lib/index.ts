/**
 * The server: the module, the decorators of entities and handlers, the service, and the types of queries in code.
 *
 * @module nestjs-filterable
 */
export { FilterModule } from './filter.module.js';
export type {
  FilterModuleAsyncOptions,
  FilterModuleOptions,
  FilterModuleOptionsFactory,
  FilterSource,
} from './filter.module-options.js';
export { Filterable, rulesFor } from './filterable.decorator.js';
export type { FilterableOptions, FilterablePropertyOptions, RulesOptions } from './filterable.decorator.js';
export { FilterQuery } from './filter-query.decorator.js';
export { pageInfo } from './page-info.js';
export type { PageInfo } from './page-info.js';
export { HostQuery } from './host-query.decorator.js';
export { filterOverrides } from './filter-query.overrides.js';
export type { FilterOverrides, FilterQueryOverrides, ParseOverrides } from './filter-query.overrides.js';
export type { AskedCondition, AskedPagination, AskedPath, DeletedMode, Printed, PrintedQuery } from './ast/index.js';
export type { DeclaredAggregate, EntityRules, SortKeyRule } from './schema/index.js';
export { FilterService } from './filter.service.js';
export type {
  ApplyOptions,
  CountOptions,
  EachOptions,
  ExplainOptions,
  PageOptions,
  ReadOptions,
  ReadSettings,
} from './page/index.js';
export { FilterExceptionFilter } from './database-fault.filter.js';
export { FilterConfigurationError } from './configuration/index.js';
export { FilterException } from './filter.exception.js';
export { issueCodes } from './issues/index.js';
export type {
  FilterIssue,
  IssueCode,
  LimitIssue,
  LimitName,
  NameIssue,
  PaginationIssue,
  PlainIssue,
  ValueIssue,
} from './issues/index.js';
export type { QueryCost, Work, WorkParts } from './cost.js';
export { defaultLimits } from './limits.js';
export type { Limits } from './limits.js';
export { builtInOperators, defineOperator } from './operators/index.js';
export type {
  AnyOperator,
  ListOperator,
  ListPredicate,
  Operator,
  OperatorKinds,
  OperatorMatch,
  OperatorPhrase,
  OperatorTakes,
  OperatorToken,
} from './operators/index.js';
export type { ValueKindName } from './values/index.js';
export { named } from './wire/index.js';
export type { Dialect } from './dialects/index.js';
export type { CompatibilityName } from './compatibility/index.js';
export type { ErrorsOption, OnRamp, PageAnswer, RefusalOptions } from './engine/index.js';
export type { FilterOperation } from './tracing/index.js';
export type * from './contract/index.js';
export type {
  AggregateDescription,
  EntityDescription,
  FacetDescription,
  FieldDescription,
  FlatDescription,
  FlatDocs,
  FlatFilter,
  FlatFilterRule,
  FlatName,
  FlatNames,
  FlatOptions,
  FlatOverrides,
  FlatSortNames,
  FlatSortRule,
  NamedFilterDescription,
  PaginationDescription,
  PopulateDescription,
  RelationDescription,
} from './list/index.js';
