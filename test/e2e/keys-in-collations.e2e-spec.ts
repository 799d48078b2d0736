import { Column, Entity, ManyToOne, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';
import { FilterService, Filterable, defineOperator } from 'nestjs-filterable';
import { type EngineName, type TestDatabase, engines } from '../support/databases.js';
import { ignoringCase } from '../support/samples/texts.js';
import { openSamples } from '../support/samples/database.js';

/** Keys under collations that take `KAI` for `kai`. */
const keys: Readonly<Record<EngineName, PrimaryColumnOptions>> = {
  sqlite: { type: 'varchar', collation: 'NOCASE' },
  postgres: { type: 'varchar', collation: ignoringCase },
  mariadb: { type: 'varchar', length: 40, collation: 'utf8mb4_general_ci' },
};

function entitiesOf(engine: EngineName) {
  @Entity('writer')
  @Filterable({ fields: ['id', 'name'] })
  class Writer {
    @PrimaryColumn(keys[engine]) id!: string;
    @Column() name!: string;
  }

  @Entity('letter')
  @Filterable({ fields: ['id'], relations: ['writer'] })
  class Letter {
    @PrimaryColumn() id!: number;
    @ManyToOne(() => Writer, { nullable: true }) writer!: Writer | null;
  }

  return { Writer, Letter };
}

/** An operator of the application's own, whose SQL may look at anything. */
const bytes = defineOperator({
  token: '$bytes',
  takes: 'value',
  kinds: ['text'],
  summary: 'has the bytes of the text',
  sql: ({ column, operands: [text = ''], dialect }) => dialect.equalToTheLetter(column, text),
});

/** The second letter refers to `kai` as KAI, the fourth to nobody. */
const cases: readonly (readonly [query: string, finds: readonly number[]])[] = [
  ['filters[writer]=kai', [1, 2]],
  ['filters[writer][id]=KAI', [1, 2]],
  ['filters[writer][id][$ne]=lea', [1, 2]],
  ['filters[writer][id][$in][0]=kai', [1, 2]],
  ['filters[writer][id][$eqc]=kai', [1, 2]],
  ['filters[writer][id][$eqc]=KAI', []],
  ['filters[writer][id][$containsc]=ai', [1, 2]],
  ['filters[writer][id][$startsWithc]=K', []],
  ['filters[writer][id][$endsWithc]=AI', []],
  ['filters[writer][id][$notContainsc]=KAI', [1, 2, 3]],
  ['filters[writer][id][$contains]=KAI', [1, 2]],
  ['filters[writer][id][$eqi]=KAI', [1, 2]],
  ['filters[writer][id][$bytes]=kai', [1, 2]],
  ['filters[writer][id][$not][$eqc]=kai', [3]],
  ['filters[$not][writer][id][$eqc]=kai', [3, 4]],
  ['filters[$not][writer][id][$startsWithc]=K', [1, 2, 3, 4]],
  ['filters[writer][$or][0][id][$eqc]=KAI&filters[writer][$or][1][id]=lea', [3]],
];

describe.each(engines)('a key that this side spells otherwise, on %s', (engine) => {
  const { Writer, Letter } = entitiesOf(engine);
  let database: TestDatabase;
  let service: FilterService;

  beforeAll(async () => {
    database = await openSamples(engine, [Writer, Letter]);
    const { source } = database;
    await source.getRepository(Writer).insert(['kai', 'lea'].map((id) => ({ id, name: id })));
    const writers = ['kai', 'KAI', 'lea', null];
    await source
      .getRepository(Letter)
      .insert(writers.map((id, index) => ({ id: index + 1, writer: id === null ? null : { id } })));
    service = FilterService.forDataSource(source, { operators: [bytes] });
  });

  afterAll(() => database.close());

  it.each(cases)('%s asks the related row', async (query, finds) => {
    const builder = database.source.getRepository(Letter).createQueryBuilder('letter').orderBy('letter.id');
    const found = await service.apply(builder, service.parse(Letter, query)).getMany();
    expect(found.map(({ id }) => id)).toEqual(finds);
    const page = await service.page(database.source.getRepository(Letter), service.parse(Letter, `${query}&sort=id`));
    expect(page.data.map(({ id }) => id)).toEqual(finds);
    expect(page.meta.pagination).toMatchObject({ total: finds.length });
  });
});
