import type { ValueTransformer } from 'typeorm';

/** Turns decimals into numbers: SQLite's driver returns them as numbers already, the other drivers as text. */
export const decimal: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};
