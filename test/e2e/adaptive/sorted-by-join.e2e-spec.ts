import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Filterable, type FilterModuleOptions } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';
import { walks, wholeOf } from '../pages/walk.js';

/* Loans with a relation to one row of every kind, by whose columns they can be sorted. */

@Entity()
@Filterable({ fields: ['id', 'name', 'nick', 'motto', 'town'] })
class Reader {
  @PrimaryColumn() id!: number;
  @Index() @Column({ length: 40 }) name!: string;
  @Index() @Column({ type: 'varchar', length: 40, nullable: true }) nick!: string | null;
  /** Longer than the part of a text that MariaDB orders by. */
  @Index() @Column({ length: 500 }) motto!: string;
  @Column() town!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Clerk {
  @PrimaryColumn() id!: number;
  @Index() @Column({ length: 40 }) name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
}

@Entity()
@Filterable({ fields: ['id', 'name'], scope: () => ({ id: { $ne: 2 } }) })
class Branch {
  @PrimaryColumn() id!: number;
  @Index() @Column({ length: 40 }) name!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'kind', 'place'],
  relations: ['reader', 'helper', 'clerk', 'branch'],
  scope: (tenant?: number) => (tenant === undefined ? {} : { tenant }),
})
class Loan {
  @PrimaryColumn() id!: number;
  @Column() kind!: string;
  /** Its place in the order by readers. */
  @Column() place!: number;
  @Column() tenant!: number;
  @DeleteDateColumn() deletedAt!: Date | null;
  @Index() @ManyToOne(() => Reader, { nullable: false }) reader!: Relation<Reader>;
  @Index() @ManyToOne(() => Reader, { nullable: true }) helper!: Relation<Reader> | null;
  @Index() @ManyToOne(() => Clerk, { nullable: false }) clerk!: Relation<Clerk>;
  @Index() @ManyToOne(() => Branch, { nullable: false }) branch!: Relation<Branch>;
}

const loans = [Reader, Clerk, Branch, Loan];

/** In their order by the collation of MariaDB, which takes some of them for equal. */
const names = ['Abel', 'anna', 'ANNA', 'Anna ', 'Ánna', 'Bo', 'bö', 'Cem', 'Dora', 'Emil', 'Finn', 'Zoë'];

const size = 84;

async function fillLoans({ manager }: DataSource): Promise<void> {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  await manager.insert(
    Reader,
    names.map((name, index) => ({
      id: 12 - index,
      name,
      nick: index % 3 === 0 ? null : `${name.trim()}y`,
      motto: `${name.slice(0, 1)}${'m'.repeat(400)}${index}`,
      town: name,
    })),
  );
  const four = ids(4).map((id) => ({ id, name: `name ${9 - id}` }));
  await manager.insert(
    Clerk,
    four.map((clerk) => ({ ...clerk, deletedAt: clerk.id === 3 ? new Date(0) : null })),
  );
  await manager.insert(Branch, four);
  await manager.insert(
    Loan,
    ids(size).map((id) => ({
      id,
      kind: id % 27 === 0 ? 'odd' : 'plain',
      place: 11 - (id % 12),
      tenant: id <= 4 ? 2 : 1,
      deletedAt: id % 31 === 0 ? new Date(0) : null,
      reader: { id: 1 + (id % 12) },
      helper: id % 5 === 0 ? null : { id: 1 + (id % 11) },
      clerk: { id: 1 + (id % 4) },
      branch: { id: 1 + (id % 3) },
    })),
  );
}

type Builder = SelectQueryBuilder<Loan>;

/** Requests, and the way in which MariaDB reads them; `-` for the usual one, of which nothing is logged. */
const requests = cases(`
  sort=reader.name                                                  -> walk, full
  sort=reader.name:desc                                             -> walk, full
  sort=reader.name,kind,place:desc                                  -> walk, full
  sort=reader.id:desc                                               -> walk, full
  sort=kind,reader.name                                             -> -
  # NULL is the smallest value here.
  sort=reader.nick                                                  -> -
  sort=reader.nick:desc                                             -> walk, full
  sort=reader.motto                                                 -> -
  sort=reader.town                                                  -> -
  sort=helper.name                                                  -> -
  sort=clerk.name                                                   -> -
  sort=branch.name                                                  -> -
  sort=reader.name&pagination[page]=2                               -> walk, full
  sort=reader.name&pagination[page]=3                               -> -
  sort=reader.name&pagination[after]=                               -> walk, full
  sort=reader.name&pagination[before]=                              -> walk, full
  filters[kind]=plain&sort=reader.name                              -> own: many → walk, full
  filters[kind]=odd&sort=reader.name                                -> own: few → usual
  filters[place][$gte]=6&sort=reader.name                           -> own: many → walk, short → usual
  filters[reader][name]=Bo&sort=reader.name                         -> reader: many → walk, short → keys
  filters[clerk][name]=name 8&sort=reader.name                      -> clerk: many → walk, full
`);

const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder, way: string])[] = [
  ['the relation joined', (b) => b.leftJoinAndSelect('loan.reader', 'nf_1'), 'walk, full'],
  ['a wide condition', (b) => b.where('loan.id > :nf_p1 OR loan.id < 3', { nf_p1: 9 }), 'own: many → walk, full'],
  ['a narrow condition', (b) => b.where('loan.id > 81'), 'own: few → usual'],
  ['deleted rows', (b) => b.withDeleted(), 'walk, full'],
  ['an order of its own', (b) => b.orderBy('loan.kind'), '-'],
  ['DISTINCT', (b) => b.distinct(true), '-'],
];

// Sizes that make a table of eighty rows a large one.
const options: FilterModuleOptions = { adaptive: { few: 5, walk: 12 }, context: undefined };

onEngines('a list that is sorted by a joined column', { entities: loans, seed: fillLoans }, (world) => {
  const heard: string[] = [];
  let listening: { mockRestore(): void };
  beforeAll(() => {
    listening = jest.spyOn(Logger.prototype, 'debug').mockImplementation((text: unknown) => {
      if (!String(text).endsWith('total within')) heard.push(String(text));
    });
  });
  afterAll(() => listening.mockRestore());

  const loan = () => world.source.createQueryBuilder(Loan, 'loan');

  /** Reads a page, and compares it with that of the usual way. */
  async function expectSame(request: string, way: string, prepare = (builder: Builder) => builder, context?: number) {
    const read = async (strategy: 'in' | 'adaptive') => {
      const service = world.filtersWith({ ...options, strategy });
      heard.length = 0;
      return service.page(
        prepare(loan()),
        service.parse(Loan, encodeURI(`${request}&pagination[pageSize]=3`), {}, context),
      );
    };
    const usual = await read('in');
    expect(await read('adaptive')).toEqual(usual);
    expect(heard).toEqual(world.engine === 'mariadb' && way !== '-' ? [`Loan: ${way}`] : []);
  }

  it.each(requests)('%s: %s', (request, way) => expectSame(request, way));

  it.each(builders)('of a builder with %s', (_, prepare, way) => expectSame('sort=reader.name', way, prepare));

  it.each([
    [1, 'own: many → walk, full'],
    [2, 'own: few → usual'],
  ])('of tenant %d', (context, way) => expectSame('sort=reader.name', way, undefined, context));

  it.each(['reader.name', 'reader.name:desc'])('has all rows on its pages, each once: %s', async (sort) => {
    const listing = { filters: world.filtersWith(options), entity: Loan, builder: loan, request: { sort: [sort] } };
    const whole = (await wholeOf(listing, ['id'])).map(({ id }) => id);
    for (const walk of ['byStart', 'forwards'] as const) {
      expect((await walks[walk](listing, 3)).flat().map(({ id }) => id)).toEqual(whole);
    }
    expect(whole).toHaveLength(82);
  });

  it('stays right while what is remembered becomes wrong', async () => {
    const service = world.filtersWith(options);
    const read = (by = service) => by.page(loan(), by.parse(Loan, 'sort=reader.name&pagination[pageSize]=3'));
    await read();
    // Nobody borrows from those who come first any more.
    const column = loan().escape('readerId');
    await world.source.query(`UPDATE loan SET ${column} = 1 WHERE ${column} > 6`);
    expect(await read()).toEqual(await read(world.filtersWith({ strategy: 'in', context: undefined })));
  });
});
