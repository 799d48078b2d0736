import type { StoredColumn } from './dialect.js';

/** Values that are added up: their SQL, the way in which they are kept, and the digits after their point. */
export interface Summands extends StoredColumn {
  /** Digits after the point that the column declares. Undefined where it declares none. */
  readonly scale?: number | null | undefined;
  /** True for whole numbers of 64 bits, whose sum may have more. */
  readonly isWide?: boolean;
  /** True where none of them is NULL, so that there are as many as rows. */
  readonly isInEveryRow?: boolean;
}

/** SQL of sums and averages on one engine: exact where the engine can, and never an error. */
export interface AggregateSql {
  /** True where a sum of decimals, and an average of any numbers, is a float. */
  readonly floatsOnly: boolean;
  /** Sum, as it is compared and sorted by. */
  readonly sum: (values: Summands) => string;
  /** Average with as many digits after the point as {@link averageScale} says, or a float. */
  readonly average: (values: Summands) => string;
  /** Sum as it is read, such that the driver loses nothing of it. */
  readonly readSum: (values: Summands) => string;
  /** Returns the digits of a sum of whole numbers. Undefined where the driver answers the sum itself. */
  readonly digitsOf?: (raw: unknown) => string;
  /** Sum of whole numbers by its digits, a fifth faster, which fails beyond 64 bits. Undefined where none is faster. */
  readonly readSumWithin?: {
    readonly sql: (values: Summands) => string;
    /** Returns true for the failure of a sum that is beyond. */
    readonly isBeyond: (error: unknown) => boolean;
  };
}

/** Least number of digits after the point of an average, and greatest number of a decimal of MySQL. */
const [leastScale, mostScale] = [6, 30];

/** Digits of a quotient beyond the answered ones: as many as a count of rows may have, so that rounding is exact. */
const guardDigits = 12;

function averageScale({ storedAs, scale }: Pick<Summands, 'storedAs' | 'scale'>): number {
  return storedAs === 'decimal' ? Math.min(Math.max(leastScale, scale ?? 0), mostScale) : leastScale;
}

export function areFloats({ storedAs }: Pick<Summands, 'storedAs'>): boolean {
  return storedAs === 'single' || storedAs === 'double';
}

/** Number of values. A filter by an average takes PostgreSQL 3 % less time where rows are counted. */
function numberOf({ sql, isInEveryRow }: Summands): string {
  return isInEveryRow === true ? 'COUNT(*)' : `COUNT(${sql})`;
}

/** A sum of floats of 32 bits would have no more than these. */
const postgresSum: AggregateSql['sum'] = (values) => `SUM(${areFloats(values) ? doubleOf(values) : values.sql})`;

/** PostgreSQL's quotients have as many digits as the dividend, and some sixteen in all at least. */
export const postgresAggregates: AggregateSql = {
  floatsOnly: false,
  sum: postgresSum,
  readSum: postgresSum,
  average: (values) => {
    if (areFloats(values)) return `AVG(${doubleOf(values)})`;
    const scale = averageScale(values);
    const dividend = `SUM(${values.sql}) * 1.${'0'.repeat(scale + guardDigits)}`;
    return `ROUND(${dividend} / ${numberOf(values)}, ${scale})`;
  },
};

function doubleOf({ sql }: Summands): string {
  return `CAST(${sql} AS double precision)`;
}

/** MySQL: a quotient has four digits more than its dividend, and a decimal 65 in all. */
export const mysqlAggregates: AggregateSql = {
  floatsOnly: false,
  sum: ({ sql }) => `SUM(${sql})`,
  // The sum is a decimal, which the driver reads otherwise than a column of 64 bits.
  readSum: ({ sql, storedAs, isWide }) =>
    storedAs === 'integer' && isWide !== true ? `CAST(SUM(${sql}) AS SIGNED)` : `SUM(${sql})`,
  average: (values) => {
    if (areFloats(values)) return `AVG(${values.sql})`;
    const scale = averageScale(values);
    const dividend = `CAST(SUM(${values.sql}) AS DECIMAL(65, ${Math.min(scale + guardDigits, mostScale)}))`;
    return `ROUND(${dividend} / ${numberOf(values)}, ${scale})`;
  },
};

const lowBits = 4_294_967_295;

/** SQLite's SUM of whole numbers fails beyond 64 bits, so that the upper and the lower 32 bits are added apart. */
export const sqliteAggregates: AggregateSql = {
  floatsOnly: true,
  sum: ({ sql, storedAs }) => {
    if (storedAs !== 'integer') return `SUM((${sql}) + 0.0)`;
    const low = `SUM(${sql} & ${lowBits})`;
    const high = `(SUM(${sql} >> 32) + (${low} >> 32))`;
    const exact = `(${high} << 32) | (${low} & ${lowBits})`;
    return `CASE WHEN ${high} BETWEEN -2147483648 AND 2147483647 THEN ${exact} ELSE ${high} * 4294967296.0 + (${low} & ${lowBits}) END`;
  },
  average: ({ sql }) => `AVG(${sql})`,
  readSum: ({ sql, storedAs }) =>
    storedAs === 'integer' ? `SUM(${sql} >> 32) || ':' || SUM(${sql} & ${lowBits})` : `SUM((${sql}) + 0.0)`,
  readSumWithin: {
    sql: ({ sql }) => `CAST(SUM(${sql}) AS TEXT)`,
    isBeyond: (error) => error instanceof Error && error.message.endsWith('integer overflow'),
  },
  digitsOf: (raw) => {
    const [high = '0', low = '0'] = String(raw).split(':');
    return String((BigInt(high) << 32n) + BigInt(low));
  },
};
