import type { ValueTransformer } from 'typeorm';

/**
 * A phone number is kept as its digits, and shown with the plus. What is asked for takes the same way, so that
 * `+47 22 33 44 55` and `47-22334455` find the same restaurant.
 */
export const phone: ValueTransformer = {
  to: (value: string | null | undefined) => value?.replaceAll(/\D/g, '') ?? value,
  from: (value: string | null) => (value === null ? null : `+${value}`),
};
