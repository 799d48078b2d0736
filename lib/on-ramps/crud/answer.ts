import type { Page } from '../../contract/index.js';
import type { AnswerSchema, RampAsked, RampParameter } from '../../engine/index.js';
import type { EntityDescription } from '../../list/index.js';
import { pageInfo } from '../../page-info.js';
import { type CrudOptions, type Echo, operators } from './read.js';
import { deletedParameter } from '../shared.js';

/** Makes the answer of @dataui/crud: a page with its numbers, or the rows alone where no page was asked for. */
export function answerOf(page: Page<unknown>, { echo }: RampAsked): object {
  const { data } = page;
  const asked = echo as Echo | undefined;
  if (asked?.isPaged === false) return data;
  const { total, page: number = 1, pageCount } = pageInfo(page);
  const numbers = { count: data.length, total, page: number, pageCount: pageCount === 0 ? 1 : pageCount };
  return { data, ...numbers, ...(tellsMore(page) && { meta: page.meta }) };
}

/** Returns true for a page by cursor, or with facets and the like, which a request in brackets alone asks for. */
function tellsMore({ meta }: Page<unknown>): boolean {
  return 'next' in meta.pagination || Object.keys(meta).length > 1;
}

/** Makes the schema of such an answer. */
export function answerSchema(row: AnswerSchema, { alwaysPaginate = false }: CrudOptions): AnswerSchema {
  const count = { type: 'integer', minimum: 0 };
  const rows = { type: 'array', items: row };
  const page = {
    type: 'object',
    required: ['data', 'count', 'page'],
    properties: { data: rows, count, total: count, page: count, pageCount: count },
  };
  return alwaysPaginate ? page : { oneOf: [rows, page] };
}

const texts = { type: 'array', items: { type: 'string' } };

/** Lists the parameters of @dataui/crud for a list. */
export function parametersOf(list: EntityDescription): readonly RampParameter[] {
  const { fields, sort, select, limits, paginated } = list;
  const columns = fields.map(({ name }) => name).join(', ');
  const condition = `\`column||$operator||value\`. Columns: ${columns}. Operators: ${Object.keys(operators).join(', ')}.`;
  const number = { type: 'integer', minimum: 1 };
  const pages = [
    { name: 'limit', description: `The number of rows, at most ${limits.maxPageSize}.`, schema: number },
    { name: 'page', description: 'The number of the page, from 1.', schema: number },
    { name: 'offset', description: 'The number of rows to skip.', schema: { type: 'integer', minimum: 0 } },
  ];
  const keys = sort.flatMap((key) => [`${key},ASC`, `${key},DESC`]);
  return [
    { name: 's', description: 'Conditions as a JSON object.', schema: { type: 'string' } },
    { name: 'filter', description: `Conditions that must all hold: ${condition}`, schema: texts },
    {
      name: 'or',
      description: `Conditions of which one must hold, or all beside \`filter\`: ${condition}`,
      schema: texts,
    },
    ...(keys.length === 0
      ? []
      : [{ name: 'sort', description: 'The order of the rows, a key in each.', schema: enumOf(keys) }]),
    ...(paginated ? pages : []),
    ...(select.length === 0
      ? []
      : [{ name: 'fields', description: `Names by commas: ${select.join(', ')}.`, schema: { type: 'string' } }]),
    ...deletedParameter(list, 'include_deleted', { type: 'integer', enum: [0, 1] }),
  ];
}

function enumOf(members: readonly string[]): AnswerSchema {
  return { type: 'array', items: { type: 'string', enum: members } };
}
