import { type Asking, answer, answersBy, issuesOf } from './asking.js';
import { Maker, Ware, asking } from './wares.js';

/**
 * Requests in which NAME is first a path or document that `when` hides, then a name of the same length that does not
 * exist.
 */
const requests: readonly (readonly [hidden: string, request: string])[] = [
  ...[
    'filters[specs][NAME]=a',
    'filters[specs][NAME]',
    'filters[specs][NAME][$null]=true',
    'filters[specs][NAME][$like]=a',
    'filters[specs][NAME][0]=a&filters[specs][NAME][2]=b',
    'filters[specs][NAME]=a&filters[specs][NAME]=b',
    'filters[specs][NAME][x][y]=a',
    'filters[$or][0][specs][NAME]=a&filters[$or][1][id]=1',
    'filters[specs]={"NAME":"a"}',
    'filters={"specs":{"NAME":"a"}}',
    'sort=specs.NAME',
    'sort=specs.NAME:up',
    'sort[specs][NAME]=desc',
    'sort=id,specs.NAME,specs.NAME',
  ].map((request) => ['secret', request] as const),
  ...[
    'filters[NAME]=a',
    'filters[NAME]',
    'filters[NAME][color]=a',
    'filters[NAME][colour]=a',
    'filters[NAME][$null]=true',
    'filters[NAME][$eq]=a',
    'filters[NAME]={"color":"a"}',
    'sort=NAME',
    'sort=NAME.color',
    'sort[NAME][color]=asc',
  ].map((request) => ['secretVault', request] as const),
];

describe.each([
  ['of other letters', (name: string) => 'q'.repeat(name.length)],
  ['that differs in one letter', (name: string) => `${name.slice(0, -1)}_`],
])('a hidden path and an invented one %s answer alike', (_, invent) => {
  it.each(requests)('%s: %s', (hidden, request) => {
    const invented = invent(hidden);
    const told = JSON.stringify(issuesOf(request.replaceAll('NAME', hidden), asking));
    const twin = JSON.stringify(issuesOf(request.replaceAll('NAME', invented), asking));
    expect(told).not.toBe('[]');
    expect(told.replaceAll(hidden, 'NAME')).toBe(twin.replaceAll(invented, 'NAME'));
  });
});

describe('for those whom `when` lets see it', () => {
  const admin: Asking = { ...asking, overrides: { context: { isAdmin: true } } };

  it.each([
    ['filters[specs][secret]=a', 'filters[specs][secret][$eq]=a'],
    ['filters[secretVault][color]=a', 'filters[secretVault][color][$eq]=a'],
    ['filters[secretVault][$null]=true', 'filters[secretVault][$null]=true'],
    ['sort=specs.secret,secretVault.color', 'sort[0]=specs.secret:asc&sort[1]=secretVault.color:asc'],
  ])('%s is understood', (request, expected) => {
    expect(answer(request, admin)).toBe(expected);
  });

  it('it stands among what is allowed', () => {
    expect(issuesOf('filters[specs][x]=a', admin)[0]?.allowed).toContain('secret');
    expect(issuesOf('filters[x]=a', admin)[0]?.allowed).toContain('secretVault');
    expect(issuesOf('sort=x', admin)[0]?.allowed).toEqual(
      expect.arrayContaining(['specs.secret', 'secretVault.color']),
    );
  });
});

describe('a relation that is narrowed to', () => {
  const makers: Asking = { ...asking, of: Maker };

  describe('some paths', () => {
    answersBy(makers)(`
    filters[wares][specs][color]=red      -> filters[wares][specs][color][$eq]=red          # one of them
    filters[wares][specs][size][width]=3  -> filters[wares][specs][size][width][$eq]=3      # one that is deeper
    filters[wares][specs][size][height]=3 -> unknown_field /filters/wares/specs/size/height # a neighbour
    filters[wares][specs][labels]=a       -> unknown_field /filters/wares/specs/labels      # another
    filters[wares][specs][$null]=true     -> unknown_operator /filters/wares/specs/$null    # the document
    filters[wares][specs]=a               -> expected_object /filters/wares/specs           # it has no value
    filters[wares][specs][secret]=a       -> unknown_field /filters/wares/specs/secret      # what is hidden
    filters[wares][tags]=a                -> unknown_field /filters/wares/tags              # another field
    sort=wares.specs.color                -> sort[0]=wares.specs.color:asc                  # sorted by it
    sort=wares.specs.mass                 -> not_sortable /sort/0                           # not by another
  `);

    it('names these alone', () => {
      expect(issuesOf('filters[wares][specs][x]=a', makers)[0]?.allowed).toEqual(['color', 'size']);
      expect(issuesOf('filters[wares][specs][size][x]=a', makers)[0]?.allowed).toEqual(['width']);
    });
  });

  describe('a document', () => {
    answersBy(makers)(`
    filters[offers][specs][color]=red      -> filters[offers][specs][color][$eq]=red      # every path
    filters[offers][specs][size][height]=3 -> filters[offers][specs][size][height][$eq]=3 # every path
    filters[offers][specs][labels]=a       -> filters[offers][specs][labels][$has]=a      # a list, too
    filters[offers][specs][$null]=true     -> filters[offers][specs][$null]=true          # and the document
    filters[offers][specs][secret]=a       -> unknown_field /filters/offers/specs/secret  # not what is hidden
    filters[offers][id]=1                  -> unknown_field /filters/offers/id            # no other field
    sort=offers.specs.size.width           -> sort[0]=offers.specs.size.width:asc         # sorted by a path
    sort=offers.id                         -> not_sortable /sort/0                        # not by another field
  `);
  });
});

describe('a handler that names', () => {
  const some = (fields: readonly (string | object)[]): Asking => ({
    ...asking,
    of: Ware,
    overrides: { fields: fields as never },
  });

  it.each([
    [['specs.color'], 'filters[specs][color]=a', 'filters[specs][color][$eq]=a'],
    [['specs.color'], 'filters[specs][ab]=a', ['unknown_field /filters/specs/ab']],
    [['specs.color'], 'filters[specs][$null]=true', ['unknown_operator /filters/specs/$null']],
    [['specs'], 'filters[specs][ab]=a', 'filters[specs][ab][$eq]=a'],
    [['specs'], 'filters[specs][secret]=a', ['unknown_field /filters/specs/secret']],
    [['specs'], 'filters[tags]=a', ['unknown_field /filters/tags']],
    [['specs.labels'], 'filters[specs][labels]=a', 'filters[specs][labels][$has]=a'],
    [['notes'], 'filters[remarks][by]=a', 'filters[remarks][by][$eq]=a'],
    [['notes.by'], 'filters[remarks][by]=a', 'filters[remarks][by][$eq]=a'],
    [['letters'], 'filters[letters]=3', 'filters[letters][$eq]=3'],
    [['tags', 'counts'], 'filters[amounts]=3', 'filters[amounts][$has]=3'],
  ] as const)('%j: %s', (fields, request, expected) => {
    expect(answer(request, some(fields))).toEqual(expected);
  });
});
