import { IANAZone } from 'luxon';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import {
  type Check,
  Faults,
  FilterConfigurationError,
  type Option,
  type OptionTable,
  checkChoice,
  checkEach,
  checkMembers,
  checkOptionNames,
  checkedElsewhere,
  describeValue,
  didYouMean,
  isOptions,
  ofType,
  optionsIn,
  soundOptions,
  wrongValue,
} from '../configuration/index.js';
import {
  type FilterQuery,
  type Hydration,
  type Moment,
  type PageSettings,
  hydrations,
  momentBy,
  mostUnpaged,
  pageStyles,
  secretsOf,
} from '../ast/index.js';
import type { Page } from '../contract/index.js';
import type { FilterIssue, IssueDetails } from '../issues/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import {
  type AllParameterNames,
  type HostReads,
  type Parameter,
  type ParameterNames,
  type RequestTree,
  type SentPair,
  type UnknownPolicy,
  namesIn,
  parameters,
  unknownPolicies,
  usualNames,
} from '../wire/index.js';
import type { EntityDescription } from './describe.js';
import { type AnyOperator, type Operator, builtInOperators, operatorFault } from '../operators/index.js';
import {
  type EntityRules,
  type FilterSchema,
  type RelationStrategy,
  type Report,
  type ViewOverrides,
  classOptionNames,
  checkStrategy,
  subjectOfRules,
} from '../schema/index.js';
import { type AdaptiveSettings, checkAdaptive } from '../adaptive/index.js';
import { type Compatibility, type CompatibilityName, compatibilities } from '../compatibility/index.js';
import type { NullsDefault } from '../sql/index.js';
import { type ReadSettings, checkReads } from '../page/index.js';
import type { ListOptions } from '../list/index.js';
import { checkOf } from './parameters.js';
import { type FlatOptions, type FlatOverrides, checkFlat, checkModuleFlat } from '../features/flat/index.js';
import type { ForeignSettings } from './foreign.js';

/** Refuses an empty text among the names of parameters. */
function checkAllowed({ subject, name, value }: Option): void {
  if (!Array.isArray(value) || !value.includes('')) return;
  throw new FilterConfigurationError(`${subject}: \`${name}\` lists an empty text, which is not a name`);
}

/** Refuses a name of the library's own, because the application does not see that parameter. */
export function checkUnread(allowed: readonly string[], read: readonly string[], subject: string): void {
  checkEach(allowed, (name) => {
    if (!read.includes(name)) return;
    throw new FilterConfigurationError(
      `${subject}: \`allowParameters\` lists ${name}, which this list reads; leave it out, or rename the parameter with \`params\``,
    );
  });
}

/** A JSON Schema. */
export interface AnswerSchema {
  readonly [keyword: string]: unknown;
}

/**
 * The way in for the clients of another library: it reads their requests, and answers as they expect.
 * `nestjsPaginate()` and `crud()` make one.
 */
export interface OnRamp {
  /** The library whose clients it is for. */
  readonly name: string;
  /** Returns true for a parameter of that library. */
  claims(this: void, pair: SentPair): boolean;
  /** Reads the parameters that it claims. */
  read(this: void, request: RampRequest): RampReading;
  /** Makes the body of an answer, as that library does. */
  body(this: void, page: Page<unknown>, query: FilterQuery, asked: RampAsked): unknown;
  /** Makes the JSON Schema of the body from a row's schema. */
  schema(this: void, row: AnswerSchema): AnswerSchema;
  /** Lists its parameters for OpenAPI documents. */
  parameters(this: void, list: EntityDescription): readonly RampParameter[];
}

/** What an on-ramp knows of the request that it answers. */
export interface RampAsked {
  /** The HTTP request. Undefined where there is none. */
  readonly request: unknown;
  /** The value that its `read` kept of the request. Undefined for a request in the canonical spelling. */
  readonly echo: unknown;
}

/** A request for an on-ramp to read. */
export interface RampRequest {
  readonly pairs: readonly SentPair[];
  readonly place: RampPlace;
  readonly limits: Limits;
  /** The name of the database's dialect, for operators that engines answer differently. */
  readonly dialect: string;
  /** The names of the fields that `search` looks in. Undefined where the list has no search. */
  readonly search: readonly string[] | undefined;
  /** Returns true for a field of the answer that this client may choose. Undefined where clients may choose none. */
  readonly selects: ((this: void, name: string) => boolean) | undefined;
  /** The relations that this client may populate. Undefined where the list does not read `populate`. */
  readonly populated: RampPlace | undefined;
  /** True where the list reads `deleted`, for this client. */
  readonly deletes: boolean;
  /** True where the list has pages. */
  readonly paginated: boolean;
  /** Refuses a parameter, by the key that was sent. */
  refuse(this: void, key: string, details: IssueDetails, text: string): void;
}

/** The names that paths begin with: of a list, or of a related entity. */
export interface RampPlace {
  /** Finds the relation that a path begins with. Returns undefined for a field, and for what does not exist. */
  relation(path: readonly string[]): RampRelation | undefined;
}

/** A relation at the beginning of a path. */
export interface RampRelation {
  /** How many names of the path lead through it: two for a relation of an embedded object. */
  readonly names: number;
  readonly toMany: boolean;
  readonly place: RampPlace;
}

/** A request as an on-ramp understands it. */
export interface RampReading {
  readonly tree: RequestTree;
  /** The keys that were sent, by JSON pointers into the tree: issues below a pointer name its key. */
  readonly names: ReadonlyMap<string, string>;
  /** All rows are asked for, at most so many. */
  readonly all?: number | undefined;
  /** Meaning of NULL for a related field that is never NULL. Undefined where it is refused. */
  readonly nullOfRelated?: 'absence' | undefined;
  /** `moment` where a date alone is its midnight. By default it is the whole day. */
  readonly dates?: 'moment' | undefined;
  /** What the answer repeats of the request. */
  readonly echo: unknown;
}

/** A parameter in an OpenAPI document. */
export interface RampParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: AnswerSchema;
}

/**
 * Form of a list's answers, in one place: handlers return pages from `page()`, and clients get this.
 *
 * @example
 * FilterModule.forRoot({
 *  answer: { body: ({ data, ...page }) => ({ items: data, total: page.meta.pagination.total }) },
 * });
 */
export interface PageAnswer<E = unknown> {
  /**
   * Makes the body of an answer.
   *
   * @param page a page from `page()`
   * @param query the query of the page
   * @param request the HTTP request, or undefined in handlers of messages
   */
  body(this: void, page: Page<E>, query: FilterQuery<E>, request?: unknown): unknown;
  /** The JSON Schema of the body, for OpenAPI documents; a function makes it from the schema of one row. */
  readonly schema?: AnswerSchema | ((row: AnswerSchema) => AnswerSchema) | undefined;
}

/** Checks the form of the answers of a module or of a handler. `false` turns it off. */
function checkAnswer(option: Option): void {
  if (isOptions(option.value)) optionsIn(option, ['body', 'schema']);
}

/** The options that decide about the answers of a list, of the module or of a handler. */
interface AnswerOptions {
  readonly answer?: false | PageAnswer | undefined;
  readonly onRamp?: false | OnRamp | undefined;
}

/** The shape of the answers of one list. */
export interface ListAnswer {
  /** @param echo what an on-ramp keeps of the request */
  body(this: void, page: Page<unknown>, query: FilterQuery, request: unknown, echo: unknown): unknown;
  readonly schema?: PageAnswer['schema'];
}

/** Returns the shape of a handler: its own, its on-ramp's, the module's, or the shape of the module's on-ramp. */
export function answerIn(own: AnswerOptions, usual: AnswerOptions): ListAnswer | undefined {
  if (own.answer === false) return undefined;
  const inherited = usual.answer || (own.onRamp === undefined && rampAnswer(usual.onRamp)) || undefined;
  return own.answer ?? (rampAnswer(own.onRamp) || inherited);
}

function rampAnswer(ramp: false | OnRamp | undefined): ListAnswer | undefined {
  if (!ramp) return undefined;
  const { body, schema } = ramp;
  return { body: (page, query, request, echo) => body(page, query, { request, echo }), schema };
}

/** Makes the exception that refuses a request. */
type MakeRefusal = (issues: readonly FilterIssue[]) => Error;

/**
 * A module's refusals, with their documentation.
 *
 * @example
 * FilterModule.forRoot({ errors: { status: 422 } });
 */
export interface RefusalOptions {
  /** Makes the exception that refuses a request, instead of `FilterException`. */
  readonly make?: MakeRefusal | undefined;
  /** Status of every refusal, by default 400. An exception of `make` must have it itself. */
  readonly status?: 400 | 422 | undefined;
  /** JSON Schema of the body of `make`'s exception, for OpenAPI documents. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** Option `errors`: a function of the issues, or an object about the refusals. */
export type ErrorsOption = MakeRefusal | RefusalOptions;

const refusalOptions = {
  make: ofType,
  status: (option) => {
    if (![undefined, 400, 422].includes(option.value as number)) throw wrongValue(option, '400 or 422');
  },
  schema: ofType,
} as const satisfies Record<keyof RefusalOptions, Check>;

function checkErrors(option: Option): void {
  const { subject, name, value } = option;
  if (!isOptions(value)) return;
  checkMembers(option, refusalOptions);
  const { make, schema }: RefusalOptions = value;
  if (schema === undefined || make !== undefined) return;
  throw new FilterConfigurationError(
    `${subject}: \`${name}.schema\` describes the body of \`${name}.make\`, which is missing; leave it out`,
  );
}

function refusalsOf(option: ErrorsOption | undefined): RefusalOptions {
  return typeof option === 'function' ? { make: option } : (option ?? {});
}

/** Returns the built-in operators and the application's own, by token. */
function operatorsOf(option: Option): ReadonlyMap<string, AnyOperator> {
  const { value = [] } = option;
  if (!Array.isArray(value)) throw wrongValue(option, 'a list of operators');
  const error = (fault: string) => new FilterConfigurationError(`${option.subject}: ${option.name}: ${fault}`);
  const operators = new Map<string, AnyOperator>(builtInOperators.map((operator) => [operator.token, operator]));
  checkEach(value as readonly Operator[], (operator) => {
    const fault = operatorFault(operator);
    if (fault !== undefined) throw error(fault);
    if (operators.has(operator.token)) throw error(`${operator.token} already exists; choose another token`);
    operators.set(operator.token, operator);
  });
  checkEach(operators.values(), ({ token, negatedBy }) => {
    if (negatedBy === undefined || operators.has(negatedBy)) return;
    const hint = didYouMean(negatedBy, [...operators.keys()]);
    throw error(`${token} is negated by ${negatedBy}, which does not exist; ${hint}`);
  });
  return operators;
}

/** The settings under `pagination`, each with its check. */
const pageOptions = {
  count: checkCount,
  secret: checkSecret,
  styles: checkStyles,
  oversize: (option) => checkChoice(option, ['refuse', 'clamp']),
  absent: (option) => checkChoice(option, ['all']),
  max: checkMost,
} as const satisfies Record<keyof PageSettings, OptionTable[string]>;

/** Checks the settings of a handler's pages. It may have none. */
function checkPagination(option: Option): void {
  if (!isOptions(option.value)) return;
  checkMembers(option, pageOptions);
  const { subject, name } = option;
  const { absent, max }: PageSettings = option.value;
  if ((absent === undefined) === (max === undefined)) return;
  const [given, missing] = absent === undefined ? ['max', "absent: 'all'"] : ['absent', 'max'];
  throw new FilterConfigurationError(
    `${subject}: \`${name}.${given}\` needs \`${missing}\`; add it, or leave both out`,
  );
}

/** Checks the settings of the pages of all lists. */
function checkModulePagination(option: Option): void {
  const { subject, name, value } = option;
  if (isOptions(value) && ('absent' in value || 'max' in value)) {
    throw new FilterConfigurationError(`${subject}: \`${name}.absent\` is for one list; set it at its handler`);
  }
  checkPagination(option);
}

/** The most rows of an answer without a page, which is in memory at once. */
const mostAtOnce = 10_000;

function checkMost(option: Option): void {
  const { value } = option;
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostAtOnce)) return;
  throw wrongValue(option, `a whole number from 1 to ${mostAtOnce}`);
}

/** Checks the secret of cursors, or a list of the current one and former ones. No message shows a secret. */
function checkSecret(option: Option): void {
  const { subject, name, value } = option;
  if (!Array.isArray(value)) {
    checkOneSecret(option, '16 characters or more, or left out if cursors are not encrypted');
    return;
  }
  if (value.length === 0) throw wrongValue(option, 'a list of the current secret, and then former ones');
  const secrets: readonly unknown[] = value;
  checkEach(secrets.entries(), ([place, secret]) =>
    checkOneSecret({ subject, name: `${name}[${place}]`, value: secret }, '16 characters or more, or left out'),
  );
  secrets.forEach((secret, place) => {
    const first = secrets.indexOf(secret);
    if (first === place) return;
    throw new FilterConfigurationError(
      `${subject}: \`${name}[${place}]\` is the secret of \`${name}[${first}]\`; leave one of them out`,
    );
  });
}

/**
 * Refuses a secret that is named but undefined: with an unset environment variable, cursors would be neither signed nor
 * encrypted, against the program's intention.
 */
function checkOneSecret(option: Option, wanted: string): void {
  const { subject, name, value } = option;
  if (value === undefined || value === '') throw wrongValue(option, `of ${wanted}`);
  if (typeof value !== 'string') throw wrongValue(option, 'a text of 16 characters or more');
  if (value.length >= 16) return;
  throw new FilterConfigurationError(`${subject}: \`${name}\` has ${value.length} characters; 16 or more are needed`);
}

function checkCount(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined || value === 'exact' || value === 'none' || value === 'estimate') return;
  if (typeof value !== 'object' || value === null) {
    throw wrongValue(option, 'exact, none, estimate or { capped: 1000 }');
  }
  checkOptionNames(subject, value, { existing: ['capped'], prefix: `${name}.` });
  const { capped }: { capped?: unknown } = value;
  if (typeof capped === 'number' && Number.isSafeInteger(capped) && capped > 0) return;
  throw wrongValue({ subject, name: `${name}.capped`, value: capped }, 'a whole number from 1');
}

function checkStyles(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined) return;
  if (!Array.isArray(value) || value.length === 0) {
    throw wrongValue(option, `a list of ${pageStyles.join(', ')}; for a handler without pages, set pagination: false`);
  }
  const styles: readonly unknown[] = value;
  checkEach(styles, (style) => {
    // A choice left undefined means the default, but a list has none for its entries.
    if (style === undefined) throw wrongValue({ subject, name, value: style }, 'page, offset or cursor');
    checkChoice({ subject, name, value: style }, pageStyles);
  });
  const twice = styles.find((style, index) => styles.indexOf(style) !== index);
  if (twice !== undefined)
    throw new FilterConfigurationError(`${subject}: \`${name}\` lists ${describeValue(twice)} twice`);
}

/** The options that decide the names of the parameters in a URL, as `forRoot()` or one handler sets them. */
export interface NameOptions {
  /** An object with any of the names. Its type is checked, because it comes from options of any type. */
  readonly params?: unknown;
  readonly prefix?: string | undefined;
}

/**
 * Resolves the names of the parameters. They may not contain special characters of a query string.
 *
 * @param base the names where the options set none
 */
export function resolveParams(
  base: AllParameterNames,
  { params, prefix = '' }: NameOptions,
  subject: string,
): AllParameterNames {
  const set = namesSet(params, subject);
  const entries = parameters.map((parameter) => [parameter, prefix + (set[parameter] ?? base[parameter])] as const);
  const invalid = entries.find(([, name]) => !/^[A-Za-z_][\w-]*$/.test(name))?.[1];
  if (invalid !== undefined) {
    throw new FilterConfigurationError(
      `${subject}: a parameter cannot be called ${invalid}; use letters, digits, _ and -`,
    );
  }
  return Object.freeze(Object.fromEntries(entries) as Record<Parameter, string>);
}

/**
 * Keeps the names of the parameters that a list reads, which must differ. The others are the host's.
 *
 * @param read the declared parameters, beside the ones of every list
 */
export function namesRead(names: AllParameterNames, read: readonly Parameter[], subject: string): ParameterNames {
  const { filters, sort, pagination } = names;
  const declared = Object.fromEntries(read.map((parameter) => [parameter, names[parameter]]));
  const all: ParameterNames = { filters, sort, pagination, ...declared };
  const values = namesIn(all);
  if (new Set(values).size < values.length) {
    throw new FilterConfigurationError(`${subject}: two parameters have the same name: ${values.join(', ')}`);
  }
  return Object.freeze(all);
}

function namesSet(params: unknown, subject: string): Partial<AllParameterNames> {
  return params === undefined ? {} : optionsIn({ subject, name: 'params', value: params }, parameters);
}

/** Checks the module's option `params`: its names must differ from each other, and from the names of every list. */
function checkParams(
  { value, subject }: { readonly value: unknown; readonly subject: string },
  base: AllParameterNames,
): void {
  const set = namesSet(value, subject);
  namesRead(
    resolveParams(base, { params: value }, subject),
    parameters.filter((name) => set[name] !== undefined),
    subject,
  );
}

/**
 * Refuses unknown options of rules, rules without an entity, and a name of two rules. Their values are checked against
 * the entity.
 */
function checkRules({ value = [] }: Option): void {
  const seen = new Set<string>();
  checkEach(value as readonly EntityRules[], (rules) => {
    const { name } = rules;
    const subject = subjectOfRules(rules);
    checkOptionNames(subject, rules.rules, { existing: classOptionNames });
    if ((rules.entity as unknown) === undefined) {
      throw new FilterConfigurationError(
        `${subject}: the entity is undefined; if two files import each other, break the circle`,
      );
    }
    if (name === undefined) return;
    if (name === '') throw wrongValue({ subject, name: 'name', value: name }, 'a name for the rules, such as users');
    if (seen.has(name)) throw new FilterConfigurationError(`${subject}: other rules have the name ${name}, too`);
    seen.add(name);
  });
}

/**
 * Source of a handler's parameters, for a framework whose handlers run in an `Execution`. Its public form is
 * `FilterSource`. Here it is only a type, because only the Nest layer knows the contents of a request.
 */
export type Source<Execution> = 'query' | 'body' | ((request: never, execution: Execution) => unknown);

/** Refuses an impossible source of parameters. */
function checkSource(option: Option): void {
  const { value } = option;
  if (value === undefined || value === 'query' || value === 'body' || typeof value === 'function') return;
  throw wrongValue(option, 'query, body or a function of the request');
}

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
  /** Greatest amounts of one request; see the table of limits. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Place of NULL in an order, unless a key names it: the database's own (`engine`, the default), `first` or `last`.
   */
  readonly nulls?: NullsDefault | undefined;
  /** IANA time zone of dates and zoneless date-times. By default UTC. */
  readonly timezone?: string | undefined;
  /** Accepts requests of another family's clients: `purity` or `strapi`. */
  readonly compatibility?: CompatibilityName | undefined;
  /** The application's operators, made with `defineOperator()`. */
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
   * Server and consistency of one answer's statements. By default they use one connection, to a replica if the data
   * source has any. A call can have settings of its own: `page(builder, query, { reads })`.
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
   * Prepares statements on the server: PostgreSQL keeps pages and totals parsed and planned under names, up to 50 of
   * each data source, unless their best plan depends on their values. Off by default. Boot fails without a data source
   * of PostgreSQL; other data sources are not affected. Leave it out behind PgBouncer in the mode `transaction`, unless
   * PgBouncer keeps prepared statements itself; docs/strategies.md lists everything that can go wrong.
   *
   * @example
   * FilterModule.forRoot({ preparedStatements: true })
   */
  readonly preparedStatements?: boolean | undefined;
  /**
   * Code that makes the entities of a page's rows. `compiled` (the default) is a function that is made once for a
   * statement, and makes what TypeORM would make. `typeorm` reads them by TypeORM's builder, whose statements are not
   * prepared: it is slower, and has what an application patched there. A handler and a call can have their own:
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
   * Rules of entities without a decorator, made by `rulesFor()`: of other packages' entities, and for layers without
   * TypeORM.
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
   * In message handlers, the first argument is the RPC context or the WebSocket client. The second argument is the
   * execution context.
   */
  readonly context?: ((request: never, execution: Execution) => unknown) | undefined;
}

/** Subject of every error about an option of the module: the call that a programmer looks for. */
export const moduleSubject = 'forRoot()';

function checkUnindexed(option: Option): void {
  const { value } = option;
  if (value !== undefined && value !== 'ddl' && typeof value !== 'boolean')
    throw wrongValue(option, "true, false or 'ddl'");
}

function checkZone({ subject, name, value }: Option): void {
  if (value === undefined || (typeof value === 'string' && IANAZone.isValidZone(value))) return;
  throw wrongValue({ subject, name, value }, 'an IANA time zone such as Europe/Oslo or UTC');
}

/** Differences between one handler, or one call in code, and the settings of its entity and of the module. */
export interface Overrides extends ViewOverrides, ListOptions {
  /** Any of the limits, for this handler. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Conditions and an order that apply without a client's request, in property names, of any column, without limits.
   */
  readonly defaults?: DefaultsOverride | undefined;
  /** `false` where the handler refuses `pagination`, or settings of its own. */
  readonly pagination?: false | PageSettings | undefined;
  /** The parameters' names for this handler. */
  readonly params?: Partial<AllParameterNames> | undefined;
  /** True where dates and date-times accept relative ones, such as `now-7d`. Default: the module's setting. */
  readonly relativeDates?: boolean | undefined;
  /** SQL for conditions on relations without a strategy of their own, instead of the module's. */
  readonly strategy?: RelationStrategy | undefined;
  /** The way to make the entities of the rows, in place of the module's. */
  readonly hydration?: Hydration | undefined;
  /** Prefix of the parameters' names, so that one URL can carry several lists: `posts_` reads `posts_filters`. */
  readonly prefix?: string | undefined;
  /** Source of the parameters. Default: the module's. */
  readonly source?: unknown;
  /** Form of the handler's answers, instead of the module's. `false` where it answers pages. */
  readonly answer?: false | PageAnswer | undefined;
  /** Reads the requests of another library's clients, in place of the module's on-ramp; `false` for none. */
  readonly onRamp?: false | OnRamp | undefined;
  /** Policy for parameters that nobody has named: `similar`, `ignore` or `refuse`, as in `forRoot()`. */
  readonly unknownParameters?: UnknownPolicy | undefined;
  /** Parameters that the handler itself reads, instead of the module's `allowParameters`. */
  readonly allowParameters?: readonly string[] | undefined;
  /** Names without brackets that mean the same as bracketed ones, beside the module's. `false` for none. */
  readonly flat?: false | FlatOverrides | undefined;
  /** Returns facts from the handler's decorators, once all have run. Undefined outside of a handler. */
  readonly [ofHandler]?: (() => HandlerFacts) | undefined;
}

/** Facts of a handler whose other parameters decide what a list may refuse. */
export interface HandlerFacts {
  /** Lists of the handler, this one included. Their parameters are not typos. */
  readonly lists: readonly { readonly entity: ListedEntity; readonly overrides: Overrides | undefined }[];
  /** Parts of the query string that the handler reads beside its lists. */
  readonly query: HostReads;
  /** Parts of the body, or of a message's payload. */
  readonly body: HostReads;
  /** True for a message handler, whose payload is read like a body. */
  readonly isOfMessages: boolean;
  /** True for a handler of HTTP's QUERY, whose lists are in its content. */
  readonly isOfQueries: boolean;
}

/** A class, its name or its schema, to look up an entity. */
type ListedEntity = EntityTarget<ObjectLiteral>;

/** Key of the facts about the handler of a `@FilterQuery()` parameter. */
export const ofHandler = Symbol.for('nestjs-filterable:of-handler');

/** Conditions and an order of a handler's own. */
export interface DefaultsOverride {
  readonly filters?: unknown;
  readonly sort?: unknown;
  /** Keys before the client's, or before the default order. */
  readonly sortBefore?: unknown;
  /** Keys after the client's, or after the default order. */
  readonly sortAfter?: unknown;
  /**
   * `absent`: the filters apply where the client sends none (the default). `always`: they apply beside the client's.
   */
  readonly when?: 'absent' | 'always' | undefined;
}

/** Names of overrides. Only the decorator sets the symbol, never a program. */
type OverrideName = Exclude<keyof Overrides, typeof ofHandler>;

/** The places where an option may stand, each with the check of its value there. */
interface OptionRow {
  /** In `forRoot()`. */
  readonly module?: Check;
  /** In `@FilterQuery()`, and in the overrides of a call. */
  readonly handler?: Check;
  /** In the overrides of a call alone. */
  readonly call?: Check;
}

/** The compiler compares the table with the interfaces: each of their members has a check where it may stand. */
type OptionRows = Readonly<Record<keyof ModuleOptions, { readonly module: Check }>> &
  Readonly<Record<OverrideName, { readonly handler: Check }>> &
  Readonly<Record<'context' | 'trusted', { readonly call: Check }>>;

/** Row of an option of the module that a handler may replace. */
const both = (check: Check) => ({ module: check, handler: check });

/**
 * The options. Always checked are names, closed sets of words, secrets, limits and zones. The mere type of a value is
 * left to the compiler ({@link ofType}), and {@link checkedElsewhere} stands where it is checked against the entity.
 */
const optionTable = {
  adaptive: { module: checkAdaptive },
  aggregates: { handler: checkedElsewhere },
  allowParameters: both(checkAllowed),
  answer: both(checkAnswer),
  compatibility: { module: (option: Option) => checkChoice(option, Object.keys(compatibilities)) },
  context: { module: ofType, call: ofType },
  defaults: {
    handler: ({ subject, name, value }: Option) => {
      if (value === undefined) return;
      const existing = ['filters', 'sort', 'sortBefore', 'sortAfter', 'when'];
      const defaults: DefaultsOverride = optionsIn({ subject, name, value }, existing);
      checkChoice({ subject, name: `${name}.when`, value: defaults.when }, ['absent', 'always']);
    },
  },
  deleted: { handler: checkOf('deleted') },
  errors: { module: checkErrors },
  facets: { handler: checkedElsewhere },
  fields: { handler: checkedElsewhere },
  flat: { module: checkModuleFlat, handler: checkFlat },
  hydration: both((option) => checkChoice(option, hydrations)),
  limits: { module: resolveLimits, handler: checkedElsewhere },
  logUnindexed: { module: checkUnindexed },
  nulls: { module: (option: Option) => checkChoice(option, ['engine', 'first', 'last']) },
  onRamp: both(ofType),
  operators: { module: operatorsOf, handler: checkedElsewhere },
  pagination: { module: checkModulePagination, handler: checkPagination },
  params: { module: (option: Option) => checkParams(option, usualNames), handler: checkedElsewhere },
  populate: { handler: checkedElsewhere },
  prefix: { handler: ofType },
  preparedStatements: { module: ofType },
  reads: { module: checkReads },
  relations: { handler: checkedElsewhere },
  relativeDates: both(ofType),
  rules: { module: checkRules },
  search: { handler: checkedElsewhere },
  select: { handler: checkOf('fields') },
  sort: { handler: checkedElsewhere },
  source: both(checkSource),
  strategy: both(checkStrategy),
  timezone: { module: checkZone },
  trusted: { call: ofType },
  unknownParameters: both((option) => checkChoice(option, unknownPolicies)),
} as const satisfies OptionRows;

function checksIn(...places: readonly (keyof OptionRow)[]): OptionTable {
  const rows = Object.entries<OptionRow>(optionTable);
  return Object.fromEntries(
    places.flatMap((place) =>
      rows.flatMap(([name, { [place]: check }]) => (check === undefined ? [] : [[name, check] as const])),
    ),
  );
}

/** The options of `forRoot()`, of `@FilterQuery()`, and of a call alone, which do not describe a list. */
const [moduleChecks, overrideChecks, callNames] = [
  checksIn('module'),
  checksIn('handler', 'call'),
  Object.keys(checksIn('call')),
];

/** Returns the overrides that exist and pass their checks. `faults` collects the mistakes. */
export function soundOverrides(overrides: Overrides, subject: string, faults: Faults): Overrides {
  return soundOptions({ subject, table: overrideChecks, faults }, overrides);
}

/**
 * Refuses the options of a call on a decorator, where nothing reads them: a condition would look trusted, but be under
 * the limits, and a context would not reach the scopes.
 */
export function checkDeclared(overrides: Overrides, subject: string): void {
  checkEach(callNames, (name) => {
    if (!Object.hasOwn(overrides, name)) return;
    throw new FilterConfigurationError(
      `${subject}: the option \`${name}\` does nothing on a decorator; pass it to parse() or filter()`,
    );
  });
}

/** The options of the module, complete and checked. */
export interface Settings extends ForeignSettings {
  readonly params: AllParameterNames;
  readonly limits: Limits;
  readonly nulls: NullsDefault;
  /** IANA time zone of dates and zoneless date-times. */
  readonly zone: string;
  readonly compatibility: Compatibility;
  /** Every operator by its token, the built-in ones first. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  readonly pagination: PageSettings;
  readonly reads: ReadSettings;
  /** The flat names of all lists. Undefined where they have none. */
  readonly flat: FlatOptions | undefined;
  readonly strategy: RelationStrategy;
  readonly relativeDates: boolean;
  /** Returns the present, in milliseconds since 1970. */
  readonly clock: () => number;
  readonly adaptive: AdaptiveSettings;
  readonly hydration: Hydration;
  /** Form of the answers. Undefined where pages are answered. */
  readonly answer: PageAnswer | undefined;
  readonly onRamp: OnRamp | undefined;
  /** The rules of entities without a decorator. */
  readonly rules: readonly EntityRules[];
  readonly refusals: RefusalOptions;
  /** Called when named statements stop working on the server. Undefined where none are used. */
  readonly naming: Report | undefined;
  /** Receives the failures of a `when`, which are logged and refuse no request. */
  readonly report: Report;
}

/**
 * Completes the options of the module with their defaults.
 *
 * @param faults receives every mistake where other checks follow before an error is thrown; a wrong
 * option then has its default
 * @throws FilterConfigurationError with every mistake, unless there are `faults`
 */
export function resolveSettings(
  options: ModuleOptions<never>,
  report: Report = () => undefined,
  faults?: Faults,
): Settings {
  const collected = faults ?? new Faults();
  const sound = soundOptions({ subject: moduleSubject, table: moduleChecks, faults: collected }, options);
  const { allowParameters = [], operators } = sound;
  const compatibility = compatibilities[sound.compatibility ?? 'default'];
  const params = resolveParams({ ...usualNames, ...compatibility.names }, sound, moduleSubject);
  collected.collect(() => checkUnread(allowParameters, namesIn(namesRead(params, [], moduleSubject)), moduleSubject));
  if (faults === undefined) collected.throwIfAny();
  return Object.freeze({
    params,
    ...withDefaults(sound),
    limits: resolveLimits({ subject: moduleSubject, name: 'limits', value: sound.limits }),
    compatibility,
    operators: operatorsOf({ subject: moduleSubject, name: 'operators', value: operators }),
    clock: clockIn(options),
    hydration: sound.hydration ?? 'compiled',
    refusals: refusalsOf(sound.errors),
    naming: sound.preparedStatements === true ? report : undefined,
    report,
    allowParameters: Object.freeze([...allowParameters]),
  });
}

/** Completes the options that mean themselves. */
function withDefaults(sound: ModuleOptions<never>) {
  return {
    source: sound.source ?? 'query',
    nulls: sound.nulls ?? 'engine',
    zone: sound.timezone ?? 'UTC',
    pagination: sound.pagination ?? {},
    reads: sound.reads ?? {},
    flat: sound.flat,
    strategy: sound.strategy ?? 'adaptive',
    relativeDates: sound.relativeDates ?? true,
    adaptive: sound.adaptive ?? {},
    answer: sound.answer,
    onRamp: sound.onRamp,
    rules: sound.rules ?? [],
    unknownParameters: sound.unknownParameters,
  } as const;
}

/** Key of an option that tests alone set: the clock, in place of the machine's. No program can set it by mistake. */
export const ownClock = Symbol.for('nestjs-filterable:clock');

function clockIn(options: object): () => number {
  const clock: unknown = Reflect.get(options, ownClock);
  return typeof clock === 'function' ? () => Number(Reflect.apply(clock, undefined, [])) : () => Date.now();
}

/** Returns the moment of a request that comes now, or undefined where relative dates are not read. */
export function momentOf({ relativeDates, clock }: Pick<Settings, 'relativeDates' | 'clock'>): Moment | undefined {
  return relativeDates ? momentBy(clock) : undefined;
}

/**
 * Prints the settings that an answer depends on, for cache keys: two requests with different
 * answers must not share one.
 */
export function settingsText(
  { name, metadata, dialect }: FilterSchema,
  { nulls, zone, compatibility }: Settings,
  { pagination, limits }: { readonly pagination: PageSettings; readonly limits: Limits },
): string {
  const { count, styles } = pagination;
  const most = mostUnpaged(pagination);
  // A former secret decides which cursors are read, and nothing of an answer.
  const [secret] = secretsOf(pagination);
  return JSON.stringify([
    [name, metadata.tablePath, dialect.name],
    nulls,
    zone,
    compatibility.keyDirection,
    count,
    secret,
    styles,
    limits.pageSize,
    ...(most === undefined ? [] : [most]),
  ]);
}
