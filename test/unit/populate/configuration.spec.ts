import type { ClassRules } from '../../../lib/schema/index.js';
import { type Declarations, boot, errorOf, overrideError } from '../schema/things.js';

/** Passes on options that the compiler would refuse, as a host that writes JavaScript does. */
const unchecked = (rules: object) => rules as never;
const thing = (rules: ClassRules, more: Partial<Declarations> = {}): Declarations => ({
  thing: rules,
  owner: { fields: ['name', 'address.city'] },
  tag: {},
  ...more,
});
const withPopulate = (populate: unknown, more?: Partial<Declarations>): Declarations =>
  thing(unchecked({ fields: ['id', 'title'], relations: ['owner'], populate }), more);
const at = 'FilterConfigurationError: @Filterable() on Thing: ';
const names = 'owner, keeper, tags, whole, parts';

/** Mistakes in what an entity populates, which no handler reads here: each is told at boot. */
const mistakes: readonly (readonly [what: string, populate: unknown, message: string])[] = [
  ['a relation', ['ownr'], `\`populate\` names ownr, which is no relation; did you mean owner? There are: ${names}.`],
  ['a column', ['title'], '`populate` names title, which is a column, which every row has; name a relation'],
  ['a path', ['owner.things'], `\`populate\` names owner.things, which is no relation; there are: ${names}.`],
  [
    'a name of every object',
    ['constructor'],
    `\`populate\` names constructor, which is no relation; there are: ${names}.`,
  ],
  ['a relation twice', ['tags', { name: 'tags', limit: 2 }], '`populate` lists tags twice'],
  ['none', [], '`populate` is empty; leave it out where there are none'],
  ['a text', 'tags', '`populate` must be a list of names, not tags'],
  ['null among the names', [null], '`populate` lists null, which is neither a name nor an object with one'],
  [
    'an option',
    [{ name: 'tags', topmost: 3 }],
    'the populated relation tags: the option `topmost` does not exist; there are: name, limit, maximum, sort, fields, where',
  ],
  [
    'a limit of none',
    [{ name: 'tags', limit: 0 }],
    'the populated relation tags: `limit` must be a whole number from 1 to 100, not 0',
  ],
  [
    'a limit above the cap',
    [{ name: 'tags', limit: 101 }],
    'the populated relation tags: `limit` must be a whole number from 1 to 100, not 101',
  ],
  [
    'a maximum above the cap',
    [{ name: 'tags', maximum: 101 }],
    'the populated relation tags: `maximum` must be a whole number from 1 to 100, not 101',
  ],
  [
    'a maximum below the limit',
    [{ name: 'tags', limit: 5, maximum: 4 }],
    'the populated relation tags has the `maximum` 4, less than its `limit` 5; raise the one or lower the other',
  ],
  [
    'a limit of one row',
    [{ name: 'owner', limit: 1 }],
    'the populated relation owner leads to one row; leave out `limit`, which is for many',
  ],
  [
    'a maximum of one row',
    [{ name: 'owner', maximum: 1 }],
    'the populated relation owner leads to one row; leave out `maximum`, which is for many',
  ],
  [
    'an order of one row',
    [{ name: 'owner', sort: 'name' }],
    'the populated relation owner leads to one row; leave out `sort`, which is for many',
  ],
  [
    'an order',
    [{ name: 'tags', sort: 'nam' }],
    "the populated relation tags: sort: 'nam' is not sortable; did you mean 'name'? Use one of: id, name",
  ],
  [
    'a field',
    [{ name: 'owner', fields: ['nam'] }],
    'the populated relation owner: `fields` names nam, which is no exposed column of Owner that TypeORM selects; did you mean name? There are: name, address.city.',
  ],
  [
    'a field that is not exposed',
    [{ name: 'owner', fields: ['email'] }],
    'the populated relation owner: `fields` names email, which is no exposed column of Owner that TypeORM selects; there are: name, address.city.',
  ],
  [
    'fields',
    [{ name: 'owner', fields: 'name' }],
    'the populated relation owner: `fields` must be a list of names, not name',
  ],
  [
    'a condition',
    [{ name: 'owner', where: { nam: 1 } }],
    "`where` of @Filterable() on Thing: the populated relation owner: filters[nam] is not a filterable field; did you mean 'name'?",
  ],
  [
    'conditions',
    [{ name: 'owner', where: true }],
    'the populated relation owner: `where` must be conditions, or a function of the context that gives some, not true',
  ],
  [
    'a visibility',
    [{ name: 'owner', when: true }],
    'the populated relation owner: `when` must be a function of the context, not true',
  ],
];

describe('mistakes in the declaration of populate', () => {
  it.each(mistakes)('%s', async (_, populate, message) => {
    const error = await errorOf(withPopulate(populate));
    const start = message.startsWith('`where` of') ? 'FilterConfigurationError: ' : at;
    expect(error.slice(0, start.length + message.length)).toBe(start + message);
  });

  it('a related class that is not filterable', async () => {
    expect(await errorOf(withPopulate(['tags'], { tag: undefined }))).toBe(
      `${at}the populated relation tags leads to Tag, which is not filterable; decorate the class with @Filterable()`,
    );
  });

  it('all of them together', async () => {
    const error = await errorOf(withPopulate([{ name: 'tags', limit: 0 }, 'ownr']));
    expect(error).toContain('`limit` must be');
    expect(error).toContain('names ownr');
  });

  it('those of a handler', async () => {
    const populate = unchecked([{ name: 'tags', limit: 5, maximum: 4 }]);
    expect(await overrideError(withPopulate(['tags']), { populate })).toBe(
      'FilterConfigurationError: @FilterQuery(Thing): the populated relation tags has the `maximum` 4, less than its `limit` 5; raise the one or lower the other',
    );
  });
});

describe('what is declared', () => {
  it('is described', async () => {
    const populate = [
      'owner',
      { name: 'tags', limit: 3, maximum: 20 },
      { name: 'parts', fields: ['title'] },
      { name: 'keeper', when: () => false },
    ];
    const { by, of } = await boot(withPopulate(populate, { owner: { fields: ['name'], populate: ['things'] } }));
    expect(by.describe(of).populate).toEqual([
      { name: 'owner', entity: 'Owner', toMany: false, fields: ['name'], populate: ['things'] },
      {
        name: 'tags',
        entity: 'Tag',
        toMany: true,
        limit: 3,
        maximum: 20,
        fields: ['id', 'name'],
        sort: ['id', 'name'],
        populate: [],
      },
      {
        name: 'parts',
        entity: 'Thing',
        toMany: true,
        limit: 10,
        maximum: 10,
        fields: ['title'],
        sort: ['id', 'title', 'owner.name'],
        populate: ['owner', 'tags', 'parts'],
      },
    ]);
  });

  it('is a default limit within a declared maximum', async () => {
    const { by, of } = await boot(
      withPopulate([
        { name: 'tags', maximum: 4 },
        { name: 'parts', maximum: 40 },
      ]),
    );
    const limits = by.describe(of).populate.map(({ limit, maximum }) => [limit, maximum]);
    expect(limits).toEqual([
      [4, 4],
      [10, 40],
    ]);
  });

  it('is replaced whole by a handler, and left out by false', async () => {
    const { by, of } = await boot(withPopulate(['owner', 'tags']));
    const read = (overrides: object) => by.describe(of, overrides).populate.map(({ name }) => name);
    expect(read({ populate: ['keeper'] })).toEqual(['keeper']);
    expect(read({ populate: false })).toEqual([]);
    expect(by.parameters(of, { populate: false }).populate).toBeUndefined();
  });

  it('is nothing where an entity declares nothing: the parameter is the host’s', async () => {
    const { by, of } = await boot(thing({ fields: ['id'] }));
    expect(by.parse(of, 'populate=owner').toString()).toBe('');
  });
});
