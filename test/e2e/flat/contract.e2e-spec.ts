import { Controller, Get, Inject, Query } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, pageInfo } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { Owner, Sandbox, State, overrides } from '../openapi/contract.js';

/*
 * The 24 parameters of a published contract: each with the rows that SQL by hand finds, and with what is wrong in it,
 * which is refused by the name that was sent.
 */

@Controller('sandboxes')
class Sandboxes {
  constructor(
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  @Get() async list(@FilterQuery(Sandbox, overrides) query: FilterQuery<Sandbox>, @Query('verbose') verbose = 'false') {
    const page = await this.filters.page(this.source.getRepository(Sandbox), query);
    const { next } = page.meta.pagination as { readonly next?: string };
    return { ids: page.data.map(({ id }) => nameOf(id)), total: pageInfo(page).total, verbose, next };
  }
}

/** Rows are called by the last digit of their id. */
const idOf = (name: string) => `00000000-0000-4000-8000-00000000000${name}`;
const nameOf = (id: string) => id.slice(-1);

async function seed({ manager }: DataSource): Promise<void> {
  const [ann, bob] = await manager.save(Owner, [
    { id: 'o1', email: 'ann@x.org' },
    { id: 'o2', email: 'bob_1@x.org' },
  ]);
  const regions = ['eu', 'us', 'eu,us'];
  const states = Object.values(State);
  const rows = [...'12345678'].map((name, index) => ({
    id: idOf(name),
    name: ['web', 'Web 50%', 'api', 'web_2', 'job', 'cron', 'apiweb', 'x'][index] ?? '',
    state: states[index % 4],
    region: regions[index % 3],
    snapshot: index < 4 ? 'base' : 'big',
    cpu: index + 1,
    memory: (index % 4) * 512,
    disk: index * 2.5,
    isPublic: index % 2 === 0,
    createdAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2), index % 2 === 0 ? 0 : 12)),
    lastEventAt: new Date(Date.UTC(2026, 1, 10 - index)),
    owner: index < 5 ? ann : bob,
  }));
  await manager.save(Sandbox, rows as Sandbox[]);
}

/** Each request with the condition of SQL that means the same. Moments are in braces. */
const requests = cases(`
   -> 1 = 1
  page=1&limit=3 -> 1 = 1
  page=2&limit=3 -> 1 = 1
  limit=100 -> 1 = 1
  verbose=true -> 1 = 1
  id=${idOf('3')} -> s.id = '${idOf('3')}'
  id=${idOf('9')} -> s.id = '${idOf('9')}'
  name=api -> s.name LIKE '%api%'
  name=50%25 -> s.name = 'Web 50%'
  name=b_2 -> s.name = 'web_2'
  name= -> 1 = 1
  name=%27%20OR%201=1 -> 1 = 0
  state=started -> s.state = 'started'
  states=started&states=archived -> s.state IN ('started', 'archived')
  states[]=stopped -> s.state = 'stopped'
  states[0]=stopped&states[1]=started -> s.state IN ('started', 'stopped')
  regions=eu -> s.region = 'eu'
  regions=eu,us -> s.region = 'eu,us'
  regions=eu&regions=us -> s.region IN ('eu', 'us')
  snapshots=base&snapshots=none -> s.snapshot = 'base'
  minCpu=3 -> s.cpu >= 3
  maxCpu=3 -> s.cpu <= 3
  minCpu=3&maxCpu=5 -> s.cpu >= 3 AND s.cpu <= 5
  minCpu=5&maxCpu=3 -> 1 = 0
  minCpu=-1&maxCpu= -> 1 = 1
  minMemory=512 -> s.memory >= 512
  maxMemory=0 -> s.memory <= 0
  minDisk=7.5 -> s.disk >= 7.5
  maxDisk=7.4 -> s.disk <= 7.4
  minDisk=2.5&maxDisk=2.5 -> s.disk = 2.5
  createdAfter=2026-01-02 -> s.createdAt >= {2026-01-02T00:00:00Z}
  createdAfter=2026-01-02T12:00:00Z -> s.createdAt >= {2026-01-02T12:00:00Z}
  createdBefore=2026-01-02 -> s.createdAt <= {2026-01-02T00:00:00Z}
  createdBefore=2026-01-02T13:00:00%2B02:00 -> s.createdAt <= {2026-01-02T11:00:00Z}
  createdAfter=2026-01-02&createdBefore=2026-01-03 -> s.createdAt >= {2026-01-02T00:00:00Z} AND s.createdAt <= {2026-01-03T00:00:00Z}
  eventAfter=2026-02-08 -> s.lastEventAt >= {2026-02-08T00:00:00Z}
  public=true -> s.isPublic = TRUE
  public=false -> s.isPublic = FALSE
  ownerId=o2 -> o.id = 'o2'
  ownerId=O9 -> 1 = 0
  ownerEmail=ann -> o.email LIKE 'ann%'
  ownerEmail=bob_ -> o.email = 'bob_1@x.org'
  ownerEmail=%25 -> 1 = 0
  sort=cpu&order=asc -> 1 = 1 ORDER s.cpu ASC
  sort=cpu -> 1 = 1 ORDER s.cpu DESC
  sort=createdAt&order=asc -> 1 = 1 ORDER s.createdAt ASC
  order=asc&limit=2 -> 1 = 1 ORDER s.createdAt ASC
  sort=name&order=ASC&state=started -> s.state = 'started' ORDER s.name ASC
  sort=owner&order=asc -> 1 = 1 ORDER o.email ASC
  sort=owner&order=desc&minCpu=4&page=2&limit=2 -> s.cpu >= 4 ORDER o.email DESC
  states=started&regions=eu&minCpu=1&maxDisk=90&public=true&ownerEmail=a&createdAfter=2025-01-01&sort=cpu -> s.state = 'started' AND s.region = 'eu' AND s.isPublic = TRUE AND o.email LIKE 'a%' ORDER s.cpu DESC
`);

onEngines('a list of 24 parameters', { entities: [Owner, Sandbox], seed }, (world) => {
  /** Finds the rows by SQL that was written by hand. */
  function byHand(sql: string): Promise<Sandbox[]> {
    const [where = '', by = 's.createdAt DESC'] = sql.split(' ORDER ');
    const [key = '', direction] = by.split(' ');
    const moments: Record<string, Date> = {};
    const text = where.replace(/\{([^}]+)\}/g, (_, moment: string) => {
      const name = `moment${Object.keys(moments).length}`;
      moments[name] = new Date(moment);
      return `:${name}`;
    });
    const builder = world.source.createQueryBuilder(Sandbox, 's').leftJoin('s.owner', 'o').where(text, moments);
    const way = direction === 'ASC' ? 'ASC' : 'DESC';
    return builder.orderBy(key, way).addOrderBy('s.id', way).getMany();
  }

  describe.each(world.engine === 'sqlite' ? adapters : adapters.slice(0, 1))('on %s', (adapter) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await openApp(adapter, {
        imports: [FilterModule.forRoot()],
        controllers: [Sandboxes],
        providers: [{ provide: DataSource, useValue: world.source }],
      });
    });
    afterAll(() => app.close());

    async function ask(query: string) {
      const { status, text } = await app.client.get(`/sandboxes?${query}`);
      return { status, body: JSON.parse(text) as Record<string, unknown> };
    }

    it.each(requests)('%s finds what SQL by hand finds: %s', async (query, sql) => {
      const found = (await byHand(sql)).map(({ id }) => nameOf(id));
      const sent = new URLSearchParams(query);
      const [page, limit] = [Number(sent.get('page') ?? 1), Number(sent.get('limit') ?? 25)];
      const { status, body } = await ask(query);
      const { ids, total, verbose } = body;
      expect({ status, ids, total, verbose }).toEqual({
        status: 200,
        ids: found.slice((page - 1) * limit, page * limit),
        total: found.length,
        verbose: sent.get('verbose') ?? 'false',
      });
    });

    it('reads all rows by its cursors, in the order of a key that is related', async () => {
      const seen: unknown[] = [];
      let cursor: unknown = '';
      while (typeof cursor === 'string') {
        const { status, body } = await ask(`sort=owner&order=asc&limit=3&cursor=${encodeURIComponent(cursor)}`);
        expect(status).toBe(200);
        seen.push(...(body['ids'] as string[]));
        cursor = body['next'];
      }
      expect(seen).toEqual((await byHand('1 = 1 ORDER o.email ASC')).map(({ id }) => nameOf(id)));
    });

    if (world.engine !== 'sqlite') return;
    it.each(
      cases(`
        page=0 -> invalid_pagination page
        page=x&limit=101 -> limit_exceeded limit, invalid_pagination page
        page=1&page=2 -> duplicate_key page
        limit=1.5 -> invalid_pagination limit
        cursor=nonsense -> invalid_cursor cursor
        cursor=&page=2 -> invalid_pagination cursor
        id=c -> invalid_value id
        name=a&name=b -> duplicate_key name
        name[$ne]=a -> malformed_key name
        state=destroyed -> invalid_value state
        state=Started -> invalid_value state
        states=started&states=destroyed -> invalid_value states
        states=started,stopped -> invalid_value states
        regions -> expected_value regions
        snapshots[a]=1 -> malformed_key snapshots
        minCpu=1.5 -> invalid_value minCpu
        minCpu=x&maxCpu=y -> invalid_value minCpu, invalid_value maxCpu
        maxCpu=99999999999 -> invalid_value maxCpu
        minMemory=1e3 -> invalid_value minMemory
        maxMemory=0x10 -> invalid_value maxMemory
        minDisk=a -> invalid_value minDisk
        maxDisk=1,5 -> invalid_value maxDisk
        createdAfter=yesterday -> invalid_value createdAfter
        createdAfter=2026-02-30 -> invalid_value createdAfter
        createdBefore=01/02/2026 -> invalid_value createdBefore
        eventAfter=1760000000 -> invalid_value eventAfter
        public=maybe -> invalid_value public
        ownerId[]=o1 -> malformed_key ownerId
        ownerEmail=a&ownerEmail[x]=b -> malformed_key ownerEmail
        sort=memory -> not_sortable sort
        sort=owner.email -> not_sortable sort
        sort=cpu,name&order=asc -> expected_value sort
        sort=cpu:asc&order=asc -> expected_value sort
        sort=-cpu -> not_sortable sort
        order=up -> invalid_direction order
        verbos=true -> unknown_parameter verbos
        minCPU=1 -> unknown_parameter minCPU
        filters[cpu]=1 -> unknown_parameter filters
        owner=o1 -> unknown_parameter owner
        owner.email=a -> unknown_parameter owner.email
      `),
    )('%s is refused: %s', async (query, issues) => {
      const { status, body } = await ask(query);
      const found = (body['issues'] ?? []) as { readonly code: string; readonly path: string }[];
      expect([status, found.map(({ code, path }) => `${code} ${path}`).join(', ')]).toEqual([400, issues]);
    });
  });
});
