import type { ClassRules } from '../../../lib/schema/index.js';
import { type Declarations, boot, errorOf, overrideError } from '../schema/things.js';

const thing = (rules: ClassRules): Declarations => ({ thing: rules, owner: {}, tag: {} });
/** Passes on options that the compiler would refuse, as a host that writes JavaScript does. */
const unchecked = (rules: object) => rules as never;
const withFacets = (facets: unknown): Declarations =>
  thing(unchecked({ fields: ['id', 'title', 'size', 'meta', 'deletedAt'], relations: ['owner', 'tags'], facets }));
const names =
  'id, title, size, meta, deletedAt, owner.id, owner.name, owner.email, owner.address.city, owner.address.zip, tags.id, tags.name';
const at = 'FilterConfigurationError: @Filterable() on Thing: ';

/** Mistakes in the facets of an entity, which no handler reads here: each is told at boot. */
const mistakes: readonly (readonly [what: string, facets: unknown, message: string])[] = [
  ['a field', ['titel'], `\`facets\` names titel, which is no exposed field; did you mean title? There are: ${names}.`],
  [
    'a field that is not exposed',
    ['secret'],
    `\`facets\` names secret, which is no exposed field; there are: ${names}.`,
  ],
  [
    'a field through a relation',
    ['owner.nam'],
    `\`facets\` names owner.nam, which is no exposed field; did you mean owner.name? There are: ${names}.`,
  ],
  ['a relation', ['owner'], `\`facets\` names owner, which is no exposed field; there are: ${names}.`],
  [
    'a name of every object',
    ['constructor'],
    `\`facets\` names constructor, which is no exposed field; there are: ${names}.`,
  ],
  ['a field twice', ['title', { name: 'title', type: 'values' }], '`facets` lists title twice'],
  ['none', [], '`facets` is empty; leave it out where there are none'],
  ['a text', 'title', '`facets` must be a list of names, not title'],
  ['null among the names', [null], '`facets` lists null, which is neither a name nor an object with one'],
  [
    'a rule without a name',
    [{ type: 'values' }],
    '`facets` lists an object, which is neither a name nor an object with one',
  ],
  [
    'a type',
    [{ name: 'title', type: 'value' }],
    'the facet title: `type` must be values or range, not value; did you mean values?',
  ],
  [
    'an option',
    [{ name: 'title', most: 3 }],
    'the facet title: the option `most` does not exist; there are: name, type, limit, deprecated.',
  ],
  [
    'a limit of none',
    [{ name: 'title', limit: 0 }],
    'the facet title: `limit` must be a whole number from 1 to 100, not 0',
  ],
  [
    'a limit above the cap',
    [{ name: 'title', limit: 101 }],
    'the facet title: `limit` must be a whole number from 1 to 100, not 101',
  ],
  [
    'half a limit',
    [{ name: 'title', limit: 1.5 }],
    'the facet title: `limit` must be a whole number from 1 to 100, not 1.5',
  ],
  [
    'a limit in words',
    [{ name: 'title', limit: '5' }],
    "the facet title: `limit` must be a whole number from 1 to 100, not the text '5'",
  ],
  [
    'the range of a text',
    [{ name: 'title', type: 'range' }],
    'the facet title is text, which has no range; only numbers, dates and date-times have one',
  ],
  [
    'the range of a uuid',
    [{ name: 'id', type: 'range' }],
    'the facet id is uuid, which has no range; only numbers, dates and date-times have one',
  ],
  [
    'a range with a limit',
    [{ name: 'size', type: 'range', limit: 5 }],
    'the facet size is a range, which has two values; leave out `limit`',
  ],
  ['a document', ['meta'], 'the facet meta is json, whose values cannot be told apart; leave it out'],
];

describe('a mistake in the facets of an entity fails the boot', () => {
  it.each(mistakes)('%s', async (_, facets, message) => {
    expect(await errorOf(withFacets(facets))).toBe(at + message);
  });

  it('and all of them are told', async () => {
    const error = await errorOf(withFacets(['titel', { name: 'id', type: 'range' }]));
    expect(error).toContain('names titel');
    expect(error).toContain('the facet id is uuid');
  });
});

describe('the facets of a handler', () => {
  const facets = ['title', { name: 'size', type: 'range' }, 'owner.name'];
  const namesIn = async (overrides: object) => {
    const { by, of } = await boot(withFacets(facets));
    return by.describe(of, overrides).facets.map(({ name }) => name);
  };

  it.each([
    ['are those of the entity', {}, ['title', 'size', 'owner.name']],
    ['are none by `false`', { facets: false }, []],
    ['are its own in their place', { facets: ['tags.name'] }, ['tags.name']],
    ['are without fields that it does not expose', { fields: ['title'] }, ['title', 'owner.name']],
    ['are without relations that it does not expose', { fields: ['size'], relations: [] }, ['size']],
    ['are none where nothing is left', { fields: ['id'], relations: [] }, []],
  ])('%s', async (_, overrides, expected) => {
    expect(await namesIn(overrides)).toEqual(expected);
  });

  it('must be exposed by it', async () => {
    const error = await overrideError(withFacets(facets), { fields: ['title'], relations: [], facets: ['size'] });
    expect(error).toBe(
      'FilterConfigurationError: @FilterQuery(Thing): `facets` names size, which is no exposed field; there are: title.',
    );
  });

  it('are checked like those of the entity', async () => {
    const error = await overrideError(withFacets(facets), { facets: [{ name: 'title', limit: 500 }] });
    expect(error).toContain('`limit` must be a whole number from 1 to 100, not 500');
  });

  it('have as many values as the smaller limit says', async () => {
    const { by, of } = await boot(withFacets([{ name: 'title', limit: 50 }]), { limits: { facetValues: 30 } });
    expect(by.describe(of).facets).toMatchObject([{ limit: 30 }]);
  });
});
