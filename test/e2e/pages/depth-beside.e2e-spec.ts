import {
  Column,
  type DataSource,
  Entity,
  Index,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { costOn } from './reads.js';
import { cursorsOf } from './walk.js';

/** The reads of a page after a cursor where a condition fixes the first column of the index. */

const rows = 30_000;
/** A page of 20 reads 22 index entries and as many rows; if it does not start in the index it reads thousands. */
const most = 150;
/** The reads of SQLite are not counted, so it needs only enough rows to check the answer. */
const countOf = (engine: EngineName) => (engine === 'sqlite' ? 600 : rows);

@Entity()
@Filterable()
class Club {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Index(['score'])
@Index(['league', 'score'])
@Index(['club', 'score'])
@Index(['kind', 'league', 'score'])
@Filterable({ scope: ({ league }: { league?: number }) => (league === undefined ? {} : { league }) })
class Match {
  @PrimaryColumn() id!: number;
  @Column() league!: number;
  @Column() kind!: string;
  @Column() score!: number;
  @Column() note!: string;
  @ManyToOne(() => Club, { nullable: false }) club!: Relation<Club>;
}

type Builder = SelectQueryBuilder<Match>;

/**
 * Three leagues, clubs and kinds; five rows of a score. The note makes rows so wide that reading one costs something.
 */
function filler(source: DataSource, engine: EngineName): readonly string[] {
  const { tablePath, columns } = source.getMetadata(Match);
  const table = tablePath.split('.').map((part) => source.driver.escape(part));
  const values: Readonly<Record<string, string>> = {
    id: 'n',
    league: 'n % 3',
    kind: `CASE n % 2 WHEN 0 THEN 'home' ELSE 'away' END`,
    score: 'FLOOR(n / 15)',
    note: `'${'.'.repeat(80)}'`,
    clubId: 'n % 3',
  };
  const names = columns.map(({ databaseName }) => databaseName);
  const numbers = engine === 'mariadb' ? `(SELECT seq AS n FROM seq_1_to_${rows}) s` : `generate_series(1, ${rows}) n`;
  const into = `${table.join('.')} (${names.map((name) => source.driver.escape(name)).join(', ')})`;
  return [
    `INSERT INTO ${into} SELECT ${names.map((name) => values[name]).join(', ')} FROM ${numbers}`,
    engine === 'mariadb' ? `ANALYZE TABLE ${table.join('.')}` : `VACUUM ANALYZE ${table.join('.')}`,
  ];
}

interface Held {
  readonly why: string;
  readonly filters: object;
  readonly context: { readonly league?: number };
}

const held: readonly Held[] = [
  { why: 'by a filter', filters: { league: 1 }, context: {} },
  {
    why: 'by a filter, beside another',
    filters: { $and: [{ league: 1 }, { note: { $startsWith: '.' } }] },
    context: {},
  },
  { why: 'by a filter on a related key', filters: { club: 1 }, context: {} },
  { why: 'by two filters', filters: { league: 1, kind: 'home' }, context: {} },
  { why: 'by a scope', filters: {}, context: { league: 1 } },
  { why: 'by nothing but the order', filters: { score: { $gte: 0 } }, context: {} },
];

async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const clubs = [0, 1, 2].map((id) => ({ id, name: `Club ${id}` }));
  await source.getRepository(Club).save(clubs);
  if (engine === 'sqlite') await insertSome(source);
  else for (const statement of filler(source, engine)) await source.query(statement);
}

onEngines('a page after a cursor beside an equality', { entities: [Club, Match], seed }, (world) => {
  const builder = () => world.source.createQueryBuilder(Match, 'match');

  const parsed = ({ filters: asked, context }: Held, sort: string, pagination: object) =>
    world.filters.parse(Match, { filters: asked, sort, pagination: { ...pagination, pageSize: '20' } }, { context });

  /** Returns the whole list, in its order. */
  const idsOf = async ({ filters: asked, context }: Held, sort: string): Promise<number[]> => {
    const [, direction = ''] = sort.split(':');
    const query = world.filters.parse(Match, { filters: asked, sort: `${sort},id:${direction}` }, { context });
    const found = await world.filters.apply(builder(), query).select('match.id', 'id').getRawMany<{ id: number }>();
    return found.map(({ id }) => Number(id));
  };

  /** Returns a row somewhere in the list and its cursor, which is bound to the order and not to the filters. */
  const cursorAt = async (one: Held, sort: string, share: number) => {
    const highest = countOf(world.engine) / 15;
    const wanted = sort.endsWith('desc')
      ? { $gte: Math.round(highest * (1 - share)) }
      : { $lte: Math.round(highest * share) };
    const before: Held = { ...one, filters: { $and: [one.filters, { score: wanted }].filter(isSaid) } };
    const { data, meta } = await world.filters.page(builder(), parsed(before, sort, { before: '' }));
    return { cursor: cursorsOf(meta).previous ?? '', id: data[0]?.id ?? 0 };
  };

  describe.each(['score:desc', 'score:asc'])('sort=%s', (sort) => {
    it.each(held.map((one) => [one.why, one] as const))('held %s', async (_why, one) => {
      const cost = costOn(world, Match);
      const ids = await idsOf(one, sort);
      for (const share of [0.3, 0.6, 0.9]) {
        const { cursor, id } = await cursorAt(one, sort, share);
        const page = (on: Builder) => world.filters.page(on, parsed(one, sort, { after: cursor }));
        const back = (on: Builder) => world.filters.page(on, parsed(one, sort, { before: cursor }));
        const at = ids.indexOf(id);
        expect((await page(builder())).data.map((row) => row.id)).toEqual(ids.slice(at + 1, at + 21));
        expect((await back(builder())).data.map((row) => row.id)).toEqual(ids.slice(Math.max(at - 20, 0), at));
        expect(at).toBeGreaterThan(0);
        if (cost === undefined) continue;
        expect(await cost(page)).toBeLessThanOrEqual(most);
        expect(await cost(back)).toBeLessThanOrEqual(most);
      }
    });
  });
});

function isSaid(condition: object): boolean {
  return Object.keys(condition).length > 0;
}

async function insertSome(source: DataSource): Promise<void> {
  const matches = Array.from({ length: countOf('sqlite') }, (_, index) => ({
    id: index + 1,
    league: (index + 1) % 3,
    kind: (index + 1) % 2 === 0 ? 'home' : 'away',
    score: Math.floor((index + 1) / 15),
    note: '....',
    club: { id: (index + 1) % 3 },
  }));
  await source.getRepository(Match).save(matches, { chunk: 100 });
}
