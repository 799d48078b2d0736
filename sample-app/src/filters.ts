import type { FilterModuleOptions } from 'nestjs-filterable';
import { equalsLoosely } from './operators/equals-loosely.operator.js';

/**
 * Returns the options of `FilterModule`. The module refuses any other mode when the application starts.
 *
 * @param mode clients whose requests are accepted as well: `strapi` or `purity`
 */
export function filterOptions(mode: string | undefined): FilterModuleOptions {
  const operators = [equalsLoosely];
  return mode ? { operators, compatibility: mode as 'purity' | 'strapi' } : { operators };
}
