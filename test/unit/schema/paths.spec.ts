import {
  FilterConfigurationError,
  FilterException,
  FilterService,
  Filterable,
  type FilterableOptions,
} from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  Entity,
  type EntityTarget,
  ManyToMany,
  type ObjectLiteral,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { FieldRule } from '../../../lib/schema/index.js';
import { describeEntities } from '../../support/metadata.js';
import { entityOf } from '../../support/samples/entities.js';

type Paths = NonNullable<FieldRule['paths']>;

/** Reads a condition that the program has on a document, and returns its SQL, or the code of its refusal. */
async function inCode(paths: Paths, doc: object): Promise<string> {
  const Sample = entityOf('sample', { doc: { type: 'simple-json', paths } });
  const source = await describeEntities('sqlite', [Sample]);
  return filtered(source, Sample, { doc });
}

function filtered(source: DataSource, entity: EntityTarget<ObjectLiteral>, filters: object): string {
  try {
    return FilterService.forDataSource(source).filter(entity, { filters }).getQuery();
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code }) => code).join();
    throw error;
  }
}

const two = { a: { kind: 'text', at: ['v'], as: 'a' }, b: { kind: 'integer', at: ['v'], as: 'b' } } as const;
const within = { whole: { kind: 'text', at: ['size'], as: 'whole' }, 'size.width': 'integer' } as const;
const swapped = { x: { kind: 'text', at: ['y'], as: 'x' }, y: { kind: 'text', at: ['x'], as: 'y' } } as const;
const below = { size: 'text', deep: { kind: 'integer', at: ['size', 'width'], as: 'deep' } } as const;

describe('a path declared with its keys', () => {
  it.each<[paths: Paths, doc: object, expected: string, why: string]>([
    [{ a: { kind: 'text', at: ['v'], as: 'a' } }, { a: 'x' }, `'$."v"'`, 'has its name'],
    [{ a: { kind: 'text', at: ['v'], as: 'a' } }, { v: 'x' }, `'$."v"'`, 'and its keys'],
    [{ a: { kind: 'text', at: ['v', 'w'], as: 'a' } }, { v: { w: 'x' } }, `'$."v"."w"'`, 'one within the other'],
    [two, { a: 'x' }, "WHEN 'text'", 'may share its keys with another'],
    [two, { b: 1 }, 'BETWEEN -2147483648', 'of another kind'],
    [two, { v: 1 }, 'unknown_field', 'and then has no other name'],
    [{ v: 'text', b: two.b }, { v: 'x' }, "WHEN 'text'", 'the name of another path is that path'],
    [within, { whole: 'x' }, `'$."size"'`, 'may hold another path'],
    [within, { size: { width: 1 } }, `'$."size"."width"'`, 'which keeps its name'],
    [within, { size: 'x' }, 'expected_object', 'and is a group'],
    [swapped, { x: 'a' }, `'$."y"'`, 'its name is its own'],
    [below, { size: 'x' }, `'$."size"'`, 'may be below another path'],
    [below, { deep: 1 }, `'$."size"."width"'`, 'and has its name'],
    [below, { size: { width: 1 } }, 'unknown_operator', 'but no name below that of a value'],
  ])('%j: %j is %s: it %s', async (paths, doc, expected) => {
    expect(await inCode(paths, doc)).toContain(expected);
  });
});

/** Many-to-many without a junction table, because both sides have left it to the other. */
function untied(options: { except?: string[]; fields?: string[]; relations?: string[] }) {
  @Entity()
  @Filterable(options as object)
  class Song {
    @PrimaryColumn() id!: number;
    @ManyToMany(() => Singer, (singer) => singer.songs) singers!: Relation<Singer>[];
  }

  @Entity()
  @Filterable({ fields: ['id'] })
  class Singer {
    @PrimaryColumn() id!: number;
    @ManyToMany(() => Song, (song) => song.singers) songs!: Relation<Song>[];
  }
  return { Song, Singer };
}

async function boot(options: Parameters<typeof untied>[0]) {
  const { Song, Singer } = untied(options);
  return { filters: FilterService.forDataSource(await describeEntities('sqlite', [Song, Singer])), Song };
}

describe('a relation without columns to join by', () => {
  it.each([
    ['named', { relations: ['singers'] }],
    ['exposed by a bare decorator', {}],
  ])('is an error at boot where it is %s', async (_, options) => {
    await expect(boot(options)).rejects.toThrow(FilterConfigurationError);
    await expect(boot(options)).rejects.toThrow(
      '@Filterable() on Song: the relation singers has no join columns in TypeORM; add @JoinColumn()',
    );
  });

  it.each([
    ['by names', { fields: ['id'] }],
    ['by an exception', { except: ['singers'] }],
  ])('is left out %s, and the rest stays', async (_, options) => {
    const { filters, Song } = await boot(options);
    const query = filters.parse(Song, 'filters[id]=1');
    expect(filters.and(query, { id: 2 }).toString()).toBe(query.toString());
    expect(() => filters.and(query, { singers: { id: 1 } })).toThrow(/^and\(Song\): filters\[singers\]/);
  });
});

const upper = {
  to: (values: string[]) => values.map((value) => value.toUpperCase()),
  from: (values: string[]) => values,
};

type Rules = FilterableOptions<'id' | 'labels', never, never>;

/** Reads a request for an entity whose list has a transformer. */
async function ask(rules: Rules, request: string): Promise<string> {
  @Entity()
  @Filterable(rules)
  class Parcel {
    @PrimaryColumn()
    id!: number;

    @Column({ type: 'simple-array', transformer: upper })
    labels!: string[];
  }
  const source = await describeEntities('sqlite', [Parcel]);
  const filters = FilterService.forDataSource(source);
  const query = filters.parse(Parcel, request, { context: 'anyone' });
  return filters.apply(source.getRepository(Parcel).createQueryBuilder('parcel'), query).getQuery();
}

describe('a list with a transformer', () => {
  // prettier-ignore
  it.each<[Rules, string, string]>([
    [{}, 'filters[labels][$null]=true', 'is asked for NULL where every column is exposed'],
    [{ fields: ['id', { name: 'labels', kind: 'opaque' }] }, 'filters[labels][$null]=true', 'and where it is declared opaque'],
    [{ fields: ['id'], scope: () => ({ id: 1 }) }, 'filters[id]=1', 'troubles nobody where it is not exposed'],
  ])('with %j: %s %s', async (rules, request) => {
    await expect(ask(rules, request)).resolves.toContain('WHERE');
  });

  it('is refused where it is named', async () => {
    await expect(ask({ fields: ['labels'] }, '')).rejects.toThrow(
      new FilterConfigurationError(
        '@Filterable() on Parcel: labels has a transformer, which a list cannot have: it converts the whole value of the column, ' +
          "not parts of it; remove the transformer, or declare { kind: 'opaque' } to allow only $null and $notNull",
      ),
    );
  });
});

@Entity()
@Filterable({ fields: ['id', 'size'], sort: ['id'] })
class Shirt {
  @PrimaryColumn() id!: number;
  @Column({ type: 'simple-enum', enum: ['small', 'large'] }) size!: string;
}

const source = await describeEntities('sqlite', [Shirt]);
const filters = FilterService.forDataSource(source);

/** Whatever of a description can be changed, changed. */
function spoil(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  Object.values(part).forEach(spoil);
  if (Array.isArray(part)) part.push('huge');
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'number') Reflect.set(part, key, value + 1_000_000);
    if (typeof value === 'string') Reflect.set(part, key, 'huge');
    if (typeof value === 'boolean') Reflect.set(part, key, !value);
  }
}

describe('the description from describe()', () => {
  it('is a copy: changing it does not change what requests may use', () => {
    const described = filters.describe(Shirt);
    const before = JSON.stringify(described);
    spoil(described);
    expect(JSON.stringify(described)).not.toBe(before);
    expect(JSON.stringify(filters.describe(Shirt))).toBe(before);
    for (const request of ['filters[size]=huge', 'filters[size][huge]=small', 'sort=huge', 'sort=size']) {
      expect(() => filters.parse(Shirt, request)).toThrow(FilterException);
    }
    expect(() => filters.parse(Shirt, 'pagination[pageSize]=101')).toThrow(FilterException);
    expect(filters.parse(Shirt, 'filters[size]=small').toString()).toBe('filters[size][$eq]=small');
    expect(source.getMetadata(Shirt).findColumnWithPropertyName('size')?.enum).toEqual(['small', 'large']);
  });
});
