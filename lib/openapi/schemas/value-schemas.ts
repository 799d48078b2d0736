import type { Limits } from '../../limits.js';
import type { OperatorTakes } from '../../operators/index.js';
import type { ExpressionSchema } from '../../schema/index.js';
import { type ValueFacts, type ValueKindName, type WholeNumberBounds, valueKinds } from '../../values/index.js';
import type { JsonSchema } from './json-schema.js';
import { digitsWithin } from './digits.js';

/** The limits that schemas of values depend on. */
export interface ValueLimits extends Pick<Limits, 'valueLength' | 'needleLength' | 'members'> {
  /** True where dates and date-times take relative ones. */
  readonly relativeDates?: boolean;
}

const dateTime: JsonSchema = { type: 'string', format: 'date-time' };
const day: JsonSchema = { type: 'string', format: 'date' };

/** A relative date, with offsets that stay within the years that dates can have. More offsets are accepted, too. */
const moment: JsonSchema = {
  type: 'string',
  pattern: '^now([+-]([0-9]{1,3}[yQ]|[0-9]{1,4}[Mwdhms])){0,2}(/[yQMwdhms])?$',
};

/** Schemas of one value, by its kind. Every value that they allow is accepted; some other spellings are, too. */
const byKind: Readonly<Record<ValueKindName, (facts: ValueFacts, limits: ValueLimits) => JsonSchema>> = {
  text: (_, { valueLength }) => ({ type: 'string', maxLength: valueLength }),
  tinyint: wholeNumber('tinyint'),
  smallint: wholeNumber('smallint'),
  mediumint: wholeNumber('mediumint'),
  integer: wholeNumber('integer'),
  bigint: wholeNumber('bigint'),
  decimal: () => ({
    anyOf: [
      { type: 'number', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^-?[0-9]{1,35}(\\.[0-9]{1,30})?$' },
    ],
  }),
  real: () => ({ type: 'number', format: 'float', minimum: -3.4e38, maximum: 3.4e38 }),
  float: () => ({ type: 'number', format: 'double' }),
  boolean: () => ({ type: 'boolean' }),
  date: (_, { relativeDates }) => (relativeDates ? { anyOf: [day, moment] } : day),
  datetime: (_, { relativeDates }) => ({ anyOf: [dateTime, day, ...(relativeDates ? [moment] : [])] }),
  time: () => ({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?$' }),
  uuid: () => ({ type: 'string', format: 'uuid' }),
  enum: ({ members = [] }) => membersSchema(members),
  json: () => ({}),
  opaque: () => ({}),
};

/** Makes the schema of one value of a field, or of one element of a list. */
export function valueSchema({ kind, facts, metadata, list }: Valued, limits: ValueLimits): JsonSchema {
  const schema = byKind[kind.name](facts, limits);
  // An element is compared exactly, and a day is a range.
  if (list !== undefined && kind.name === 'datetime') return dateTime;
  if (list !== undefined && kind.name === 'date') return day;
  return kind.textual ? { ...schema, ...withoutComma(metadata) } : schema;
}

/**
 * Makes the schema that keeps commas out of the elements of a `simple-array`, because TypeORM joins them with commas.
 */
export function withoutComma(metadata: Valued['metadata']): JsonSchema {
  return metadata?.type === 'simple-array' ? { pattern: '^[^,]*$' } : {};
}

/** Parts of an expression that decide the schema of its values. A count has no column. */
type Valued = Pick<ExpressionSchema, 'kind' | 'facts'> & Partial<Pick<ExpressionSchema, 'metadata' | 'list'>>;

/** Makes the schema of an operator's operand. */
export function operandSchema(takes: OperatorTakes, value: JsonSchema, limits: ValueLimits): JsonSchema {
  const { needleLength, valueLength, members } = limits;
  switch (takes) {
    case 'value':
      return value;
    case 'needle':
      return { type: 'string', minLength: 1, maxLength: Math.min(needleLength, valueLength) };
    case 'list':
      return { type: 'array', items: value, minItems: 1, maxItems: members };
    case 'pair':
      return { type: 'array', items: value, minItems: 2, maxItems: 2 };
    case 'boolean':
      return { type: 'boolean' };
  }
}

/** Makes the schema of an enum's members, which are texts, numbers, or both. */
function membersSchema(members: readonly (string | number)[]): JsonSchema {
  const schema = { enum: [...members] };
  if (members.every((member) => typeof member === 'string')) return { type: 'string', ...schema };
  if (members.some((member) => typeof member === 'string')) return schema;
  return { type: members.every(Number.isInteger) ? 'integer' : 'number', ...schema };
}

function wholeNumber(name: 'tinyint' | 'smallint' | 'mediumint' | 'integer' | 'bigint') {
  return (facts: ValueFacts): JsonSchema => {
    const bounds = valueKinds[name].bounds?.(facts);
    if (bounds === undefined) throw new TypeError(`${name} has no bounds`);
    return name === 'bigint' ? longNumber(bounds) : shortNumber(bounds);
  };
}

function shortNumber({ least, most, orZero }: WholeNumberBounds): JsonSchema {
  const within = { type: 'integer', format: 'int32', minimum: Number(least), maximum: Number(most) };
  if (Number(most) >= 2 ** 31) within.format = 'int64';
  return orZero ? { anyOf: [within, { type: 'integer', enum: [0] }] } : within;
}

/** A number beyond 2^53 is exact only as a text. */
function longNumber({ least, most }: WholeNumberBounds): JsonSchema {
  const negative = least < 0n ? `|-(${digitsWithin(-least)})` : '';
  const minimum = least < 0n ? Number.MIN_SAFE_INTEGER : 0;
  return {
    anyOf: [
      { type: 'integer', format: 'int64', minimum, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: `^(${digitsWithin(most)}${negative})$` },
    ],
  };
}
