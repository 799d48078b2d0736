import { IANAZone } from 'luxon';
import {
  type Check,
  type Option,
  checkBoolean,
  checkChoice,
  checkFunction,
  wrongValue,
} from '../configuration/index.js';
import { type AdaptiveSettings, checkAdaptive } from '../adaptive/index.js';
import type { PageSettings } from '../ast/index.js';
import { type CompatibilityName, compatibilities } from '../compatibility/index.js';
import type { FilterIssue } from '../issues.js';
import { type Limits, resolveLimits } from '../limits.js';
import type { Operator } from '../operators/index.js';
import { type RelationStrategy, relationStrategies } from '../schema/index.js';
import type { NullsDefault } from '../sql/index.js';
import { type AllParameterNames, type UnknownPolicy, unknownPolicies, usualNames } from '../wire/index.js';
import { checkAllowed } from './allowed-parameters.js';
import { operatorsOf } from './own-operators.js';
import { type ReadSettings, checkReads } from '../page/index.js';
import { checkPagination } from './pagination.js';
import { checkParams } from './parameter-names.js';
import { type Source, checkSource } from './source.js';

/**
 * The options of `FilterModule.forRoot()`; every one of them has a default.
 *
 * `Execution` is the execution context of the framework, which this layer knows nothing about.
 */
export interface ModuleOptions<Execution = unknown> {
  /** The parameters' names in a URL: `{ filters: 'where', sort: 'order' }`. By default their own: `filters`, `sort`, … */
  readonly params?: Partial<AllParameterNames> | undefined;
  /** The place that the parameters come from, unless a handler names another. By default the query string. */
  readonly source?: Source<Execution> | undefined;
  /** The most that one request may ask for; see the table of limits. */
  readonly limits?: Partial<Limits> | undefined;
  /** The place of NULL in an order, unless a key names it: as the database has it (`engine`, the default), `first` or `last`. */
  readonly nulls?: NullsDefault | undefined;
  /** The IANA time zone in which dates and zoneless date-times are read. By default UTC. */
  readonly timezone?: string | undefined;
  /** Accepts requests as clients of another family write them: `purity` or `strapi`. */
  readonly compatibility?: CompatibilityName | undefined;
  /** Operators of the application's own, made with `defineOperator()`. */
  readonly operators?: readonly Operator[] | undefined;
  /**
   * Decides about parameters that nothing here reads. `similar` (the default) refuses those that are evidently misspelled:
   * `filter[id]`, `Filters[id]`. `refuse` refuses all that `allowParameters` does not name, `ignore` none.
   */
  readonly unknownParameters?: UnknownPolicy | undefined;
  /** The parameters that the application itself reads: `['locale']`. By default they need not be named. */
  readonly allowParameters?: readonly string[] | undefined;
  /** The way of counting the rows of a list, the page styles, and the secret that encrypts cursors. */
  readonly pagination?: PageSettings | undefined;
  /**
   * Where the statements of one answer are read, and how far they agree with each other. By default they use one connection, to a
   * replica where the data source has any. A call can have settings of its own: `page(builder, query, { reads })`.
   */
  readonly reads?: ReadSettings | undefined;
  /**
   * The SQL for conditions on relations, where neither the relation nor the handler has a `strategy`. By default `adaptive`:
   * `page()` chooses it for each request. On foreign tables and on shards, `in` is the better choice.
   */
  readonly strategy?: RelationStrategy | undefined;
  /** The numbers by which `strategy: 'adaptive'` chooses, where those of the engine do not suit. */
  readonly adaptive?: AdaptiveSettings | undefined;
  /**
   * Prepares statements on the server: PostgreSQL keeps pages and totals parsed and planned under names, up to 50 for each connection
   * of the pool, unless their best plan depends on the values in them. By default it does not. It is refused without a data source of
   * PostgreSQL, and changes nothing for others. Leave it out behind PgBouncer in the mode `transaction`, unless that keeps prepared
   * statements itself; docs/prepared-statements.md has all that can go wrong.
   *
   * @example
   * FilterModule.forRoot({ preparedStatements: true })
   */
  readonly preparedStatements?: boolean | undefined;
  /** Makes the exception that refuses a request, in place of `FilterException`. */
  readonly errors?: ((issues: readonly FilterIssue[]) => Error) | undefined;
  /** Logs at boot the fields that may be filtered by but have no index. By default it does not. */
  readonly logUnindexed?: boolean | undefined;
  /**
   * Makes, of a request, the value by which scopes and the visibility of fields are decided; it may be asynchronous, and they
   * may not. Boot fails without it where an entity has a scope or a `when`, unless `undefined` makes it explicit that only code
   * passes a context. In handlers of messages the first argument is the RPC context, or the WebSocket client. The execution
   * context, its second argument, says which of these it is.
   */
  readonly context?: ((request: never, execution: Execution) => unknown) | undefined;
}

/** The subject of every error about an option of the module: the call that a programmer looks for. */
export const moduleSubject = 'forRoot()';

/**
 * The options of the module, each with the check of its value. The names that `forRoot()` accepts are the keys of this table,
 * and the compiler holds it to the interface.
 */
export const moduleOptions = {
  params: (option) => checkParams(option, usualNames),
  source: checkSource,
  limits: resolveLimits,
  nulls: (option) => checkChoice(option, ['engine', 'first', 'last']),
  timezone: checkZone,
  compatibility: (option) => checkChoice(option, Object.keys(compatibilities)),
  operators: operatorsOf,
  unknownParameters: (option) => checkChoice(option, unknownPolicies),
  allowParameters: checkAllowed,
  pagination: checkPagination,
  reads: checkReads,
  strategy: (option) => checkChoice(option, relationStrategies),
  adaptive: checkAdaptive,
  preparedStatements: checkBoolean,
  errors: (option) => checkFunction(option, 'the issues'),
  logUnindexed: checkBoolean,
  context: (option) => checkFunction(option, 'the request'),
} as const satisfies Record<keyof ModuleOptions, Check>;

function checkZone({ subject, name, value }: Option): void {
  if (value === undefined || (typeof value === 'string' && IANAZone.isValidZone(value))) return;
  throw wrongValue({ subject, name, value }, 'an IANA time zone such as Europe/Oslo or UTC');
}
