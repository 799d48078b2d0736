import { Filterable } from 'nestjs-filterable';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { onEngines } from '../../support/engines.js';

@Filterable()
class Vessel {
  id!: number;
  kind!: string;
}

class Ferry extends Vessel {
  decks!: number;
}

const columns: Record<string, EntitySchemaColumnOptions> = {
  id: { type: Number, primary: true },
  kind: { type: String, length: 20 },
};

/**
 * The schemas of a shared table whose child declares all columns of its base again. Where the child comes first,
 * TypeORM takes them for the child's, and makes no entity of a row of the base.
 */
const vessels = new EntitySchema<Vessel>({
  name: 'Vessel',
  target: Vessel,
  columns,
  inheritance: { pattern: 'STI', column: 'kind' },
});
const ferries = new EntitySchema<Ferry>({
  name: 'Ferry',
  target: Ferry,
  type: 'entity-child',
  columns: { ...columns, decks: { type: Number, nullable: true } },
});

/** The kinds of the rows in the order of their ids. */
const lists: readonly (readonly [name: string, kinds: string])[] = [
  ['at the beginning of a page', 'VFFFF'],
  ['at the end of a page', 'FVFFF'],
  ['alone on a page', 'VVFFF'],
  ['beyond a page', 'FFVFF'],
  ['at the end of the list', 'FFFFV'],
  ['in every second place', 'VFVFVF'],
  ['nowhere', 'FFFFF'],
];

onEngines('rows that TypeORM makes no entities of', { entities: [ferries, vessels] }, (world) => {
  async function seed(kinds: string): Promise<number[]> {
    await world.source.createQueryBuilder().delete().from(Vessel).execute();
    const rows = [...kinds].map((kind, index) => ({ id: index + 1, kind: kind === 'V' ? 'Vessel' : 'Ferry' }));
    const escape = (name: string) => world.source.driver.escape(name);
    for (const { id, kind } of rows) {
      const into = `${escape('vessel')} (${escape('id')}, ${escape('kind')})`;
      await world.source.query(`INSERT INTO ${into} VALUES (${id}, '${kind}')`);
    }
    return rows.filter(({ kind }) => kind === 'Ferry').map(({ id }) => id);
  }

  const builder = () => world.source.createQueryBuilder(Vessel, 'vessel');
  const ids = (rows: readonly Vessel[]) => rows.map(({ id }) => id);

  async function fromCursorToCursor(): Promise<number[]> {
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const text: string = `sort=id&pagination[after]=${cursor}&pagination[pageSize]=2`;
      const { data, meta } = await world.filters.page(builder(), world.filters.parse(Vessel, text));
      found.push(...ids(data));
      cursor = meta.pagination.next ?? null;
    }
    return found;
  }

  async function fromPageToPage(): Promise<number[]> {
    const found: number[] = [];
    for (const number of [1, 2, 3]) {
      const text = `sort=id&pagination[page]=${number}&pagination[pageSize]=2&pagination[withCount]=false`;
      found.push(...ids((await world.filters.page(builder(), world.filters.parse(Vessel, text))).data));
    }
    return found;
  }

  async function oneByOne(): Promise<number[]> {
    const found: number[] = [];
    for await (const { id } of world.filters.each(builder(), world.filters.parse(Vessel, 'sort=id'), { chunk: 2 }))
      found.push(id);
    return found;
  }

  it.each(lists)('%s: the other rows come once', async (_name, kinds) => {
    const made = await seed(kinds);
    expect(ids(await builder().orderBy('vessel.id').getMany())).toEqual(made);
    // The later ones of each are read by what is kept of the earlier.
    for (const read of [fromCursorToCursor, fromPageToPage, oneByOne]) {
      for (let time = 0; time < 3; time += 1) expect([read.name, await read()]).toEqual([read.name, made]);
    }
  });
});
