import type { ValueTransformer } from 'typeorm';

/**
 * Stores a phone number as digits, and returns it with a plus. Filter values pass through the transformer as well: both
 * `+47 22 33 44 55` and `47-22334455` find the same restaurant.
 */
export const phone: ValueTransformer = {
  to: (value: string | null | undefined) => value?.replaceAll(/\D/g, '') ?? value,
  from: (value: string | null) => (value === null ? null : `+${value}`),
};
