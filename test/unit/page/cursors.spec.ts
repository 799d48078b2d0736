import {
  Filterable,
  FilterException,
  type FilterModuleOptions,
  FilterService,
  type ParseOverrides,
} from 'nestjs-filterable';
import { Column, Entity, ManyToOne, type ObjectLiteral, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { type Position, printCursor } from '../../../lib/page/order/cursor.js';
import type { EngineName } from '../../support/databases.js';
import { pagesModel } from '../../support/pages-model.js';
import { rowsOf, scripted } from '../../support/scripted.js';

const engines = ['sqlite', 'postgres', 'mariadb'] as const;

const moment = '2024-03-01 10:00:00';
/** A row that has a value in every column. */
const row = {
  ...{ id: 1, title: 'a', note: 'n', name: 'o', city: 'Oslo', placeCity: 'Oslo', big: '7', amount: '1.5', weight: '2' },
  ...{ ratio: 0.5, single: 0.5, whole: 3, flag: 1, day: '2024-03-01', at: '10:00:00', rank: 2 },
  ...{ moment, madeAt: moment, joined: moment, stage: 'zero', simple: 'zero' },
  token: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

/** A list of things on an engine, whose statements find two rows. */
async function listOn(engine: EngineName) {
  const { entities, Thing, Owner } = pagesModel(engine);
  const { source, sent } = await scripted(engine, entities, (sql) => rowsOf(sql, [row, { ...row, id: 2 }]));

  interface Asked {
    readonly request: object;
    readonly entity?: new () => ObjectLiteral;
    readonly overrides?: ParseOverrides<ObjectLiteral>;
    readonly secret?: string | readonly string[];
  }
  const services = new Map<unknown, FilterService>();
  const serviceWith = (secret: Asked['secret']) => {
    const options: FilterModuleOptions = secret === undefined ? {} : { pagination: { secret } };
    const service = services.get(secret) ?? FilterService.forDataSource(source, options);
    services.set(secret, service);
    return service;
  };
  const page = (asked: Asked, cursor: string, direction: 'after' | 'before' = 'after') => {
    const { request, entity = Thing, overrides = {}, secret } = asked;
    const filters = serviceWith(secret);
    const input = { ...request, pagination: { [direction]: cursor, pageSize: '1' } };
    return filters.page(source.getRepository(entity), filters.parse(entity, input, overrides));
  };
  /** Returns the cursor that a request is answered with. */
  const cursorOf = async (asked: Asked): Promise<string> => {
    const { meta } = await page(asked, '');
    if (typeof meta.pagination.next !== 'string') throw new Error('there is no second page');
    return meta.pagination.next;
  };
  /** Reads a page: 'read', or the code and the place of its refusal, before any statement is sent. */
  const verdictOf = async (asked: Asked, cursor: string, direction: 'after' | 'before' = 'after') => {
    const before = sent.length;
    try {
      await page(asked, cursor, direction);
      return 'read';
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      expect(sent).toHaveLength(before);
      expect(error.getStatus()).toBe(400);
      return error.issues.map(({ code, pointer }) => `${code} ${pointer}`).join();
    }
  };
  return { Owner, cursorOf, verdictOf };
}

const refused = 'invalid_cursor /pagination/after';

describe('a cursor', () => {
  const list = listOn('sqlite');
  const [secret, next] = ['sixteen characters or more', 'sixteen characters or more!'];
  const byTitle = { sort: 'title' };
  const handler = { defaults: { filters: { whole: { $gt: 1 } } } };

  /** The request that a cursor is of, and one that has it, whether it is read, or refused, and what differs. */
  it.each<readonly [string, object, object, verdict: string]>([
    ['nothing', { request: byTitle }, { request: byTitle }, 'read'],
    ['another key', { request: byTitle }, { request: { sort: 'note' } }, refused],
    ['another direction', { request: byTitle }, { request: { sort: 'title:desc' } }, refused],
    ['one key more', { request: byTitle }, { request: { sort: 'title,id' } }, refused],
    ['another place for NULL', { request: byTitle }, { request: { sort: 'title:nullsFirst' } }, refused],
    ['no sort', { request: byTitle }, { request: {} }, refused],
    [
      'the filters, which belong to the request',
      { request: byTitle },
      { request: { ...byTitle, filters: { id: '1' } } },
      'read',
    ],
    [
      'the filters, with a secret',
      { request: byTitle, secret },
      { request: { ...byTitle, filters: { id: '1' } }, secret },
      'read',
    ],
    [
      'limits',
      { request: byTitle, secret },
      { request: byTitle, secret, overrides: { limits: { pageSize: 2 } } },
      'read',
    ],
    [
      'the handler, with its own conditions',
      { request: byTitle, secret },
      { request: byTitle, secret, overrides: handler },
      refused,
    ],
    [
      'the handler, from one with conditions',
      { request: byTitle, secret, overrides: handler },
      { request: byTitle, secret },
      refused,
    ],
    [
      'the handler, with other fields',
      { request: byTitle, secret },
      { request: byTitle, secret, overrides: { fields: ['id', 'title'] } },
      refused,
    ],
    ['the handler, without a secret', { request: byTitle }, { request: byTitle, overrides: handler }, refused],
    [
      'the search',
      { request: { ...byTitle, search: 'a' }, overrides: { search: ['title'] } },
      { request: { ...byTitle, search: 'b' }, overrides: { search: ['title'] } },
      refused,
    ],
    [
      'whether deleted rows are seen',
      { request: { ...byTitle, deleted: 'with' }, overrides: { deleted: true } },
      { request: byTitle, overrides: { deleted: true } },
      refused,
    ],
    ['the secret', { request: byTitle, secret }, { request: byTitle, secret: next }, refused],
    ['a secret, where there was none', { request: byTitle }, { request: byTitle, secret }, refused],
    ['no secret, where there was one', { request: byTitle, secret }, { request: byTitle }, refused],
    [
      'the order of secrets: it was printed by the former',
      { request: byTitle, secret },
      { request: byTitle, secret: [next, secret] },
      'read',
    ],
    [
      'the order of secrets: it was printed by the current',
      { request: byTitle, secret: [next, secret] },
      { request: byTitle, secret: next },
      'read',
    ],
    [
      'the order of secrets: the former reads none',
      { request: byTitle, secret: [next, secret] },
      { request: byTitle, secret },
      refused,
    ],
    [
      'where the secret is said',
      { request: byTitle, secret },
      { request: byTitle, overrides: { pagination: { secret } } },
      'read',
    ],
  ])('is read or refused where what differs is %s', async (_, printed, read, verdict) => {
    const { cursorOf, verdictOf } = await list;
    const cursor = await cursorOf(printed as never);
    expect(await verdictOf(read as never, cursor)).toBe(verdict);
    expect(await verdictOf(read as never, cursor, 'before')).toBe(verdict.replace('after', 'before'));
  });

  it('of another entity is refused', async () => {
    const { Owner, cursorOf, verdictOf } = await list;
    const cursor = await cursorOf({ request: { sort: 'id' } });
    expect(await verdictOf({ request: { sort: 'id' }, entity: Owner }, cursor)).toBe(refused);
  });
});

@Entity()
@Filterable({ fields: ['id'], relations: [{ name: 'reviews', formerly: ['comments'], aggregates: true }] })
class Book {
  @PrimaryColumn() id!: number;
  @OneToMany(() => Review, (review) => review.book) reviews!: Relation<Review>[];
}

@Entity()
@Filterable({ fields: [{ name: 'stars', formerly: ['grade'] }] })
class Review {
  @PrimaryColumn() id!: number;
  @Column() stars!: number;
  @ManyToOne(() => Book, (book) => book.reviews) book!: Relation<Book>;
}

it.each(['reviews.$avg.stars', 'comments.$avg.grade', 'comments.$avg.stars', 'reviews.$avg.grade'])(
  'a cursor of before a rename, whose list was sorted by %s, is read',
  async (key) => {
    const { source } = await scripted('sqlite', [Book, Review], (sql) => rowsOf(sql, []));
    const filters = FilterService.forDataSource(source);
    const binding = { sort: JSON.stringify(['Book', [[key, 'asc', 'engine']]]), secrets: [] };
    const input = { sort: 'reviews.$avg.stars', pagination: { after: printCursor(['2.5', '7'], binding) } };
    expect((await filters.page(source.getRepository(Book), filters.parse(Book, input))).data).toEqual([]);
  },
);

/** Values that a key cannot have, by engine where they differ. */
const impossible = (engine: EngineName): readonly (readonly [key: string, values: readonly string[]])[] => [
  ['id', ['x', '', '1.5', '1e3', '99999999999999999999', "1'; DROP TABLE thing; --", '١']],
  ['title', ['a\0b', '\ud800']],
  ['note', ['a\0b', '\udfff']],
  ['whole', ['x', '', '0x1', '9'.repeat(30), '99999999999999999999']],
  ['big', ['x', '1.0', '9223372036854775808', '-9223372036854775809', '9'.repeat(1000)]],
  ['amount', ['x', '', 'NaN()', '0x1', '1,5', '9'.repeat(1001)]],
  ['ratio', ['x', '', '1e999', '-1e999', '0x1', 'nan']],
  // SQLite has one size of floats.
  ['single', ['x', '1e999', ...(engine === 'sqlite' ? [] : ['1e300', '-1e300'])]],
  ['flag', ['x', '', '2', 'yes', 'TRUE']],
  ['day', ['x', '', '2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', 'now', 'today', '-infinity ']],
  // MariaDB's times are durations, of more than a day, too.
  ['at', ['x', '12:60:00', '1:2:3', 'now', '99:99:99', ...(engine === 'mariadb' ? ['839:00:00'] : ['24:30:00'])]],
  ['moment', ['x', '', '2024-02-30 10:00:00', '2024-03-01 25:00:00', '2024-03-01T10:00:00+99:00', 'now', 'epoch']],
  // In SQLite a uuid is a text.
  ['token', engine === 'sqlite' ? ['a\0b'] : ['x', '', 'not-a-uuid', '0f8fad5bd9cb469fa16570867728950e']],
  ['stage', ['x', '', 'ZERO', '99', '-1']],
  ['simple', ['x', '', 'ZERO', '99', '-1']],
  ['place.city', ['a\0b']],
  ['owner.stage', ['x', '99']],
  ['owner.joined', ['2024-02-30', 'now']],
  ['parts.stage', ['x', '99']],
  ['parts.weight', ['x', '1e', '--1']],
  ['parts.$count', ['x', '1.5', '9'.repeat(30), '']],
];

describe.each(engines)('a forged cursor on %s, whose checksum anybody can compute', (engine) => {
  const list = listOn(engine);

  /** Forges cursors of a list by a key. */
  async function verdictOfForged(key: string, position: Position): Promise<string> {
    const { verdictOf } = await list;
    const binding = { sort: JSON.stringify(['Thing', [[key, 'asc', 'engine']]]), secrets: [] };
    return verdictOf({ request: { sort: key } }, printCursor(position, binding));
  }

  it.each(impossible(engine))('is refused where %s cannot be %j', async (key, values) => {
    for (const value of values) expect([value, await verdictOfForged(key, [value, '7'])]).toEqual([value, refused]);
  });

  it.each<readonly [string, string, unknown[], verdict: string]>([
    ['a value that the key may have', 'title', ["b'; --", '7'], 'read'],
    ['NULL, which the key may have', 'note', [null, '7'], 'read'],
    ['NULL, which a column never has', 'title', [null, '7'], refused],
    ['NULL, which a moment never has', 'madeAt', [null, '7'], refused],
    ['NULL, which a count never is', 'parts.$count', [null, '7'], refused],
    ['a key too few', 'title', ['a'], refused],
    ['a key too many', 'title', ['a', '7', '1'], refused],
    ['a number', 'title', [1, '7'], refused],
    ['an object', 'title', [{}, '7'], refused],
    ['a list', 'title', [['a'], '7'], refused],
    ['a boolean', 'title', [true, '7'], refused],
  ])('has %s', async (_, key, position, verdict) => {
    expect(await verdictOfForged(key, position as unknown as Position)).toBe(verdict);
  });

  it.each(['x', '.', '..', '0', 'null', '[]', '{}', 'é'.repeat(16), `W10.${'é'.repeat(16)}`, '💥'.repeat(2000)])(
    'is no cursor at all: %j',
    async (text) => expect(await (await list).verdictOf({ request: { sort: 'title' } }, text)).toBe(refused),
  );
});
