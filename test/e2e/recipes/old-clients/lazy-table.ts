import { BadRequestException } from '@nestjs/common';
import { type FilterSource, named } from 'nestjs-filterable';

const operators: ReadonlyMap<unknown, string> = new Map([
  ['contains', '$containsi'],
  ['notContains', '$notContainsi'],
  ['startsWith', '$startsWithi'],
  ['endsWith', '$endsWithi'],
  ['equals', '$eq'],
  ['notEquals', '$ne'],
  ['in', '$in'],
  ['lt', '$lt'],
  ['lte', '$lte'],
  ['gt', '$gt'],
  ['gte', '$gte'],
  ['between', '$between'],
]);

/** Reads `?lazy=` with the event of `onLazyLoad` of PrimeNG's table, as JSON. */
export const lazyTable: FilterSource = ({ url }: { url: string }) => {
  const [[name, json] = ['lazy', '{}'], ...more] = new URL(url, 'http://localhost').searchParams;
  const { first, rows, sortField, sortOrder, filters, ...rest } = membersOf(JSON.parse(json));
  const isRead = name === 'lazy' && more.length === 0 && Object.values(rest).every((value) => value === null);
  if (!isRead) throw new BadRequestException('Send `lazy` alone, with one sort key.');
  const conditions = Object.entries(membersOf(filters ?? {})).flatMap(conditionOf);
  const by = sortOrder === -1 ? `${String(sortField)}:desc` : sortField;
  return {
    ...(conditions.length > 0 && { filters: { $and: conditions } }),
    ...(typeof sortField === 'string' && { sort: named(by, 'sortField') }),
    ...(rows !== undefined && { pagination: { start: named(first ?? 0, 'first'), limit: named(rows, 'rows') } }),
  };
};

/** Reads the rules of one column: one, or a list that `and` or `or` joins. Without a value they are empty inputs. */
function conditionOf([column, sent]: readonly [string, unknown]): readonly object[] {
  const rules = [sent].flat().map(membersOf);
  const parts = rules.filter(({ value }) => value !== null && value !== '').map((rule) => partOf(column, rule));
  if (parts.length === 0) return [];
  return [named({ [rules[0]?.['operator'] === 'or' ? '$or' : '$and']: parts }, column)];
}

function partOf(column: string, { matchMode, value }: Readonly<Record<string, unknown>>): object {
  const operator = operators.get(matchMode);
  if (operator === undefined) throw new SyntaxError(`${column} has another matchMode`); // answered with 400
  return column.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), { [operator]: value });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw new SyntaxError('not an object');
}
