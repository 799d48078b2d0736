import { FilterConfigurationError, FilterException, FilterService, type FilterModuleOptions } from 'nestjs-filterable';
import { type Position, printCursor } from '../../../lib/page/order/cursor.js';
import { type TestDatabase, drivers, engineOf, openDatabase } from '../../support/databases.js';
import { type Item, type PagesModel, pagesModel } from './model.js';
import { fillPages } from './rows.js';
import { cursorsOf } from './walk.js';

const secret = 'sixteen characters or more';

describe.each(drivers)('cursors on %s', (driver) => {
  const engine = engineOf(driver);
  let database: TestDatabase;
  let model: PagesModel;
  let filters: FilterService;

  beforeAll(async () => {
    model = pagesModel(engine);
    database = await openDatabase(driver, { entities: model.entities });
    await fillPages(database.source, model, engine, 7);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const things = () => database.source.createQueryBuilder<Item>(model.Thing, 'thing');
  const serviceWith = (options: FilterModuleOptions) => FilterService.forDataSource(database.source, options);
  const pageOf = (sort: string, pagination: Record<string, string>, service = filters) =>
    service.page(things(), service.parse(model.Thing, { sort, pagination: { pageSize: '3', ...pagination } }));
  const nextOf = async (sort: string, service = filters): Promise<string> => {
    const { next } = cursorsOf((await pageOf(sort, { after: '' }, service)).meta);
    if (next === null) throw new Error('there is no second page');
    return next;
  };
  const expectRefusal = async (page: Promise<unknown>, pointer = '/pagination/after', code = 'invalid_cursor') => {
    const error: unknown = await page.then(
      () => 'it was read',
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FilterException);
    const { issues } = error as FilterException;
    expect(issues).toMatchObject([{ code, pointer }]);
    expect((error as FilterException).getStatus()).toBe(400);
  };

  it('stand for the first page where they are empty, and backwards for the last', async () => {
    const ids = async (pagination: Record<string, string>) => (await pageOf('id', pagination)).data.map(({ id }) => id);
    const all = (await things().orderBy('thing.id').getMany()).map(({ id }) => id);
    expect(await ids({ after: '' })).toEqual(all.slice(0, 3));
    expect(await ids({ before: '' })).toEqual(all.slice(-3));
  });

  it('are null at the ends of the list', async () => {
    const first = cursorsOf((await pageOf('title', { after: '' })).meta);
    const last = cursorsOf((await pageOf('title', { before: '' })).meta);
    const whole = cursorsOf((await pageOf('title', { after: '', pageSize: '100' })).meta);
    expect([first.previous, last.next, whole.previous, whole.next]).toEqual([null, null, null, null]);
    expect([first.next, last.previous]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('lead there and back again', async () => {
    const first = await pageOf('owner.name:desc,title', { after: '' });
    const second = await pageOf('owner.name:desc,title', { after: cursorsOf(first.meta).next ?? '' });
    const back = await pageOf('owner.name:desc,title', { before: cursorsOf(second.meta).previous ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
  });

  describe('that are damaged', () => {
    it('are refused with any byte changed', async () => {
      const cursor = await nextOf('title,id');
      for (const index of cursor.split('').keys()) {
        for (const other of ['A', 'B', 'é', '.', '\0']) {
          if (cursor[index] === other) continue;
          await expectRefusal(
            pageOf('title,id', { after: `${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}` }),
          );
        }
      }
    });

    it('are refused at any length but their own', async () => {
      const cursor = await nextOf('title,id');
      for (const index of cursor.split('').keys()) {
        if (index > 0) await expectRefusal(pageOf('title,id', { after: cursor.slice(0, index) }));
        await expectRefusal(pageOf('title,id', { after: cursor.slice(index + 1) || '.' }));
      }
      for (const more of ['A', '=', '.', ' ', `.${'A'.repeat(16)}`]) {
        await expectRefusal(pageOf('title,id', { after: cursor + more }));
      }
    });

    it.each(['x', '.', '..', '0', 'null', '[]', '{}', 'é'.repeat(16), `W10.${'é'.repeat(16)}`, '💥'.repeat(2000)])(
      'are refused when they never were cursors: %j',
      async (cursor) => {
        await expectRefusal(pageOf('title', { after: cursor }));
        await expectRefusal(pageOf('title', { before: cursor }), '/pagination/before');
      },
    );
  });

  describe('of another list', () => {
    it.each([
      ['another key', 'note'],
      ['another direction', 'title:desc'],
      ['one key more', 'title,id'],
      ['another place for NULL', 'title:nullsFirst'],
      ['no sort', ''],
    ])('are refused: %s', async (_, sort) => {
      const cursor = await nextOf('title');
      await expectRefusal(pageOf(sort, { after: cursor }));
      await expectRefusal(pageOf(sort, { before: cursor }), '/pagination/before');
    });

    it('are refused: another entity', async () => {
      const cursor = await nextOf('id');
      const owners = database.source.getRepository(model.Owner);
      const query = filters.parse(model.Owner, { sort: 'id', pagination: { after: cursor } });
      await expectRefusal(filters.page(owners, query));
    });

    it('are valid with any filters, which belong to the request', async () => {
      const cursor = await nextOf('id');
      const query = filters.parse(model.Thing, {
        sort: 'id',
        filters: { id: { $lt: '9' } },
        pagination: { after: cursor },
      });
      const { data } = await filters.page(things(), query);
      expect(data.every(({ id }) => id < 9)).toBe(true);
    });
  });

  describe('that are forged', () => {
    /** Forges a cursor with a correct checksum, which anybody can compute without a secret. */
    const forge = async (key: string, change: (position: Position) => Position): Promise<string> => {
      const genuine = await nextOf(key);
      const [payload = ''] = genuine.split('.');
      const [, ...position] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, ...string[]];
      const binding = { sort: JSON.stringify(['Thing', [[key, 'asc', 'engine']]]), secrets: [] };
      expect(printCursor(position, binding)).toBe(genuine);
      return printCursor(change(position), binding);
    };

    it.each([
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
      [
        'token',
        engine === 'sqlite'
          ? ['a\0b']
          : ['x', '', 'not-a-uuid', '0f8fad5bd9cb469fa16570867728950e', '0f8fad5b-d9cb-469f-a165-70867728950g'],
      ],
      ['stage', ['x', '', 'ZERO', '99', '-1']],
      ['simple', ['x', '', 'ZERO', '99', '-1']],
      ['place.city', ['a\0b']],
      ['owner.stage', ['x', '99']],
      ['owner.joined', ['2024-02-30', 'now']],
      ['parts.stage', ['x', '99']],
      ['parts.weight', ['x', '1e', '--1']],
      ['parts.$count', ['x', '1.5', '9'.repeat(30), '']],
    ])('are refused where %s cannot be what they say', async (key, values) => {
      for (const value of values) {
        await expectRefusal(pageOf(key, { after: await forge(key, ([, ...rest]) => [value, ...rest]) }));
      }
    });

    it.each(['title', 'madeAt', 'parts.$count'])('are refused where %s cannot be NULL', async (key) => {
      await expectRefusal(pageOf(key, { after: await forge(key, ([, ...rest]) => [null, ...rest]) }));
    });

    it('are refused with a key too few or too many, or in another form', async () => {
      await expectRefusal(pageOf('title', { after: await forge('title', ([first]) => [first ?? '']) }));
      await expectRefusal(pageOf('title', { after: await forge('title', (position) => [...position, '1']) }));
      const odd = [1, {}, ['a'], true] as unknown as string[];
      for (const value of odd) {
        await expectRefusal(pageOf('title', { after: await forge('title', ([, ...rest]) => [value, ...rest]) }));
      }
    });

    it('give a page where they could be genuine', async () => {
      const { data } = await pageOf('title', { after: await forge('title', ([, ...rest]) => ["b'; --", ...rest]) });
      expect(data.length).toBeGreaterThan(0);
    });
  });

  describe('with a secret', () => {
    it('are read by the servers that have it, and refused by all others', async () => {
      const services = [
        filters,
        serviceWith({ pagination: { secret } }),
        serviceWith({ pagination: { secret: `${secret}!` } }),
      ];
      for (const own of services) {
        const cursor = await nextOf('title', own);
        for (const other of services) {
          const page = pageOf('title', { after: cursor }, other);
          if (other === own) expect((await page).data).toHaveLength(3);
          else await expectRefusal(page);
        }
      }
    });

    it('are read under a secret that is no longer current, and printed by the current one', async () => {
      const next = `${secret}!`;
      const [before, meanwhile, after] = [secret, [next, secret], next].map((each) =>
        serviceWith({ pagination: { secret: each } }),
      );
      if (before === undefined || meanwhile === undefined || after === undefined) throw new Error('three services');
      const [former, current] = [await nextOf('title', before), await nextOf('title', meanwhile)];
      expect((await pageOf('title', { after: former }, meanwhile)).data).toHaveLength(3);
      expect((await pageOf('title', { after: current }, after)).data).toHaveLength(3);
      await expectRefusal(pageOf('title', { after: current }, before));
      await expectRefusal(pageOf('title', { after: former }, after));
    });

    it('can be signed for one handler', async () => {
      const signed = filters.parse(model.Thing, { pagination: { after: '' } }, { pagination: { secret } });
      const { next } = cursorsOf((await filters.page(things(), signed)).meta);
      await expectRefusal(pageOf('', { after: next ?? '' }));
      const query = filters.parse(model.Thing, { pagination: { after: next ?? '' } }, { pagination: { secret } });
      expect((await filters.page(things(), query)).data.length).toBeGreaterThan(0);
    });

    it('need one of 16 characters or more', () => {
      expect(() => serviceWith({ pagination: { secret: 'short' } })).toThrow(FilterConfigurationError);
    });
  });

  it('go through the canonical query string unchanged', async () => {
    const cursor = await nextOf('title:desc,owner.name');
    for (const pagination of [
      { after: cursor },
      { before: cursor },
      { after: '' },
      { before: '', withCount: 'true' },
    ]) {
      const query = filters.parse(model.Thing, {
        sort: 'title:desc,owner.name',
        filters: { whole: { $gt: '0' } },
        pagination,
      });
      const again = filters.parse(model.Thing, query.toString());
      expect(again.toString()).toBe(query.toString());
      expect(await filters.page(things(), again)).toEqual(await filters.page(things(), query));
    }
  });

  it.each([
    ['orderBy', (builder: ReturnType<typeof things>) => builder.orderBy('thing.title')],
    ['groupBy', (builder: ReturnType<typeof things>) => builder.groupBy('thing.id')],
    ['having', (builder: ReturnType<typeof things>) => builder.having('COUNT(*) > 1')],
    ['distinctOn', (builder: ReturnType<typeof things>) => builder.distinctOn(['thing.id'])],
  ])('are refused on a builder with %s, as apply() refuses them', async (_, prepare) => {
    for (const key of ['after', 'before']) {
      const query = filters.parse(model.Thing, { pagination: { [key]: '' } });
      await expectRefusal(filters.page(prepare(things()), query), `/pagination/${key}`, 'invalid_pagination');
    }
  });

  it('are refused by apply()', () => {
    const query = filters.parse(model.Thing, { pagination: { after: '' } });
    expect(() => filters.apply(things(), query)).toThrow(FilterException);
    const trusted = { trusted: true } as const;
    expect(() => filters.filter(model.Thing, { pagination: { after: '' } }, trusted)).toThrow(FilterConfigurationError);
  });
});
