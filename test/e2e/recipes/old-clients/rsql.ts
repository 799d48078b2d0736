import { BadRequestException } from '@nestjs/common';
import type { FilterSource } from 'nestjs-filterable';

const operators: Readonly<Record<string, string>> = { '==': '$eq', '!=': '$ne', '=gt=': '$gt', '=lt=': '$lt' };
const known = ['query', 'order', 'page'];

/** Reads `?query=title==Spring;author.name!=Ann&order=-views&page=2`. */
export const rsql: FilterSource = ({ url }: { url: string }) => {
  const sent = new URL(url, 'http://localhost').searchParams;
  for (const name of sent.keys()) {
    if (known.includes(name) && sent.getAll(name).length === 1) continue;
    throw new BadRequestException(`${name} is unknown, or is sent twice`);
  }
  const parts = (sent.get('query') ?? '').split(';').filter((part) => part !== '');
  const conditions = parts.map(conditionOf);
  const [order, page] = [sent.get('order'), sent.get('page')];
  return {
    input: {
      ...(conditions.length > 0 && { filters: { $and: conditions.map(({ filter }) => filter) } }),
      ...(order !== null && { sort: order.startsWith('-') ? `${order.slice(1)}:desc` : order }),
      ...(page !== null && { pagination: { page } }),
    },
    // The names of these places in refusals.
    names: {
      ...Object.fromEntries(conditions.map(({ field }, index) => [`/filters/$and/${index}`, field])),
      '/sort': 'order',
      '/pagination/page': 'page',
    },
  };
};

function conditionOf(part: string) {
  const [, field, sign, value] = /^([\w.]+)(==|!=|=gt=|=lt=)(.*)$/s.exec(part) ?? [];
  const operator = operators[sign ?? ''];
  if (field === undefined || operator === undefined) throw new SyntaxError(part); // answered with 400
  const filter = field.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), { [operator]: value });
  return { field, filter };
}
