import { type Plain, isList } from './tree.js';

/** A key of the order, as the table keeps it. */
export interface SortTerm {
  readonly id: string;
  readonly desc: boolean;
  /** The place of rows without a value, where the address says it. */
  readonly nulls?: string;
}

/** Reads `rating:desc,name` or a list of such texts. Undefined for what is no order. */
export function sortingOf(value: Plain | undefined): readonly SortTerm[] | undefined {
  const texts = isList(value) ? value : [value];
  const terms = texts.flatMap((text) => (typeof text === 'string' ? text.split(',').map(termOf) : [undefined]));
  return terms.every((term) => term !== undefined) ? terms : undefined;
}

function termOf(text: string): SortTerm | undefined {
  const [whole, id, direction, nulls] = /^([^:\s]+)(?::(asc|desc)(?::(nullsFirst|nullsLast))?)?$/.exec(text) ?? [];
  if (whole === undefined || id === undefined) return undefined;
  return { id, desc: direction === 'desc', ...(nulls !== undefined && { nulls }) };
}
