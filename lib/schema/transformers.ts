import type { DataSource, ValueTransformer } from 'typeorm';
import { withArticle } from '../configuration/index.js';
import type { StoredAs } from '../dialects/index.js';
import type { ExpressionSchema } from './columns.js';
import {
  type Day,
  type FilterValue,
  type ValueFacts,
  type ValueKind,
  type ValueKindName,
  valueKinds,
} from '../values/index.js';

/** A column with a transformer, and the kind that its values are read as. */
type TransformedColumn = Pick<ExpressionSchema, 'metadata' | 'kind' | 'storedKind' | 'facts' | 'bindFacts'>;

type Driver = DataSource['driver'];

/**
 * Values as clients send them, by the way in which columns keep them. Of free text there are many, because a
 * transformer may check its form. Bytes and documents have none.
 */
const samples: Partial<Record<StoredAs, readonly string[]>> = {
  text: 'a,B b,Y,N,1,a@example.com,+4722334455,https://example.com/,192.0.2.1,2024-02-29,00ff'.split(','),
  integer: ['0', '1', '2', '100', '2024'],
  decimal: ['0', '1.5'],
  single: ['0', '1.5'],
  double: ['0', '1.5'],
  boolean: ['true', 'false'],
  date: ['2024-02-29'],
  datetime: ['2024-02-29T10:00:00.000Z'],
  time: ['09:30:00'],
  uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
};

function samplesOf({ storedAs }: ValueKind, { members = [] }: ValueFacts): readonly string[] {
  return storedAs === 'label' ? members.slice(0, 4).map(String) : (samples[storedAs] ?? []);
}

/** Returns a value of the column's type as a driver reads it. */
function rawOf(text: string, { storedKind, metadata, bindFacts: { dialect } }: TransformedColumn): unknown {
  switch (storedKind.storedAs) {
    case 'integer':
      return storedKind.name === 'bigint' && !dialect.looseSizes ? text : Number(text);
    case 'decimal':
      return dialect.looseSizes ? Number(text) : Number(text).toFixed(metadata.scale ?? 2);
    case 'single':
    case 'double':
      return Number(text);
    case 'boolean':
      return dialect.booleans === 'integer' ? Number(text === 'true') : text === 'true';
    case 'datetime':
      return dialect.dateTimesAreText ? text.replace('T', ' ').replace('Z', '') : new Date(text);
    default:
      return text;
  }
}

/** Number of values of a field that are tried, of those that `to()` takes. */
const enough = 3;

/** Kinds that an error may advise: the first one that passes the trial. */
const advisable = ['boolean', 'decimal', 'float', 'datetime', 'date', 'uuid', 'text'] as const;

/** What `to()` is given for the values of a kind, where it is no text of them. docs/dialect.md has the same table. */
const given: Partial<Record<ValueKindName, string>> = {
  tinyint: 'numbers',
  smallint: 'numbers',
  mediumint: 'numbers',
  integer: 'numbers',
  real: 'numbers',
  float: 'numbers',
  boolean: 'true and false',
  datetime: 'Dates',
  enum: 'members',
};

function givenFor({ name }: ValueKind): string {
  return given[name] ?? 'texts';
}

/** What is wrong with a transformer for the kind that its values are read as. */
export interface TransformerFault {
  /** The fault and the ways out, as the end of a sentence about the field. */
  readonly text: string;
  /** The kind of what it shows, if one passes the trial. */
  readonly kind: ValueKindName | undefined;
}

/**
 * Tries a column's transformer on samples: whether `to()` takes what requests for the kind give it, and whether what
 * `from()` shows can be asked again. Samples that it does not know are passed over.
 */
export function faultOfTransformer(column: TransformedColumn, driver: Driver): TransformerFault | undefined {
  if (!column.kind.comparable) return undefined;
  const { fault } = tried(column, driver);
  if (fault === undefined) return undefined;
  const advised = advisable.find((name) => {
    const other = { ...column, kind: valueKinds[name] };
    const trial = name === column.kind.name ? undefined : tried(other, driver);
    return trial?.fault === undefined && trial?.passed === true;
  });
  const kinds =
    advised === undefined
      ? []
      : [`declare { kind: '${advised}' } (then \`to()\` gets ${givenFor(valueKinds[advised])})`];
  const hash = column.kind.name === 'text' && advised === undefined;
  const ways = [
    ...kinds,
    `let \`to()\` accept ${givenFor(column.kind)} as well`,
    ...(hash ? ["declare { kind: 'text' } for a hash that is looked up by its plain text"] : []),
    "allow only { operators: ['$null'] }",
    'leave the field out',
  ];
  const text = `has a transformer ${fault}; ${ways.slice(0, -1).join(', ')}, or ${ways.at(-1) ?? ''}`;
  return { text, kind: advised };
}

interface Result {
  readonly fault: string | undefined;
  /** True where `to()` took a value. */
  readonly passed: boolean;
}

function tried(column: TransformedColumn, driver: Driver): Result {
  const { kind, storedKind, facts } = column;
  const trial = new Trial(column, driver);
  const stored = samplesOf(storedKind, facts).filter((text) => storedKind.read(text, facts).ok);
  const shown = stored.flatMap((text) => trial.shown(rawOf(text, column)) ?? []);
  for (const value of shown) {
    const fault = trial.faultOfShown(value);
    if (fault !== undefined) return { fault, passed: false };
  }
  let passed = 0;
  for (const text of [...samplesOf(kind, facts), ...shown.flatMap(({ text, isObject }) => (isObject ? [] : text))]) {
    const value = trial.valueIn(text);
    if (value === undefined || trial.stored(value) === undefined) continue;
    const fault = trial.faultOfSent(value);
    passed += 1;
    if (fault !== undefined || passed === enough) return { fault, passed: true };
  }
  // A transformer of codes that knows none of the samples shows nothing, either.
  const isUnknown = passed > 0 || (shown.length === 0 && kind.name === 'text');
  return { fault: isUnknown ? undefined : trial.faultOfNone(), passed: passed > 0 };
}

/** What an answer shows: a value of JSON, and the text that a client sends it as. An object has none of its own. */
interface Shown {
  readonly json: string;
  readonly text: string;
  readonly isObject: boolean;
}

/** The two ways through one column: out of the database, and into it. */
class Trial {
  private thrown: unknown;

  constructor(
    private readonly column: TransformedColumn,
    private readonly driver: Driver,
  ) {}

  /** Returns what rows show of a stored value; undefined for nothing. */
  shown(raw: unknown): Shown | undefined {
    try {
      const json = jsonOf(this.driver.prepareHydratedValue(raw, this.column.metadata));
      if (json === undefined || json === 'null') return undefined;
      const read: unknown = JSON.parse(json);
      return { json, text: typeof read === 'string' ? read : json, isObject: typeof read === 'object' };
    } catch {
      return undefined;
    }
  }

  /** Reads a text as a client's. A day is its first instant. */
  valueIn(text: string): FilterValue | undefined {
    const { kind, facts } = this.column;
    const reading = kind.read(text, facts);
    if (!reading.ok) return undefined;
    return isDay(reading.value) ? reading.value.start : reading.value;
  }

  /** Returns what the column keeps for a value, as the driver is given it; undefined where `to()` does not take it. */
  stored(value: FilterValue): { readonly raw: unknown } | undefined {
    const { kind, metadata } = this.column;
    try {
      const property = kind.toProperty(value);
      if (transformedBy(metadata.transformer ?? [], property) === undefined) return undefined;
      return { raw: this.driver.preparePersistentValue(property, metadata) };
    } catch (error) {
      this.thrown ??= error;
      return undefined;
    }
  }

  faultOfNone(): string {
    const { thrown } = this;
    const why = thrown instanceof Error ? ` (${thrown.name}: ${thrown.message})` : '';
    return `whose \`to()\` accepts no ${givenFor(this.column.kind)}, the values of ${this.nameOfKind()}${why}`;
  }

  faultOfShown(shown: Shown): string | undefined {
    const { json, text, isObject } = shown;
    if (isObject) return undefined;
    const { kind, facts } = this.column;
    const reading = kind.read(text, facts);
    if (!reading.ok) return `that returns ${json}, but a value of ${this.nameOfKind()} ${reading.reason}`;
    // Of other samples it is not known whether the column keeps them.
    return /^(true|false)$/.test(json) && kind.name !== 'boolean' ? this.faultOfAgain(shown) : undefined;
  }

  faultOfSent(value: FilterValue): string | undefined {
    const [first, second] = [this.stored(value), this.stored(value)];
    if (first === undefined || second === undefined || jsonOf(first.raw) !== jsonOf(second.raw))
      return 'whose `to()` returns another value each time, so no stored value is found';
    const shown = this.shown(first.raw);
    return shown && (this.faultOfShown(shown) ?? this.faultOfAgain(shown));
  }

  /** What is shown must be shown again, once it was sent and stored. A day stands for all of its moments. */
  private faultOfAgain({ json, text, isObject }: Shown): string | undefined {
    const { kind, facts } = this.column;
    const reading = kind.read(text, facts);
    if (isObject || !reading.ok || isDay(reading.value)) return undefined;
    const stored = this.stored(reading.value);
    const again = stored && this.shown(stored.raw);
    if (again?.isObject === true) return undefined;
    const value = again && this.valueIn(again.text);
    const isSame = value !== undefined && kind.print(value) === kind.print(reading.value);
    return isSame ? undefined : `that returns ${json}, but a request for "${text}" does not find that row`;
  }

  private nameOfKind(): string {
    return `${withArticle(this.column.kind.name)} field`;
  }
}

function isDay(value: FilterValue): value is Day {
  return typeof value === 'object' && value.type === 'day';
}

/** Returns the JSON of a value. A number beyond JavaScript's is its digits, as in answers. */
function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
}

/**
 * Returns what a transformer makes of a property's value, or undefined for what it does not understand: nothing, NaN or
 * an invalid Date.
 */
export function transformedBy(
  transformer: ValueTransformer | readonly ValueTransformer[],
  property: unknown,
): { readonly raw: unknown } | undefined {
  const steps: readonly ValueTransformer[] = 'to' in transformer ? [transformer] : transformer;
  const raw = steps.reduce<unknown>((value, step) => step.to(value) as unknown, property);
  if (raw === undefined || raw === null) return undefined;
  const isNumber = typeof raw === 'number' || raw instanceof Date;
  return isNumber && !Number.isFinite(Number(raw)) ? undefined : { raw };
}
