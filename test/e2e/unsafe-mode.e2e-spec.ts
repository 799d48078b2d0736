import { Controller, Get, Module } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, Filterable, type Page } from 'nestjs-filterable';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { describeOn } from '../support/databases.js';
import { type TestApp, openApp } from '../support/http/adapters.js';

@Entity()
@Filterable()
class Parcel {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar' }) address!: string;
}

@Controller('parcels')
class ParcelsController {
  constructor(
    private readonly source: DataSource,
    private readonly filters: FilterService,
  ) {}

  @Get()
  list(@FilterQuery(Parcel) query: FilterQuery<Parcel>): Promise<Page<Parcel>> {
    return this.filters.page(this.source.getRepository(Parcel), query);
  }
}

/** In this mode a backslash is a letter, and the driver's `\'` the end of a text: what follows would be SQL. */
const injection = "filters[address]=' OR 1=1 -- ";

const refusal = expect.objectContaining({
  name: 'FilterConfigurationError',
  message: expect.stringContaining('NO_BACKSLASH_ESCAPES') as string,
}) as Error;

describeOn('mariadb')('a session without escapes on %s', () => {
  let source: DataSource;

  beforeEach(() => {
    source = new DataSource({
      type: 'mariadb',
      url: process.env['MARIADB_URL'] ?? '',
      entities: [Parcel],
      // One connection, so that its mode is that of all.
      extra: { connectionLimit: 1 },
    });
  });

  afterEach(() => source.destroy());

  async function connect(mode: string): Promise<void> {
    await source.initialize();
    await source.query(`SET SESSION sql_mode = '${mode}'`);
    await source.query('CREATE TEMPORARY TABLE parcel (id int PRIMARY KEY, address varchar(50) CHARACTER SET gbk)');
    await source.query("INSERT INTO parcel VALUES (1, 'Oslo')");
  }

  it('is refused by ready() of a service without Nest', async () => {
    await connect('NO_BACKSLASH_ESCAPES');
    const filters = FilterService.forDataSource(source);
    await expect(filters.ready()).rejects.toEqual(refusal);
    await expect(filters.ready()).rejects.toEqual(refusal);
  });

  it('is no matter where the mode is another', async () => {
    await connect('STRICT_TRANS_TABLES');
    const filters = FilterService.forDataSource(source);
    const page = (query: string) => filters.page(source.getRepository(Parcel), filters.parse(Parcel, query));
    expect((await page(injection)).data).toEqual([]);
    expect((await page('filters[address]=Oslo')).data).toEqual([{ id: 1, address: 'Oslo' }]);
  });

  it('is not asked beside a page without Nest: a transaction may hold the only connection', async () => {
    await connect('STRICT_TRANS_TABLES');
    const filters = FilterService.forDataSource(source);
    const found = await source.transaction((manager) =>
      filters.page(manager.getRepository(Parcel), filters.parse(Parcel, 'filters[address]=Oslo')),
    );
    expect(found.data).toHaveLength(1);
  });

  describe('in an application whose data source is initialized after its boot', () => {
    let app: TestApp;

    beforeEach(async () => {
      // What an entity is can be known before its database is.
      await source.initialize();
      await source.destroy();
      @Module({ providers: [{ provide: DataSource, useValue: source }], exports: [DataSource] })
      class Source {}
      app = await openApp('express', { imports: [Source, FilterModule.forRoot()], controllers: [ParcelsController] });
    });

    afterEach(() => app.close());

    it('is refused', async () => {
      await connect('NO_BACKSLASH_ESCAPES');
      const { status, text } = await app.client.get(`/parcels?${encodeURI(injection)}`);
      expect({ status, text }).toEqual({ status: 500, text: expect.not.stringContaining('Oslo') as string });
    });

    it('is asked over the only connection, which a transaction holds', async () => {
      await connect('STRICT_TRANS_TABLES');
      const filters = app.app.get(FilterService);
      const found = await source.transaction((manager) =>
        filters.page(manager.getRepository(Parcel), filters.parse(Parcel, 'filters[address]=Oslo')),
      );
      expect(found.data).toHaveLength(1);
    });

    it('is no matter where the mode is another', async () => {
      await connect('STRICT_TRANS_TABLES');
      const { status, text } = await app.client.get('/parcels?filters[address]=Oslo');
      expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({ status: 200, body: { data: [{ id: 1 }] } });
    });
  });
});
