import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterIssue } from '../issues/index.js';
import { type FilterSchema, type NamedFilterRule, type NamedFilterSchema, isPromise } from '../schema/index.js';
import { type ValueKindName, valueKinds } from '../values/index.js';
import type { Settings } from './options.js';
import { TrustedMistake, trustedConditions } from './trusted.js';

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

/** Returns a text that is equal for equal operands. */
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
export function isOfClient(filter: NamedFilterSchema, value: unknown, issue: FilterIssue, context: unknown): boolean {
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
