import type { EntityDescription, RampParameter } from '../../engine/index.js';
import { deletedParameter } from '../shared/deleted.js';
import { operators } from './tokens.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** Lists the parameters of nestjs-paginate for a list. */
export function parametersOf(list: EntityDescription): readonly RampParameter[] {
  const { fields, relations, sort, search, select, limits, paginated } = list;
  const names = fields.map(({ name, expects }) => ({
    name: `filter.${name}`,
    description: `A condition: an operator and a value, such as \`$eq:\` and ${expects}. Sent twice, both must hold, or with \`$or:\` one.`,
    schema: texts,
  }));
  const related = relations.map(({ name }) => `\`filter.${name}.…\``).join(', ');
  const expression = {
    name: 'filter',
    description:
      `Conditions with NOT, AND, OR and parentheses: \`name=$eq:a OR age=$gte:3\`. Operators: ${Object.keys(operators).join(', ')}.` +
      (related === '' ? '' : ` Columns of relations are reached by ${related}.`),
    schema: text,
  };
  return [
    ...(paginated ? pagesOf(limits) : []),
    ...names,
    expression,
    ...listed(
      'sortBy',
      'The order of the rows, a key in each',
      sort.flatMap((key) => [`${key}:ASC`, `${key}:DESC`]),
    ),
    ...(search.length === 0 ? [] : [{ name: 'search', description: 'A text to search for.', schema: text }]),
    ...listed('searchBy', 'The fields to search in, one in each', search),
    ...listed('select', 'The fields of the rows to answer', select),
    ...deletedParameter(list, 'withDeleted', { type: 'boolean' }),
  ];
}

function pagesOf({ pageSize, maxPageSize }: EntityDescription['limits']): readonly RampParameter[] {
  const size = `The number of rows on a page: ${pageSize} by default, at most ${maxPageSize}.`;
  return [
    { name: 'page', description: 'The number of the page, from 1.', schema: { type: 'integer', minimum: 1 } },
    { name: 'limit', description: size, schema: { type: 'integer' } },
  ];
}

function listed(name: string, description: string, members: readonly string[]): readonly RampParameter[] {
  const schema = { type: 'array', items: { type: 'string', enum: members } };
  return members.length === 0 ? [] : [{ name, description: `${description}.`, schema }];
}
