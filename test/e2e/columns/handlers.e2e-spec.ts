import type { ObjectLiteral } from 'typeorm';
import type { ParseOverrides } from 'nestjs-filterable';
import { onEveryEngine } from './fixture.js';
import { idsOf } from './question.js';

type Overrides = ParseOverrides<ObjectLiteral>;

/** Overrides that the compiler cannot check, because it knows no relations of these classes. */
const unchecked = (overrides: object): Overrides => overrides;

/** The one issue of a refusal. */
const oneIssue = (issue: object) => ({ issues: [expect.objectContaining({ ...issue }) as unknown] });

/**
 * Requests to handlers that expose other fields than the entity: the ids found, or the code and path of the refusal.
 */
interface Case {
  readonly handler: Overrides;
  readonly query: string;
  readonly finds: readonly number[] | readonly [code: string, path: string];
}

const color: Overrides = { fields: ['id', 'attributes.color'] };
const specs: Overrides = { fields: ['id', { name: 'attributes', as: 'specs' }] };
const paths: Overrides = {
  fields: [
    { name: 'attributes', as: 'a', paths: { 'size.width': 'decimal', 'size.height': { kind: 'integer', as: 'h' } } },
  ],
};
const equalOnly: Overrides = {
  fields: [
    { name: 'attributes.color', operators: ['$eq'] },
    { name: 'tags', operators: ['$hasSome'] },
  ],
};
const aliased: Overrides = { fields: [{ name: 'tags', as: 'words' }, { name: 'lineCount', as: 'orders' }, 'sizes'] };
const admin: Overrides = { context: { isAdmin: true } };
const sorts: Overrides = { sort: ['attributes.color', 'lineCount', 'maker.productCount'] };
const narrow = unchecked({ relations: [{ name: 'maker', fields: ['langs', 'profile.country'] }] });

const cases: readonly Case[] = [
  { handler: color, query: 'filters[attributes][color]=blue', finds: [10, 11] },
  { handler: color, query: 'sort=attributes.color:desc:nullsLast&pagination[pageSize]=1', finds: [3] },
  {
    handler: color,
    query: 'filters[attributes][size][width]=3',
    finds: ['unknown_field', 'filters[attributes][size]'],
  },
  { handler: color, query: 'filters[tags]=art', finds: ['unknown_field', 'filters[tags]'] },
  { handler: color, query: 'sort=attributes.weight', finds: ['not_sortable', 'sort'] },
  { handler: specs, query: 'filters[specs][color]=blue', finds: [10, 11] },
  { handler: specs, query: 'filters[specs][labels]=art&filters[specs][size][width]=3', finds: [1] },
  { handler: specs, query: 'filters[specs][$null]=true', finds: [6, 7] },
  { handler: specs, query: 'sort=specs.size.width:desc:nullsLast&pagination[pageSize]=2', finds: [15, 3] },
  { handler: specs, query: 'filters[attributes][color]=blue', finds: ['unknown_field', 'filters[attributes]'] },
  { handler: specs, query: 'sort=attributes.color', finds: ['not_sortable', 'sort'] },
  { handler: paths, query: 'filters[a][size][width]=3.5', finds: [10] },
  { handler: paths, query: 'filters[a][h]=128', finds: [3] },
  { handler: paths, query: 'filters[a][color]=red', finds: ['unknown_field', 'filters[a][color]'] },
  { handler: equalOnly, query: 'filters[attributes][color]=blue', finds: [10, 11] },
  {
    handler: equalOnly,
    query: 'filters[attributes][color][$ne]=blue',
    finds: ['operator_not_allowed', 'filters[attributes][color][$ne]'],
  },
  { handler: equalOnly, query: 'filters[tags][$hasSome]=old', finds: [11, 15] },
  { handler: equalOnly, query: 'filters[tags]=old', finds: ['operator_not_allowed', 'filters[tags]'] },
  { handler: aliased, query: 'filters[words]=old&filters[orders]=1', finds: [15] },
  { handler: aliased, query: 'filters[tags]=old', finds: ['unknown_field', 'filters[tags]'] },
  { handler: aliased, query: 'filters[sizes][$hasEvery]=300', finds: [16] },
  { handler: admin, query: 'filters[attributes][secret]=lock', finds: [2] },
  { handler: admin, query: 'sort=attributes.secret:nullsLast&pagination[pageSize]=2', finds: [1, 2] },
  { handler: {}, query: 'filters[attributes][secret]=lock', finds: ['unknown_field', 'filters[attributes][secret]'] },
  { handler: {}, query: 'sort=attributes.secret', finds: ['not_sortable', 'sort'] },
  { handler: sorts, query: 'sort=lineCount:desc&pagination[pageSize]=1', finds: [1] },
  { handler: sorts, query: 'sort=total', finds: ['not_sortable', 'sort'] },
  { handler: sorts, query: 'sort=maker.profile.staff', finds: ['not_sortable', 'sort'] },
  { handler: narrow, query: 'filters[maker][profile][country]=Norway', finds: [1, 2, 8] },
  {
    handler: narrow,
    query: 'filters[maker][profile][staff]=10',
    finds: ['unknown_field', 'filters[maker][profile][staff]'],
  },
  {
    handler: narrow,
    query: 'filters[maker][productCount]=3',
    finds: ['unknown_field', 'filters[maker][productCount]'],
  },
];

/** Requests that mean nothing for a list, a document or a virtual column. */
const refused: readonly (readonly [query: string, code: string, path: string])[] = [
  ['filters[tags][$eq]=art', 'operator_not_allowed', 'filters[tags][$eq]'],
  ['filters[tags][$contains]=art', 'operator_not_allowed', 'filters[tags][$contains]'],
  ['filters[tags][$in][0]=art', 'operator_not_allowed', 'filters[tags][$in]'],
  ['filters[tags][$has][0]=art&filters[tags][$has][1]=old', 'expected_value', 'filters[tags][$has]'],
  ['filters[tags][$has]', 'expected_value', 'filters[tags][$has]'],
  ['filters[attributes]', 'operator_not_allowed', 'filters[attributes]'],
  ['filters[tags][$empty]=maybe', 'expected_boolean', 'filters[tags][$empty]'],
  ['filters[name][$has]=plain', 'operator_not_allowed', 'filters[name][$has]'],
  ['filters[attributes][color][$has]=red', 'operator_not_allowed', 'filters[attributes][color][$has]'],
  ['filters[attributes][labels][$contains]=a', 'operator_not_allowed', 'filters[attributes][labels][$contains]'],
  ['filters[attributes][colour]=red', 'unknown_field', 'filters[attributes][colour]'],
  ['filters[attributes][size][depth]=3', 'unknown_field', 'filters[attributes][size][depth]'],
  ['filters[attributes][odd]=odd', 'unknown_field', 'filters[attributes][odd]'],
  ['filters[attributes][color][red]=1', 'unknown_operator', 'filters[attributes][color][red]'],
  ['filters[attributes][$contains]=red', 'operator_not_allowed', 'filters[attributes][$contains]'],
  ['filters[attributes][size][width]=1.5', 'invalid_value', 'filters[attributes][size][width]'],
  ['filters[attributes][size][height]=128', 'invalid_value', 'filters[attributes][size][height]'],
  ['filters[attributes][made]=2024-13-01', 'invalid_value', 'filters[attributes][made]'],
  ['filters[attributes][code]=none', 'invalid_value', 'filters[attributes][code]'],
  ['filters[attributes][counts][$has]=one', 'invalid_value', 'filters[attributes][counts][$has]'],
  ['filters[sizes]=1.0', 'invalid_value', 'filters[sizes]'],
  ['filters[sizes][$hasSome][0]=9223372036854775808', 'invalid_value', 'filters[sizes][$hasSome][0]'],
  ['filters[lineCount]=many', 'invalid_value', 'filters[lineCount]'],
  ['filters[lastSold]=2024-02-30', 'invalid_value', 'filters[lastSold]'],
  ['filters[lines][notes]=gift,red', 'invalid_value', 'filters[lines][notes]'],
  ['filters[lines][$not][notes][$hasSome][0]=gift,red', 'invalid_value', 'filters[lines][$not][notes][$hasSome][0]'],
  ['sort=tags', 'not_sortable', 'sort'],
  ['sort=sizes', 'not_sortable', 'sort'],
  ['sort=attributes', 'not_sortable', 'sort'],
  ['sort=attributes.labels', 'not_sortable', 'sort'],
  ['sort=attributes.size', 'not_sortable', 'sort'],
  ['sort=lines.notes', 'not_sortable', 'sort'],
];

onEveryEngine((fixture) => {
  const entity = fixture.classOf('Product');
  const refusal = (code: string, path: string) => oneIssue({ code, path });

  it.each(cases.map((one) => [one.query, JSON.stringify(one.handler), one] as const))(
    '%s to %s',
    async (_q, _h, one) => {
      const { filters } = fixture;
      const { handler, query, finds } = one;
      const [first, second] = finds;
      if (typeof first === 'string') {
        expect(() => filters.parse(entity, query, handler)).toThrow(
          expect.objectContaining(refusal(first, String(second))),
        );
        return;
      }
      const { data } = await filters.page(fixture.builderOf('Product'), filters.parse(entity, query, handler));
      const found = idsOf(data);
      expect(query.includes('sort') ? found : [...found].sort((a, b) => a - b)).toEqual(finds);
    },
  );

  it.each(refused)('%s is refused: %s at %s', (query, code, path) => {
    expect(() => fixture.filters.parse(entity, query)).toThrow(expect.objectContaining(refusal(code, path)));
  });

  it.each([
    ['filters[tags]=smart,party', fixture.engine !== 'postgres', 'a comma is a part of an element in an array alone'],
    ['filters[attributes][labels]=smart,party', false, 'a document has any text'],
  ])('%s is refused: %p, because %s', (query, isRefused) => {
    const parse = () => fixture.filters.parse(entity, query);
    if (isRefused) expect(parse).toThrow(expect.objectContaining(refusal('invalid_value', 'filters[tags]')));
    else expect(parse).not.toThrow();
  });

  it('counts each use of a virtual column as a condition on a relation', () => {
    const service = fixture.filtersWith({ limits: { relationConditions: 2 } });
    const two = 'filters[lineCount][$gte]=1&sort=total';
    expect(() => service.parse(entity, two)).not.toThrow();
    for (const three of [`${two},lastSold`, `${two}&filters[total][$null]=true`, `${two}&filters[lines][notes]=gift`]) {
      expect(() => service.parse(entity, three)).toThrow(
        expect.objectContaining(oneIssue({ code: 'limit_exceeded', limit: 'relationConditions' })),
      );
    }
  });

  it('counts the elements of lists that no index can serve by tens', () => {
    const service = fixture.filtersWith({ limits: { unanchoredNeedles: 1 } });
    const elements = (length: number) =>
      Array.from({ length }, (_, index) => `filters[lines][notes][${index}]=${index}`).join('&');
    expect(() => service.parse(entity, elements(10))).not.toThrow();
    expect(() => service.parse(entity, elements(11))).toThrow(
      expect.objectContaining(oneIssue({ code: 'limit_exceeded', limit: 'unanchoredNeedles' })),
    );
  });
});
