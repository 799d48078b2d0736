import { refused } from '../case.js';

/** One value after another for one key, all refused as no value of its kind. */
export const invalid = (key: string, values: readonly (readonly [value: string, note: string])[]) =>
  values.map(([value, note]) => refused(`filters${key}=${value}`, `invalid_value ${pointer(key)}`, note));

const pointer = (key: string) => `/filters${key.replaceAll('[', '/').replaceAll(']', '')}`;
