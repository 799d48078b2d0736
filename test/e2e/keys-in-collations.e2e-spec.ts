import { Column, type DataSource, Entity, ManyToOne, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';
import { Filterable, defineOperator } from 'nestjs-filterable';
import type { EngineName } from '../support/databases.js';
import { idsOf, onEngines } from '../support/engines.js';
import { cases, idsIn } from '../support/table.js';
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
const questions = cases(`
  filters[writer]=kai -> 1 2
  filters[writer][id]=KAI -> 1 2
  filters[writer][id][$ne]=lea -> 1 2
  filters[writer][id][$in][0]=kai -> 1 2
  filters[writer][id][$eqc]=kai -> 1 2
  filters[writer][id][$eqc]=KAI -> -
  filters[writer][id][$containsc]=ai -> 1 2
  filters[writer][id][$startsWithc]=K -> -
  filters[writer][id][$endsWithc]=AI -> -
  filters[writer][id][$notContainsc]=KAI -> 1 2 3
  filters[writer][id][$contains]=KAI -> 1 2
  filters[writer][id][$eqi]=KAI -> 1 2
  filters[writer][id][$bytes]=kai -> 1 2
  filters[writer][id][$not][$eqc]=kai -> 3
  filters[$not][writer][id][$eqc]=kai -> 3 4
  filters[$not][writer][id][$startsWithc]=K -> 1 2 3 4
  filters[writer][$or][0][id][$eqc]=KAI&filters[writer][$or][1][id]=lea -> 3
`);

const models = {
  sqlite: entitiesOf('sqlite'),
  postgres: entitiesOf('postgres'),
  mariadb: entitiesOf('mariadb'),
} as const;

async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const { Writer, Letter } = models[engine];
  await source.getRepository(Writer).insert(['kai', 'lea'].map((id) => ({ id, name: id })));
  const writers = ['kai', 'KAI', 'lea', null].map((id) => (id === null ? null : { id }));
  await source.getRepository(Letter).insert(writers.map((writer, index) => ({ id: index + 1, writer })));
}

onEngines(
  'a key that this side spells otherwise',
  {
    entities: (engine) => Object.values(models[engine]),
    open: (driver, { entities = [] }) => openSamples(driver, entities),
    seed,
    options: { operators: [bytes] },
  },
  (world) => {
    const { Letter } = models[world.engine];

    it.each(questions)('%s -> %s: the related row decides', async (request, verdict) => {
      const builder = world.builder(Letter).orderBy('root.id');
      const found = await world.filters.apply(builder, world.filters.parse(Letter, request)).getMany();
      expect(idsOf(found)).toEqual(idsIn(verdict));
      const page = await world.page(Letter, `${request}&sort=id`);
      expect(idsOf(page.data)).toEqual(idsIn(verdict));
      expect(page.meta.pagination).toMatchObject({ total: found.length });
    });
  },
);
