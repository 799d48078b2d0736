import { IANAZone } from 'luxon';
import {
  type Check,
  type Option,
  checkBoolean,
  checkChoice,
  checkFunction,
  wrongValue,
} from '../../configuration/index.js';
import { type AdaptiveSettings, checkAdaptive } from '../../adaptive/index.js';
import { type Hydration, type PageSettings, hydrations } from '../../ast/index.js';
import { type CompatibilityName, compatibilities } from '../../compatibility/index.js';
import { type Limits, resolveLimits } from '../../limits.js';
import type { Operator } from '../../operators/index.js';
import { type EntityRules, type RelationStrategy, relationStrategies } from '../../schema/index.js';
import type { NullsDefault } from '../../sql/index.js';
import { type AllParameterNames, type UnknownPolicy, unknownPolicies, usualNames } from '../../wire/index.js';
import { checkAllowed } from './allowed-parameters.js';
import { type FlatOptions, checkFlatOptions } from './flat.js';
import { type PageAnswer, checkAnswer } from './answer.js';
import { type ErrorsOption, checkErrors } from './errors.js';
import { type OnRamp, checkOnRamp } from './on-ramp.js';
import { operatorsOf } from './own-operators.js';
import { type ReadSettings, checkReads } from '../../page/index.js';
import { checkPagination } from './pagination.js';
import { checkParams } from './parameter-names.js';
import { checkRules } from './rules.js';
import { type Source, checkSource } from './source.js';

/**
 * Options of `FilterModule.forRoot()`. Each has a default.
 *
 * `Execution` is the execution context of the framework, which this layer does not know.
 */
export interface ModuleOptions<Execution = unknown> {
  /**
   * The parameters' names in a URL: `{ filters: 'where', sort: 'order' }`. By default their own: `filters`, `sort`, …
   */
  readonly params?: Partial<AllParameterNames> | undefined;
  /** Source of the parameters, unless a handler sets another. By default the query string. */
  readonly source?: Source<Execution> | undefined;
  /** Greatest amounts that one request may ask for; see the table of limits. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Place of NULL in an order, unless a key names it: the database's own (`engine`, the default), `first` or `last`.
   */
  readonly nulls?: NullsDefault | undefined;
  /** IANA time zone of dates and zoneless date-times. By default UTC. */
  readonly timezone?: string | undefined;
  /** Accepts requests of another family's clients: `purity` or `strapi`. */
  readonly compatibility?: CompatibilityName | undefined;
  /** Operators of the application's own, made with `defineOperator()`. */
  readonly operators?: readonly Operator[] | undefined;
  /**
   * Policy for parameters that no list reads. `similar` (the default) refuses misspelled ones (`filter[id]`), and other
   * APIs' names for lists (`page`, `limit`) if the handler has no other reader. `refuse` refuses every name outside of
   * `allowParameters`, and `ignore` none.
   */
  readonly unknownParameters?: UnknownPolicy | undefined;
  /** Parameters that the application reads without a decorator: `['locale', 'page']`. */
  readonly allowParameters?: readonly string[] | undefined;
  /**
   * Names without brackets for pages and the order, in the query strings of all lists.
   *
   * @example
   * FilterModule.forRoot({ flat: { page: 'page', pageSize: 'limit', sort: { field: 'sortBy', direction: 'order' } } })
   */
  readonly flat?: FlatOptions | undefined;
  /** The way of counting the rows of a list, the page styles, and the secret that encrypts cursors. */
  readonly pagination?: PageSettings | undefined;
  /**
   * Place of one answer's statements, and how far they agree with each other. By default they use one connection, to a
   * replica if the data source has any. A call can have settings of its own: `page(builder, query, { reads })`.
   */
  readonly reads?: ReadSettings | undefined;
  /**
   * `false` refuses relative dates, such as `now-7d` and `now/M`. By default dates and date-times take them; the clock
   * is read once for each request.
   */
  readonly relativeDates?: boolean | undefined;
  /**
   * SQL for conditions on relations, unless the relation or the handler has a `strategy`. With `adaptive`, the default,
   * `page()` chooses it for each request. On foreign tables and on shards, `in` is the better choice.
   */
  readonly strategy?: RelationStrategy | undefined;
  /** Numbers of `strategy: 'adaptive'`, instead of the engine's. */
  readonly adaptive?: AdaptiveSettings | undefined;
  /**
   * Prepares statements on the server: PostgreSQL keeps pages and totals parsed and planned under names, up to 50
   * for each connection of the pool, unless their best plan depends on their values. Off by default. It is
   * refused without a data source of PostgreSQL, and changes nothing for others. Leave it out behind PgBouncer in
   * the mode `transaction`, unless PgBouncer keeps prepared statements itself; docs/prepared-statements.md lists
   * everything that can go wrong.
   *
   * @example
   * FilterModule.forRoot({ preparedStatements: true })
   */
  readonly preparedStatements?: boolean | undefined;
  /**
   * Code that makes the entities of a page's rows. `compiled` (the default) is a function that is made once for a
   * statement, and makes what TypeORM would make. `typeorm` is TypeORM's own code, by the same statements: it is
   * slower, and has what an application patched there. A handler and a call can have their own:
   * `page(builder, query, { hydration: 'typeorm' })`.
   *
   * @example
   * FilterModule.forRoot({ hydration: 'typeorm' })
   */
  readonly hydration?: Hydration | undefined;
  /**
   * Makes the exception that refuses a request, instead of `FilterException`: a function of the issues, or
   * `{ make, status, schema }` with documentation for OpenAPI. `{ status: 422 }` only changes the status.
   */
  readonly errors?: ErrorsOption | undefined;
  /**
   * Form of the answers: if a handler returns a page from `page()`, clients get the result of `body`. Interceptors of
   * controllers and handlers see the page. By default, the page itself is the answer.
   */
  readonly answer?: PageAnswer | undefined;
  /**
   * Reads query strings as the clients of another library write them, and answers as they expect: `nestjsPaginate()` of
   * `nestjs-filterable/on-ramps/nestjs-paginate`, `crud()` of `nestjs-filterable/on-ramps/crud`.
   */
  readonly onRamp?: OnRamp | undefined;
  /**
   * Rules of entities without a decorator, made by `rulesFor()`: of other packages' entities, and for layers that do
   * not know TypeORM.
   *
   * @example
   * FilterModule.forRoot({ rules: [rulesFor(User, { fields: ['id', 'name'] }, { name: 'users' })] })
   */
  readonly rules?: readonly EntityRules[] | undefined;
  /**
   * Logs at boot the filterable fields without a declared index, and the populated relations. `'ddl'` reads the
   * catalogue of the database instead, and logs the statements that make the missing indexes: for development. Off by
   * default.
   */
  readonly logUnindexed?: boolean | 'ddl' | undefined;
  /**
   * Derives the context passed to `scope` and `when` from the request. It may be asynchronous; these may not. Without
   * it, boot fails if an entity has a scope or a `when`; `context: undefined` declares that only code passes a context.
   * In message handlers, the first argument is the RPC context or the WebSocket client. The execution context, its
   * second argument, tells which.
   */
  readonly context?: ((request: never, execution: Execution) => unknown) | undefined;
}

/** Subject of every error about an option of the module: the call that a programmer looks for. */
export const moduleSubject = 'forRoot()';

/**
 * Options of the module, each with the check of its value. `forRoot()` accepts the keys of this table, and the compiler
 * compares it with the interface.
 */
export const moduleOptions = {
  params: (option) => checkParams(option, usualNames),
  source: checkSource,
  limits: resolveLimits,
  nulls: (option) => checkChoice(option, ['engine', 'first', 'last']),
  timezone: checkZone,
  relativeDates: checkBoolean,
  compatibility: (option) => checkChoice(option, Object.keys(compatibilities)),
  operators: operatorsOf,
  unknownParameters: (option) => checkChoice(option, unknownPolicies),
  allowParameters: checkAllowed,
  flat: checkFlatOptions,
  pagination: checkPagination,
  reads: checkReads,
  strategy: (option) => checkChoice(option, relationStrategies),
  adaptive: checkAdaptive,
  preparedStatements: checkBoolean,
  hydration: (option) => checkChoice(option, hydrations),
  errors: checkErrors,
  answer: checkAnswer,
  onRamp: checkOnRamp,
  rules: checkRules,
  logUnindexed: checkUnindexed,
  context: (option) => checkFunction(option, 'the request'),
} as const satisfies Record<keyof ModuleOptions, Check>;

function checkUnindexed(option: Option): void {
  const { value } = option;
  if (value !== undefined && value !== 'ddl' && typeof value !== 'boolean')
    throw wrongValue(option, "true, false or 'ddl'");
}

function checkZone({ subject, name, value }: Option): void {
  if (value === undefined || (typeof value === 'string' && IANAZone.isValidZone(value))) return;
  throw wrongValue({ subject, name, value }, 'an IANA time zone such as Europe/Oslo or UTC');
}
