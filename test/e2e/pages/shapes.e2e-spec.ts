import fc from 'fast-check';
import type { ObjectLiteral } from 'typeorm';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { fillShapes } from './shapes-rows.js';
import { type ShapesModel, type Tenant, shapesModel } from './shapes.js';
import { type Listing, type WalkName, walks, wholeOf } from './walk.js';
import { factor, seed } from '../../support/thorough.js';

/* It takes seconds, because every list is walked whole, in every way, by random orders and sizes. */

const numRuns = 3 * factor;
const patience = 600_000;

interface Shape {
  readonly name: string;
  readonly entity: keyof Omit<ShapesModel, 'entities'>;
  readonly primaryKey: readonly string[];
  readonly sort: readonly string[];
  readonly context?: Tenant;
  readonly withDeleted?: boolean;
  /** The number of rows that the walk must find. */
  readonly rows: number;
}

const noteKeys = ['notes.rank', 'notes.$count'];

// prettier-ignore
const shapes: readonly Shape[] = [
  { name: 'a composite key', entity: 'Slot', primaryKey: ['region', 'number'], sort: ['region', 'number', 'size', ...noteKeys], rows: 20 },
  { name: 'a uuid key', entity: 'Doc', primaryKey: ['id'], sort: ['id', 'size', ...noteKeys], rows: 20 },
  { name: 'a key of bytes, which nobody may ask for', entity: 'Parcel', primaryKey: [], sort: ['size', ...noteKeys], rows: 20 },
  { name: 'the parent of a table with several classes', entity: 'Animal', primaryKey: ['id'], sort: ['id', 'size', 'guard.barks', ...noteKeys], rows: 24 },
  { name: 'a child of such a table', entity: 'Dog', primaryKey: ['id'], sort: ['barks', 'size', 'guard.size', ...noteKeys], rows: 16 },
  { name: 'a scope and soft deletes', entity: 'Account', primaryKey: ['id'], sort: ['id', 'size', 'boss.size', 'boss.id', ...noteKeys], context: { tenant: 2 }, rows: 15 },
  { name: 'deleted rows, too', entity: 'Account', primaryKey: ['id'], sort: ['size', 'boss.size', ...noteKeys], context: { tenant: 2 }, withDeleted: true, rows: 18 },
];

const models = { sqlite: shapesModel('sqlite'), postgres: shapesModel('postgres'), mariadb: shapesModel('mariadb') };

const lists: WorldOptions = {
  entities: (engine) => models[engine].entities,
  seed: (source, engine) => fillShapes(source, models[engine], engine, seed),
  // With a secret, so that a list with a hidden key has cursors.
  options: { pagination: { secret: 'sixteen characters or more' } },
};

onEngines(`pages of entities of every shape (seed ${seed})`, lists, (world) => {
  const model = models[world.engine];

  const listingOf = (shape: Shape, sort: readonly string[], joined: boolean): Listing<ObjectLiteral> => ({
    filters: world.filters,
    entity: model[shape.entity],
    builder: () => {
      const builder = world.source.createQueryBuilder<ObjectLiteral>(model[shape.entity], 'row');
      if (shape.withDeleted) builder.withDeleted();
      return joined ? builder.leftJoinAndSelect('row.notes', 'note') : builder;
    },
    request: { sort },
    context: shape.context,
  });

  const request = ({ sort }: Shape) =>
    fc.record({
      sort: fc.uniqueArray(
        fc
          .tuple(
            fc.constantFrom(...sort),
            fc.constantFrom('', ':desc'),
            fc.constantFrom('', ':nullsFirst', ':nullsLast'),
          )
          .map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3, selector: (text) => text.replace(/:.*/, '') },
      ),
      joined: fc.boolean(),
      size: fc.integer({ min: 2, max: 9 }),
    });

  describe.each(shapes)('$name', (shape) => {
    it.each(Object.keys(walks) as WalkName[])(
      'are the unpaged list in its order, %s',
      (walk) =>
        fc.assert(
          fc.asyncProperty(request(shape), async ({ sort, joined, size }) => {
            const listing = listingOf(shape, sort, joined);
            const rows = (await walks[walk](listing, size)).flat();
            expect(new Set(rows.map((row) => text(row['id'] ?? [row['region'], row['number']]))).size).toBe(shape.rows);
            // Bytes are not sortable in a request, so without a primary key only the set of rows is compared.
            const whole = await wholeOf(listing, shape.primaryKey);
            const inOrder =
              shape.primaryKey.length === 0 ? (list: string[]) => [...list].sort() : (list: string[]) => list;
            expect(inOrder(rows.map(text))).toEqual(inOrder(whole.map(text)));
          }),
          { seed, numRuns },
        ),
      patience,
    );
  });

  it('keeps the order that the entity declares where the request names none', async () => {
    const shape = shapes.find(({ entity }) => entity === 'Account');
    if (shape === undefined) throw new Error('no such shape');
    const listing = listingOf(shape, [], false);
    const declared = await wholeOf({ ...listing, request: { sort: ['size:desc'] } }, []);
    const sizes = declared.map((row) => row['size'] as number | null);
    for (const walk of Object.values(walks)) {
      expect((await walk(listing, 4)).flat().map((row) => row['size'] as number | null)).toEqual(sizes);
    }
    const pagination = { start: '2', limit: '7' };
    const query = world.filters.parse(listing.entity, { pagination }, { context: shape.context });
    const sliced = await world.filters.apply(listing.builder(), query).getMany();
    expect(sliced.map((row) => row['size'] as number | null)).toEqual(sizes.slice(2, 9));
  });
});

/** Returns a row with its children in a fixed order. */
function text(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) =>
    Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value,
  );
}
