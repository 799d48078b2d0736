import { Filterable } from 'nestjs-filterable';
import { type DataSource, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';
import { operationIn, toldDuring } from './told.js';

/** A value that the SQL of a column has, another one each time. */
let calls = 0;
const canary = 'kanarienvogel';

@Entity('told_shelf')
@Filterable({ fields: ['id'], relations: ['books'] })
class Shelf {
  @PrimaryColumn() id!: number;
  @OneToMany(() => Book, (book) => book.shelf) books!: Relation<Book>[];
}

@Entity('told_book')
@Filterable({
  fields: ['id', { name: 'rank', kind: 'text' }, { name: 'plain', kind: 'integer' }],
  relations: ['shelf'],
  populate: ['shelf'],
})
class Book {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Shelf, (shelf) => shelf.books) shelf!: Relation<Shelf>;
  @VirtualColumn({ type: 'varchar', query: (alias) => `SELECT CONCAT(${alias}.id, '${canary}${(calls += 1)}')` })
  rank!: string;
  @VirtualColumn({ type: 'int', query: (alias) => `${alias}.id` })
  plain!: number;
}

const seed = async (source: DataSource) => {
  await source.getRepository(Shelf).insert([{ id: 1 }]);
  await source.getRepository(Book).insert([1, 2].map((id) => ({ id, shelf: { id: 1 } })));
};

onEngines('the SQL of virtual columns', { entities: [Shelf, Book], seed }, (world) => {
  const told = async (entity: typeof Book | typeof Shelf, request: string) => {
    const events = await toldDuring(async () => {
      // The second time, the statement is kept.
      for (const each of [request, request]) {
        const query = world.filters.parse(entity, each);
        await world.filters.page(world.repository<object>(entity), query);
        await world.filters.count(world.repository<object>(entity), query);
      }
    });
    expect(JSON.stringify(events)).not.toContain(canary);
    expect(operationIn(events, 'page').error).toBeUndefined();
    return events;
  };

  it.each(
    cases(`
      sort=id                            -> rows of the entity have it
      filters[rank][$contains]=a         -> a condition
      sort=rank:desc&populate=shelf      -> an order
      filters[$not][rank]=a              -> a negation
      pagination[after]=&sort=rank       -> a page by cursor
    `),
  )('is withheld with its values: %s, %s', async (request) => {
    const { statements } = operationIn(await told(Book, request), 'page');
    expect(statements.map(({ withheld }) => withheld)).toContain('a virtual column holds literals of the application');
  });

  it('is withheld behind a relation', async () => {
    const events = await told(Shelf, 'filters[books][rank]=a');
    const { statements } = operationIn(events, 'page');
    expect(statements.map(({ withheld }) => withheld)).toContain('a virtual column holds literals of the application');
  });

  it('does not stand in statements without it, and without a value it is told', async () => {
    const events = await told(Shelf, 'filters[books][plain]=1&sort=id');
    for (const { text } of operationIn(events, 'page').statements) expect(text).toBeDefined();
  });
});
