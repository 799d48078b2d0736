import { IANAZone } from 'luxon';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import {
  type Check,
  type Faults,
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
  wholeNumber,
  wrongValue,
} from '../configuration/index.js';
import { type Hydration, type PageSettings, hydrations, pageStyles } from '../ast/index.js';
import type { FilterIssue } from '../issues/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import {
  type AllParameterNames,
  type HostReads,
  type UnknownPolicy,
  unknownPolicies,
  usualNames,
} from '../wire/index.js';
import { type AnyOperator, type Operator, builtInOperators, operatorFault } from '../operators/index.js';
import {
  type EntityRules,
  type RelationStrategy,
  type ViewOverrides,
  classOptionNames,
  checkStrategy,
  subjectOfRules,
} from '../schema/index.js';
import { type AdaptiveSettings, checkAdaptive } from '../adaptive/index.js';
import { type CompatibilityName, compatibilities } from '../compatibility/index.js';
import type { NullsDefault } from '../sql/index.js';
import { type ReadSettings, checkReads } from '../page/index.js';
import type { FlatOptions, FlatOverrides, ListOptions } from '../list/index.js';
import { featureOptions, flat } from './parameters.js';
import { checkParams } from './names.js';
import type { OnRamp, PageAnswer } from './on-ramp.js';

/** Refuses an empty text among the names of parameters. */
function checkAllowed({ subject, name, value }: Option): void {
  if (!Array.isArray(value) || !value.includes('')) return;
  throw new FilterConfigurationError(`${subject}: \`${name}\` lists an empty text, which is not a name`);
}

/** Checks the form of the answers of a module or of a handler. `false` turns it off. */
function checkAnswer(option: Option): void {
  if (isOptions(option.value)) optionsIn(option, ['body', 'schema']);
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

export function refusalsOf(option: ErrorsOption | undefined): RefusalOptions {
  return typeof option === 'function' ? { make: option } : (option ?? {});
}

/** Returns the built-in operators and the application's own, by token. */
export function operatorsOf(option: Option): ReadonlyMap<string, AnyOperator> {
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
  // All rows of an answer without a page are in memory at once.
  max: wholeNumber(1, 10_000),
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

/** Checks the secret of cursors, or a list of the current one and former ones. No message shows a secret. */
function checkSecret(option: Option): void {
  const { subject, name, value } = option;
  if (!Array.isArray(value)) {
    checkOneSecret(option, 'leave it out if cursors are not encrypted');
    return;
  }
  if (value.length === 0) throw wrongValue(option, 'a list of the current secret, and then former ones');
  const secrets: readonly unknown[] = value;
  checkEach(secrets.entries(), ([place, secret]) =>
    checkOneSecret({ subject, name: `${name}[${place}]`, value: secret }, 'leave it out'),
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
function checkOneSecret(option: Option, wayOut: string): void {
  const { subject, name, value } = option;
  if (value === undefined || value === '') {
    const found = `\`${name}\` is ${describeValue(value)}`;
    throw new FilterConfigurationError(`${subject}: ${found}; set 16 characters or more, or ${wayOut}`);
  }
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
  /** True where it changes neither the rows of a list nor their order, so that cursors are not bound to it. */
  readonly keepsRows?: true | undefined;
}

/** The compiler compares the table with the interfaces: each of their members has a check where it may stand. */
type OptionRows = Row<Exclude<keyof ModuleOptions, 'flat'>, 'module'> &
  Row<Exclude<OverrideName, keyof ListOptions | 'flat'>, 'handler'> &
  Row<'context' | 'trusted', 'call'>;

type Row<Name extends string, Place extends 'module' | 'handler' | 'call'> = Readonly<
  Record<Name, OptionRow & Required<Pick<OptionRow, Place>>>
>;

/** Row of an option of the module that a handler may replace. */
const both = (check: Check) => ({ module: check, handler: check });

/** Row of such an option about the reading of requests, or about one answer. */
const bothKeepingRows = (check: Check) => ({ module: check, handler: check, keepsRows: true }) as const;

/**
 * The options of the core. Always checked are names, closed sets of words, secrets, limits and zones. The mere type of
 * a value is left to the compiler ({@link ofType}), and {@link checkedElsewhere} stands where it is checked against the
 * entity. Features have their own rows.
 */
const optionTable = {
  adaptive: { module: checkAdaptive },
  allowParameters: both(checkAllowed),
  answer: bothKeepingRows(checkAnswer),
  compatibility: { module: (option: Option) => checkChoice(option, Object.keys(compatibilities)) },
  context: { module: ofType, call: ofType, keepsRows: true },
  defaults: {
    handler: ({ subject, name, value }: Option) => {
      if (value === undefined) return;
      const existing = ['filters', 'sort', 'sortBefore', 'sortAfter', 'when'];
      const defaults: DefaultsOverride = optionsIn({ subject, name, value }, existing);
      checkChoice({ subject, name: `${name}.when`, value: defaults.when }, ['absent', 'always']);
    },
  },
  errors: { module: checkErrors },
  fields: { handler: checkedElsewhere },
  hydration: bothKeepingRows((option) => checkChoice(option, hydrations)),
  limits: { module: resolveLimits, handler: checkedElsewhere, keepsRows: true },
  logUnindexed: { module: checkUnindexed },
  nulls: { module: (option: Option) => checkChoice(option, ['engine', 'first', 'last']) },
  onRamp: bothKeepingRows(ofType),
  operators: { module: operatorsOf, handler: checkedElsewhere },
  pagination: { module: checkModulePagination, handler: checkPagination, keepsRows: true },
  params: { module: (option: Option) => checkParams(option, usualNames), handler: checkedElsewhere },
  prefix: { handler: ofType },
  preparedStatements: { module: ofType },
  reads: { module: checkReads },
  relations: { handler: checkedElsewhere },
  relativeDates: bothKeepingRows(ofType),
  rules: { module: checkRules },
  sort: { handler: checkedElsewhere },
  source: bothKeepingRows(checkSource),
  strategy: bothKeepingRows(checkStrategy),
  timezone: { module: checkZone },
  trusted: { call: ofType, keepsRows: true },
  unknownParameters: both((option) => checkChoice(option, unknownPolicies)),
} as const satisfies OptionRows;

/** Every option, in the order of the names. */
const rows: readonly (readonly [string, OptionRow])[] = [
  ...Object.entries<OptionRow>(optionTable),
  ...featureOptions,
  ['flat', { ...flat.rules, keepsRows: true }] as const,
].sort(byName);

function checksIn(...places: readonly ('module' | 'handler' | 'call')[]): OptionTable {
  return Object.fromEntries(
    places.flatMap((place) =>
      rows.flatMap(([name, row]) => {
        const check = row[place];
        return check === undefined ? [] : [[name, check] as const];
      }),
    ),
  );
}

function byName([one]: readonly [string, OptionRow], [other]: readonly [string, OptionRow]): number {
  return one < other ? -1 : 1;
}

export const moduleChecks = checksIn('module');
const overrideChecks = checksIn('handler', 'call');
const callNames = Object.keys(checksIn('call'));

/** The options that cursors are bound to: those that change the rows of a list, or their order. */
export const bindsCursors: ReadonlySet<string> = new Set(
  rows.flatMap(([name, { keepsRows }]) => (keepsRows ? [] : name)),
);

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
