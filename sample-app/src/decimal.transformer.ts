import type { ValueTransformer } from 'typeorm';

/** SQLite answers a decimal as a number, the others as text: the guide always answers a number. */
export const decimal: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};
