import type { FilterModuleOptions } from 'nestjs-filterable';
import { equalsLoosely } from './operators/equals-loosely.operator.js';

/**
 * How the guide is filtered.
 *
 * @param mode the family of clients that it is to understand: `purity` or `strapi`; by default its own dialect alone
 */
export function filterOptions(mode: string | undefined): FilterModuleOptions {
  const operators = [equalsLoosely];
  return mode ? { operators, compatibility: mode as 'purity' | 'strapi' } : { operators };
}
