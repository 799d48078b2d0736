import type { DataSource } from 'typeorm';
import { FilterConfigurationError, checkEach } from '../configuration/index.js';
import { type FilterIssue, IssueCollector } from '../issues/index.js';
import {
  type FilterSchema,
  type NamedFilterRule,
  type NamedFilterSchema,
  type RelatedAggregate,
  type View,
  fieldsOf,
  isPromise,
} from '../schema/index.js';
import { type ValueKindName, valueKinds } from '../values/index.js';
import { namesRead } from './names.js';
import type { Overrides } from './options.js';
import { type Settings, momentOf } from './settings.js';
import {
  type Asked,
  type Condition,
  type Declared,
  type Moment,
  type SortTerm,
  atMoment,
  forEachCondition,
  holdsRelative,
  momentBy,
} from '../ast/index.js';
import { compatibilities } from '../compatibility/index.js';
import { type NamedFilters, type ParseOptions, nodesOf, origins, treeOf } from '../parse/index.js';
import { bareDeclared, parametersRead, readParameters } from './parameters.js';
import { type ParameterNames, usualNames } from '../wire/index.js';
import type { TrustedReader } from '../list/index.js';
import { BudgetOfClient } from '../limits.js';

type NamedFilterKind = NamedFilterRule['kind'];

/** Values of each kind, as `where` gets them: plain ones, which a column refuses only for its kind. */
const samples: Readonly<Record<NamedFilterKind, readonly unknown[]>> = {
  text: ['a', '0'],
  tinyint: [1, 0],
  smallint: [1, 0],
  mediumint: [1, 0],
  integer: [1, 0],
  bigint: ['1', '0'],
  decimal: ['1', '0'],
  real: [1, 0],
  float: [1, 0],
  boolean: [true],
  date: ['2000-01-01', '2024-02-29'],
  datetime: [new Date(0), new Date(86_400_000)],
  time: ['00:00:00', '12:00:00'],
  uuid: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'],
};

const facts = { zone: 'UTC' };

/**
 * Returns true where a column refuses every value of a filter's kind. Any text may be the text of another value, and
 * the members of an enum are texts or numbers.
 */
function neverFits(kind: NamedFilterKind, column: ValueKindName): boolean {
  if (kind === 'text') return false;
  if (column === 'enum') return kind === 'boolean' || kind === 'datetime';
  const reader = valueKinds[column];
  return samples[kind].every(
    (sample) => !(typeof sample === 'string' ? reader.read(sample, facts) : reader.readNative(sample, facts)).ok,
  );
}

function kindOf({ field }: NamedFilterSchema): NamedFilterKind {
  return field.expression.kind.name as NamedFilterKind;
}

/** Returns true for an issue of a column that refuses every value of a filter, or compares with none. */
function isMisfit(filter: NamedFilterSchema, { code, kind }: FilterIssue): boolean {
  if (code !== 'invalid_value') return code === 'operator_not_allowed';
  return neverFits(kindOf(filter), kind as ValueKindName);
}

/** Returns the conditions for another value, or undefined where `where` needs a context, or this very value. */
function conditionsFor(filter: NamedFilterSchema, value: unknown, context: unknown): object | undefined {
  try {
    const conditions = filter.where(value, context);
    return typeof conditions === 'object' && conditions !== null && !isPromise(conditions) ? conditions : undefined;
  } catch {
    return undefined;
  }
}

function textOf(operand: unknown): string | undefined {
  return JSON.stringify(operand, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Returns what stands at the place of an issue about conditions. */
function operandAt(conditions: object, { pointer }: FilterIssue): unknown {
  const [, , ...names] = pointer.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined),
    conditions,
  );
}

/** Returns true for a value alone, or in a list. */
function holds(operand: unknown, value: unknown): boolean {
  return operand === value || (Array.isArray(operand) && operand.includes(value));
}

/**
 * Returns true where the value that the client sent is why a condition is refused: for other values, something else
 * stands in its place. A value that never fits its column is the program's mistake, as a constant is.
 */
function isOfClient(filter: NamedFilterSchema, value: unknown, issue: FilterIssue, context: unknown): boolean {
  const conditions = conditionsFor(filter, value, context);
  if (conditions === undefined) return false;
  const operand = operandAt(conditions, issue);
  if (holds(operand, value) && isMisfit(filter, issue)) return false;
  const others = samples[kindOf(filter)].flatMap((sample) => conditionsFor(filter, sample, context) ?? []);
  if (others.length === 0) return holds(operand, value);
  // Another value changes no name and no operator, unless it is a part of these.
  const isName = !(issue.code === 'invalid_value' || issue.code.startsWith('expected_'));
  return others
    .map((other) => operandAt(other, issue))
    .some((there) => (isName ? there === undefined : textOf(there) !== textOf(operand)));
}

/**
 * Checks that the kind of each named filter goes with the columns that its values meet, as far as `where` says this
 * without a context.
 *
 * @throws FilterConfigurationError for a column that refuses every value of the kind
 */
export function checkNamedFilter(schema: FilterSchema, filter: NamedFilterSchema, settings: Settings): void {
  const [sample] = samples[kindOf(filter)];
  const conditions = conditionsFor(filter, sample, undefined);
  if (conditions === undefined) return;
  const subject = `The named filter ${filter.propertyPath} of ${schema.name}`;
  try {
    trustedConditions(schema, conditions, { settings, subject });
  } catch (error) {
    if (!(error instanceof TrustedMistake)) throw error;
    const { issue } = error;
    const isMet = issue.code !== 'invalid_value' || holds(operandAt(conditions, issue), sample);
    if (!isMet || !isMisfit(filter, issue)) return;
    throw new FilterConfigurationError(
      `${subject}: no value of \`kind: '${kindOf(filter)}'\` fits where \`where\` puts it: ${issue.message}; ` +
        'choose the kind of that column, or convert the value',
    );
  }
}

/** A mistake in conditions of the program's, with its place in them. */
class TrustedMistake extends FilterConfigurationError {
  constructor(
    subject: string,
    readonly issue: FilterIssue,
  ) {
    super(`${subject}: ${issue.message}`);
  }
}

/**
 * Reads conditions of the server's own, such as a scope, in property names and on any column.
 *
 * @throws TrustedMistake for any mistake, which is the program's
 */
export function trustedConditions(
  schema: FilterSchema,
  filters: unknown,
  reading: TrustedReading,
): Condition | undefined {
  return readTrusted(schema, { filters }, reading).filters;
}

/** Reads a default order in property names, as {@link trustedConditions} reads conditions. */
export function trustedSort(
  schema: FilterSchema,
  sort: unknown,
  settings: Settings,
  subject: string,
): readonly SortTerm[] {
  return readTrusted(schema, { sort }, { settings, subject }).sort;
}

/** A program's own request: its context, its data source, and whether its fields may be chosen. */
export interface TrustedScope extends Pick<Overrides, 'select'> {
  /** Value that decides scopes. */
  readonly context: unknown;
  readonly source: DataSource;
  /** The moment of its relative dates, where it was read before; by default the present. */
  readonly moment?: Moment | undefined;
}

/** Circumstances of reading the program's own request. */
export interface TrustedReading {
  readonly settings: Settings;
  /** Begins the error. */
  readonly subject: string;
  /** Declarations of the entity. Left out for a request with only conditions and an order. */
  readonly declared?: Declared;
  /** Makes the budget that it spends. Default: one without limits. */
  readonly budget?: ParseOptions['budget'];
  /** The moment of its relative dates; by default the present, unless the module does not read them. */
  readonly moment?: Moment | undefined;
}

/** Names of the parameters that every list reads: of scopes and conditions of the program, which each request has. */
const namesOfAll = namesRead(usualNames, parametersRead(bareDeclared), 'a request of the program');

/** Reads a whole request of the server's own: by the usual names, without limits, in the default compatibility mode. */
export function readTrusted(
  schema: FilterSchema,
  input: unknown,
  { settings, subject, declared = bareDeclared, moment = momentOf(settings), budget }: TrustedReading,
): Asked {
  const issues = new IssueCollector(1);
  const origin = origins.trusted;
  const params = declared === bareDeclared ? namesOfAll : namesRead(usualNames, parametersRead(declared), subject);
  const tree = treeOf(input, { origin, params }, issues);
  const list = { view: schema.view(origin.view), declared };
  const { nodeOf } = nodesOf(tree, { ...optionsOf(settings, params), moment, budget }, issues);
  const parsed = readParameters(nodeOf, list);
  const [first] = issues.issues;
  if (first !== undefined) throw new TrustedMistake(subject, first);
  return parsed;
}

function optionsOf({ operators }: Settings, params: ParameterNames): ParseOptions {
  const compatibility = compatibilities.default;
  const { limits } = origins.trusted;
  return { params, limits, compatibility, operators, context: undefined };
}

/** Returns the conditions of an `and()`, which also takes a whole input with only `filters`. */
export function conditionsIn(input: unknown, schema: FilterSchema): unknown {
  return isWholeInput(input, schema) ? input.filters : input;
}

/** Recognizes a whole input with `filters` instead of conditions, unless a member has that name. */
function isWholeInput(input: unknown, schema: FilterSchema): input is { readonly filters: unknown } {
  const isWrapped = typeof input === 'object' && input !== null && Object.keys(input).join() === 'filters';
  return isWrapped && !schema.view('all').members.has('filters');
}

/**
 * A scope, or another function of the context that gives conditions, which failed. Nobody can say which rows may be
 * seen then, so the request is refused.
 */
export class ScopeFailure extends Error {
  override readonly name = 'ScopeFailure';

  /** @param lacksContext true where there was no context, which is then the likely reason */
  constructor(
    message: string,
    readonly lacksContext: boolean,
    options?: ErrorOptions,
  ) {
    super(
      lacksContext
        ? `${message}; it had no context: pass { context } in code, or configure \`context\` in forRoot()`
        : message,
      options,
    );
  }
}

/** A function of the program's that gives the conditions of an entity's rows, and its name in errors. */
export interface ConditionGiver {
  readonly schema: FilterSchema;
  readonly give: (context: unknown) => unknown;
  readonly subject: string;
}

/**
 * Returns the conditions that a function of the program's gives in a context.
 *
 * @throws ScopeFailure where it fails, or gives a promise or nothing
 */
export function givenConditions(
  { schema, give, subject }: ConditionGiver,
  context: unknown,
  reading: Omit<TrustedReading, 'subject'>,
): Condition | undefined {
  const lacksContext = context === undefined;
  let isAwaited: boolean;
  try {
    const filters = give(context);
    isAwaited = isPromise(filters);
    if (typeof filters === 'object' && filters !== null && !isAwaited) {
      return trustedConditions(schema, filters, { ...reading, subject });
    }
  } catch (cause) {
    throw new ScopeFailure(`${subject} failed`, lacksContext, { cause });
  }
  if (isAwaited) {
    throw new ScopeFailure(`${subject} returned a promise; await in \`context\` what it needs`, false);
  }
  throw new ScopeFailure(`${subject} returned nothing; return conditions, or {} for every row`, lacksContext);
}

/** Makes the reader of what a program declares of populated relations. */
export function trustedReader(settings: Settings): TrustedReader {
  return {
    sort: (schema, sort, subject) => trustedSort(schema, sort, settings, subject),
    where: (schema, where, about) => declaredConditions(schema, where, `\`where\` of ${about}`, settings),
  };
}

/** Conditions of the program's own, as they are in a context and at the moment of a request. */
export type DeclaredConditions = (context: unknown, moment: Moment | undefined) => Condition | undefined;

/**
 * Reads an object of conditions once, but for its relative dates, and calls a function of the context for each request.
 *
 * @throws TrustedMistake for any mistake in an object. What is returned throws ScopeFailure where the function fails
 */
function declaredConditions(
  schema: FilterSchema,
  declared: unknown,
  subject: string,
  settings: Settings,
): DeclaredConditions {
  if (isFunction(declared)) {
    return (context, moment) => givenConditions({ schema, give: declared, subject }, context, { settings, moment });
  }
  return atEachMoment(trustedConditions(schema, declared, { settings, subject }), settings);
}

/** Returns conditions as they are at the moment of a request: only relative dates are read anew. */
export function atEachMoment(condition: Condition | undefined, { clock }: Settings): DeclaredConditions {
  if (condition === undefined || !holdsRelative(condition)) return () => condition;
  return (_, moment) => atMoment(condition, moment ?? momentBy(clock));
}

function isFunction(value: unknown): value is (context: unknown) => unknown {
  return typeof value === 'function';
}

/**
 * A named filter that failed, gave a promise, or named what does not exist. The program is wrong, whatever the client
 * has sent.
 */
export class NamedFilterFailure extends Error {
  override readonly name = 'NamedFilterFailure';
}

/**
 * Makes the function that reads what a value of a named filter stands for, at the moment of its request. A value that a
 * column refuses is the client's mistake.
 */
export function namedConditions(settings: Settings): NamedFilters['expand'] {
  return (filter, value, { budget, root, context, named }) => {
    const schema = filter.owner();
    const subject = `The named filter ${filter.propertyPath} of ${schema.name}`;
    const give = (): unknown => filter.where(value, context);
    try {
      const condition = givenConditions({ schema, give, subject }, context, {
        settings,
        moment: momentIn(named, settings),
        budget: (limits, issues) => new BudgetOfClient(limits, issues, { budget, root }),
      });
      return { condition };
    } catch (error) {
      if (!(error instanceof ScopeFailure)) throw error;
      const { cause } = error;
      if (cause instanceof TrustedMistake && isOfClient(filter, value, cause.issue, context)) {
        return { refusedBy: cause.issue };
      }
      throw new NamedFilterFailure(error.message, { cause: error.cause });
    }
  };
}

function momentIn(named: NamedFilters | undefined, settings: Settings): Moment | undefined {
  if (named === undefined) return undefined;
  named.used = true;
  return (named.moment ??= momentOf(settings));
}

/** The conditions of aggregates, each read once: an aggregate is of the schemas of its settings. */
const readOnce = new WeakMap<RelatedAggregate, DeclaredConditions>();

/**
 * Returns the declared condition of an aggregate on related rows. Undefined where all visible related rows count.
 *
 * @throws ScopeFailure where a function of the context fails
 */
export function conditionOfAggregate(
  aggregate: RelatedAggregate,
  settings: Settings,
  context?: unknown,
  moment?: Moment,
): Condition | undefined {
  const { where, relation } = aggregate;
  if (where === undefined) return undefined;
  let read = readOnce.get(aggregate);
  if (read === undefined) {
    read = declaredConditions(relation.target, where.conditions, where.subject, settings);
    readOnce.set(aggregate, read);
  }
  return read(context, moment);
}

/**
 * Checks the conditions of every aggregate that a view declares.
 *
 * @throws FilterConfigurationError with every mistake in them
 */
export function checkAggregates({ members }: View, settings: Settings): void {
  checkEach(fieldsOf(members), ({ expression }) => {
    const aggregate = expression.aggregate;
    if (aggregate !== undefined) checkAggregate(aggregate, settings, []);
  });
}

function checkAggregate(aggregate: RelatedAggregate, settings: Settings, around: readonly RelatedAggregate[]): void {
  const { where } = aggregate;
  if (where === undefined || isFunction(where.conditions)) return;
  if (around.includes(aggregate)) {
    throw new FilterConfigurationError(`${where.subject} leads back to the aggregate itself; leave one of them out`);
  }
  const condition = conditionOfAggregate(aggregate, settings);
  if (condition === undefined) return;
  forEachCondition(condition, (each) => {
    const inner = each.type === 'comparison' ? each.field.expression.aggregate : undefined;
    if (inner !== undefined) checkAggregate(inner, settings, [...around, aggregate]);
  });
}
