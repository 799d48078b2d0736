import { FilterConfigurationError, FilterService, Filterable, type FilterModuleOptions } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { Book, Keyword, Note, isStaff, library } from './library.js';

const source = await describeEntities('sqlite', library);
const filters = FilterService.forDataSource(source);

/** The message of what a function throws, without its subject; nothing where it throws nothing. */
function faultOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.message;
    throw error;
  }
  return undefined;
}

const own = (search: unknown, more: object = {}) =>
  faultOf(() => filters.describe(Book, { search, ...more } as never))?.replace('@FilterQuery(Book): ', '');

const what = 'words are looked for in texts, numbers, dates, uuids, enums and lists of texts';

describe('the fields of a search', () => {
  // prettier-ignore
  it.each([
    ['no such field', ['titel'], /^`search` names titel, which is not an exposed field; did you mean title\? There are: id, title/],
    ["the client's name of a field", ['name'], /^`search` names name, which is not an exposed field; there are: id, title/],
    ['no such related field', ['author.nam'], /which is not an exposed field; did you mean author\.name\? There are: /],
    ['a related field that its entity does not expose', ['keywords.id.x'], /names keywords\.id\.x, which is not an exposed field/],
    ['a relation', ['author'], /^`search` names author, which is not an exposed field/],
    ['a path that is not declared', ['specs.size'], /^`search` names specs\.size, which is not an exposed field/],
    ['a boolean', ['isLent'], `\`search\` names isLent, which is a boolean field; ${what}`],
    ['a date-time', ['soldAt'], `\`search\` names soldAt, which is a datetime field; ${what}`],
    ['a time', ['opens'], `\`search\` names opens, which is a time field; ${what}`],
    ['a document', ['specs'], `\`search\` names specs, which is a json field; ${what}`],
    ['a list of numbers', ['specs.sizes'], `\`search\` names specs.sizes, which is a list of integer values; ${what}`],
    ['a field twice', ['title', 'pages', 'title'], '`search` names title twice'],
    ['none', [], '`search` is an empty list; name the fields that it looks in'],
    ['one name in place of a list', 'title', '`search` must be a list of names, not title'],
    ['what is no list', true, '`search` must be a list of names, not true'],
    ['what is no name', ['title', 5], '`search` lists 5, which is not a name'],
    ['a rule', [{ name: 'title' }], '`search` lists an object, which is not a name'],
  ])('are not %s', (_, search, message) => {
    const fault = own(search);
    if (typeof message === 'string') expect(fault).toBe(message);
    else expect(fault).toMatch(message);
  });

  it.each([
    [['title', 'pages', 'price', 'weight', 'uid', 'printed', 'binding', 'labels', 'phone', 'secret', 'noteCount']],
    [['specs.color', 'specs.width', 'specs.marks', 'author.name', 'author.birthplace.name', 'keywords.word']],
    [['notes.text', 'keywords.remark']],
    [false],
    [undefined],
  ])('are %j', (search) => expect(own(search)).toBeUndefined());

  it('are all told of, each by itself', () => {
    const error = (() => {
      try {
        filters.describe(Book, { search: ['titel', 'isLent', 'title', 'title'] as never });
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    })();
    expect(error).toBeInstanceOf(FilterConfigurationError);
    expect(error instanceof FilterConfigurationError && error.faults).toHaveLength(3);
  });

  it('are no more than one word may be looked for in', () => {
    const search = ['title', 'pages', 'price'];
    const fault =
      '`search` names 3 fields, more than `limits.searchTerms` (2) allows for one word; name fewer, or raise the limit';
    expect(own(search, { limits: { searchTerms: 2 } })).toBe(fault);
    expect(own(search, { limits: { searchTerms: 3 } })).toBeUndefined();
    expect(own(undefined, { limits: { searchTerms: 1 } })).toMatch(/^`search` names 2 fields/);
  });
});

describe('what a handler inherits', () => {
  const read = (overrides: object) => filters.describe(Book, overrides).search;

  type Row = readonly [overrides: object, search: readonly string[], why: string];

  it.each<Row>([
    [{}, ['name', 'author.name'], 'all'],
    [{ fields: ['title'] }, ['name', 'author.name'], 'fields that it exposes'],
    [{ fields: ['pages'] }, ['author.name'], 'not those that it does not'],
    [{ relations: [] }, ['name'], 'nor what is behind relations that it does not'],
    [{ relations: [{ name: 'author', fields: ['id'] }] }, ['name'], 'nor fields that a relation leaves out'],
    [{ fields: ['pages'], relations: [] }, [], 'nothing is left'],
    [{ fields: [{ name: 'title', as: 'heading' }] }, ['heading', 'author.name'], "in the handler's own names"],
    [{ search: ['pages'] }, ['pages'], 'a list of its own takes its place'],
    [{ search: false }, [], 'none'],
    [{ operators: ['$eq'] }, ['name', 'author.name'], 'operators are those of filters'],
  ])('%j: %j (%s)', (overrides, expected) => expect(read(overrides)).toEqual(expected));

  it('names of its own must be exposed', () => {
    expect(own(['title'], { fields: ['pages'] })).toMatch(/^`search` names title, which is not an exposed field/);
    expect(own(['author.name'], { relations: [] })).toMatch(
      /^`search` names author\.name, which is not an exposed field/,
    );
  });

  it("where nothing is left, the parameter is the host's", () => {
    const overrides = { fields: ['pages'], relations: [] } as never;
    expect(filters.parse(Book, 'search[a]=b', overrides).toString()).toBe('');
    expect(filters.describe(Book, overrides).parameters).not.toHaveProperty('search');
    expect(filters.describe(Book).parameters).toMatchObject({ search: 'search' });
  });

  it('is what the context sees', () => {
    const overrides = { search: ['secret', 'title', 'notes.text', 'keywords.remark'] };
    expect(read({ ...overrides, context: { isStaff: false } })).toEqual(['name']);
    expect(read({ ...overrides, context: { isStaff: true } })).toEqual([
      'secret',
      'name',
      'notes.text',
      'keywords.remark',
    ]);
  });

  it('an entity without a search has none', () => expect(filters.describe(Note).search).toEqual([]));
});

/** An entity whose search is declared in some way, and the error of a boot. */
async function bootOf(search: unknown, options: FilterModuleOptions = {}): Promise<string | undefined> {
  @Entity()
  @Filterable({
    fields: ['id', 'name', 'isOpen', { name: 'secret', when: isStaff }],
    ...(search === undefined ? {} : { search: search as never[] }),
  })
  class Shop {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column() isOpen!: boolean;
    @Column() hidden!: string;
    @Column() secret!: string;
  }
  const shops = await describeEntities('sqlite', [Shop]);
  return faultOf(() => FilterService.forDataSource(shops, options));
}

describe('an entity that no handler uses', () => {
  it.each([
    [
      ['nam'],
      '`search` names nam, which is not an exposed field; did you mean name? There are: id, name, isOpen, secret.',
    ],
    [['hidden'], '`search` names hidden, which is not an exposed field; there are: id, name, isOpen, secret.'],
    [['isOpen'], `\`search\` names isOpen, which is a boolean field; ${what}`],
    [['name', 'name'], '`search` names name twice'],
    [[], '`search` is an empty list; name the fields that it looks in'],
    [false, '`search` must be a list of names, not false'],
    ['name', '`search` must be a list of names, not name'],
  ])('fails at boot with a search in %j', async (search, message) => {
    expect(await bootOf(search)).toBe(`@Filterable() on Shop: ${message}`);
  });

  it('fails with more fields than the limit allows', async () => {
    expect(await bootOf(['name', 'secret'], { limits: { searchTerms: 1 } })).toContain('`search` names 2 fields');
  });

  it.each([[undefined], [['name', 'secret']]])('boots with a search in %j', async (search) => {
    expect(await bootOf(search)).toBeUndefined();
  });
});

describe('names of parameters', () => {
  it('must differ where a list reads them', () => {
    const fault = faultOf(() => FilterService.forDataSource(source, { params: { search: 'sort' } }));
    expect(fault).toContain('two parameters have the same name');
  });

  it('can be chosen', () => {
    const renamed = FilterService.forDataSource(source, { params: { search: 'q' } });
    expect(renamed.parse(Book, 'q=a').toString()).toBe('q=a');
    expect(renamed.parse(Book, { search: 'a' }).toString()).toBe('q=a');
    expect(renamed.parse(Keyword, 'q=a', { prefix: 'k_' }).toString()).toBe('');
    expect(renamed.parse(Keyword, 'k_q=a', { prefix: 'k_' }).toString()).toBe('k_q=a');
  });
});
