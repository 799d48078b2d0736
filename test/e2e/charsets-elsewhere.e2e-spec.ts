import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TestDatabase, engines } from '../support/databases.js';
import { openBeside, placeOn } from '../support/mappings/database.js';

/**
 * Two tables of one name, in the connection's own database and in another, whose columns hold what the other's do not.
 */
function labels(engine: (typeof engines)[number]) {
  const place = placeOn(engine);
  const narrow = engine === 'mariadb' ? { charset: 'latin1' } : {};

  @Entity({ name: 'label', ...place.options })
  @Filterable()
  class Elsewhere {
    @PrimaryColumn() id!: number;
    @Column({ type: 'varchar', ...narrow }) narrow!: string;
    @Column({ type: 'varchar' }) wide!: string;
  }

  @Entity({ name: engine === 'sqlite' ? 'own_label' : 'label' })
  @Filterable()
  class Here {
    @PrimaryColumn() id!: number;
    @Column({ type: 'varchar' }) narrow!: string;
    @Column({ type: 'varchar', ...narrow }) wide!: string;
  }
  return { place, Elsewhere, Here };
}

/** A text that latin1 can store, and one that it cannot. */
const [held, unheld] = ['café', '日本'];

describe.each(engines)('the character sets of another database, on %s', (engine) => {
  const { place, Elsewhere, Here } = labels(engine);
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openBeside(engine, place, [Elsewhere, Here]);
    const row = { id: 1, narrow: held, wide: held };
    await database.source.manager.insert(Elsewhere, { ...row, wide: unheld });
    await database.source.manager.insert(Here, { ...row, narrow: unheld });
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const ask = async (entity: typeof Here, field: string, operator: string, text: string) => {
    try {
      const query = filters.parse(entity, { filters: { [field]: { [operator]: text } } });
      return (await filters.page(database.source.getRepository(entity), query)).data.length;
    } catch (error) {
      return error instanceof FilterException ? error.getStatus() : String(error);
    }
  };

  const refused = engine === 'mariadb' ? 400 : 0;

  it.each([
    ['Elsewhere', 'narrow', held, 1],
    ['Elsewhere', 'narrow', unheld, refused],
    ['Elsewhere', 'wide', held, 0],
    ['Elsewhere', 'wide', unheld, 1],
    ['Here', 'narrow', held, 0],
    ['Here', 'narrow', unheld, 1],
    ['Here', 'wide', held, 1],
    ['Here', 'wide', unheld, refused],
  ] as const)('%s.%s = %s', async (name, field, text, answer) => {
    const entity = name === 'Here' ? Here : Elsewhere;
    for (const operator of ['$eq', '$eqi', '$eqc']) {
      expect([operator, await ask(entity, field, operator, text)]).toEqual([operator, answer]);
    }
  });
});
