import { FilterConfigurationError, FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  Unique,
  ViewEntity,
} from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/**
 * Sorts through relations, one for each guarantee that an entity can declare: without one, an inner join could lose
 * rows.
 */

@Entity()
@Unique(['code', 'region'])
@Index(['part'], { unique: true, where: 'part > 0' })
@Filterable()
class Port {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ unique: true }) sign!: string;
  @Column() code!: string;
  @Column() region!: string;
  @Column() part!: number;
}

@Entity({ engine: 'MyISAM' })
@Filterable()
class Buoy {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Port, { nullable: false }) port!: Relation<Port>;
}

@ViewEntity({ expression: 'SELECT 1 AS id, 1 AS name' })
@Filterable()
class Harbour {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Port, { nullable: false }) port!: Relation<Port>;
}

@Entity({ synchronize: false })
@Filterable()
class Quay {
  @PrimaryColumn() id!: number;
  @Column({ unique: true }) name!: string;
}

const required = { nullable: false };
const unconstrained = { nullable: false, createForeignKeyConstraints: false };

@Entity()
@Filterable({
  fields: ['id', 'name', 'both'],
  relations: [
    ...['port', 'bySign', 'byPair', 'byMore', 'byCode', 'byPart', 'free', 'buoy', 'quay'],
    ...['quayByName', 'crew'],
    { name: 'doubted', required: false },
  ] as never[],
})
class Ship {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'int', asExpression: 'id * 2', generatedType: 'STORED' }) both!: number;
  @ManyToOne(() => Port, required) port!: Relation<Port>;
  @ManyToOne(() => Port, required) doubted!: Relation<Port>;
  @ManyToOne(() => Port, unconstrained) free!: Relation<Port>;
  @ManyToOne(() => Port, required) @JoinColumn({ referencedColumnName: 'sign' }) bySign!: Relation<Port>;
  @ManyToOne(() => Port, required) @JoinColumn({ referencedColumnName: 'code' }) byCode!: Relation<Port>;
  @ManyToOne(() => Port, required) @JoinColumn({ referencedColumnName: 'part' }) byPart!: Relation<Port>;
  @ManyToOne(() => Port, required)
  @JoinColumn([
    { name: 'pairCode', referencedColumnName: 'code' },
    { name: 'pairRegion', referencedColumnName: 'region' },
  ])
  byPair!: Relation<Port>;
  @ManyToOne(() => Port, required)
  @JoinColumn([
    { name: 'moreCode', referencedColumnName: 'code' },
    { name: 'moreId', referencedColumnName: 'id' },
  ])
  byMore!: Relation<Port>;
  @ManyToOne(() => Buoy, required) buoy!: Relation<Buoy>;
  @ManyToOne(() => Quay, required) quay!: Relation<Quay>;
  @ManyToOne(() => Quay, required) @JoinColumn({ referencedColumnName: 'name' }) quayByName!: Relation<Quay>;
  @OneToMany(() => Sailor, (sailor) => sailor.ship) crew!: Relation<Sailor>[];
}

@Entity()
class Sailor {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Ship, (ship) => ship.crew) ship!: Relation<Ship>;
}

@Entity({ synchronize: false })
@Filterable()
class Hulk {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Port, required) port!: Relation<Port>;
}

const entities = [Port, Buoy, Harbour, Quay, Ship, Sailor, Hulk];

/** The kind of join that reaches the related row, and the SQL of the sort key. */
type Shape = 'INNER JOIN' | 'LEFT JOIN' | 'subquery' | 'column';

function shapeOf(filters: FilterService, entity: new () => object, sort: string, trusted = false): Shape {
  const sql = filters.filter(entity, { sort: [sort] }, { trusted }).getQuery();
  const [, , joined = ''] = /FROM .*?( (INNER JOIN|LEFT JOIN) |$)/.exec(sql.replace(/\(SELECT .*?LIMIT 1\)/, '')) ?? [];
  return sql.includes('(SELECT') ? 'subquery' : joined === '' ? 'column' : (joined as Shape);
}

const rows: readonly (readonly [sort: string, mariadb: Shape, others: Shape, why: string])[] = [
  ['port.name', 'INNER JOIN', 'INNER JOIN', 'a key that is never NULL, and a constraint'],
  ['doubted.name', 'LEFT JOIN', 'LEFT JOIN', 'the host says that the row may be missing'],
  ['free.name', 'LEFT JOIN', 'LEFT JOIN', 'no constraint'],
  ['bySign.name', 'INNER JOIN', 'INNER JOIN', 'a constraint to a unique column'],
  ['byPair.name', 'INNER JOIN', 'INNER JOIN', 'a constraint to two columns that are unique together'],
  ['byMore.name', 'INNER JOIN', 'INNER JOIN', 'more columns than a key has are as unique'],
  ['byCode.name', 'subquery', 'subquery', 'half of what is unique together is not'],
  ['byPart.name', 'subquery', 'subquery', 'an index of some rows says nothing of the others'],
  ['buoy.name', 'LEFT JOIN', 'INNER JOIN', 'MyISAM forgets foreign keys'],
  ['quay.name', 'INNER JOIN', 'INNER JOIN', 'the constraint is of the table that TypeORM makes'],
  ['quayByName.name', 'subquery', 'subquery', 'what is unique in a table that it does not make is not known'],
];

const engines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];

describe.each(engines)('what the database guarantees, on %s', (engine) => {
  let filters: FilterService;
  beforeAll(async () => {
    filters = FilterService.forDataSource(await describeEntities(engine, entities));
  });

  it.each(rows.map(([sort, ...row]) => [sort, row[2], row[engine === 'mariadb' ? 0 : 1]] as const))(
    'sort=%s: %s',
    (sort, _why, shape) => {
      expect(shapeOf(filters, Ship, sort)).toBe(shape);
    },
  );

  it('applies to sorts of the program itself, too', () => {
    expect(shapeOf(filters, Ship, 'doubted.name', true)).toBe('LEFT JOIN');
    expect(shapeOf(filters, Ship, 'port.name', true)).toBe('INNER JOIN');
  });

  it('does not exist for views and for tables that TypeORM does not create', () => {
    expect(shapeOf(filters, Harbour, 'port.name')).toBe('LEFT JOIN');
    expect(shapeOf(filters, Hulk, 'port.name')).toBe('LEFT JOIN');
  });

  it('decides whether a column can be NULL', () => {
    const described = (entity: new () => object) =>
      filters
        .describe(entity)
        .fields.filter(({ nullable }) => nullable)
        .map(({ name }) => name);
    expect(described(Ship)).toEqual(engine === 'mariadb' ? ['both'] : []);
    expect(described(Harbour)).toEqual(['name']);
    expect(described(Hulk)).toEqual(['name']);
    expect(described(Port)).toEqual([]);
  });

  it.each([
    [{ name: 'port', required: true }, '`required` can only be false, not true'],
    [{ name: 'port', required: 0 }, '`required` can only be false, not 0'],
    [{ name: 'crew', required: false }, '`required: false` is for relations to one row, and crew is to many'],
  ])('%j fails at boot', (rule, message) => {
    const narrow = () => filters.describe(Ship, { relations: [rule] as never[] });
    expect(narrow).toThrow(FilterConfigurationError);
    expect(narrow).toThrow(message);
  });
});
