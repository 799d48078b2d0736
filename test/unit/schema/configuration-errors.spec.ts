import { Filterable, FilterConfigurationError, FilterService } from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { boot, overrideError } from './things.js';

describe('a decorator with a mistake', () => {
  it.each([
    [
      { field: ['title'] },
      'the option `field` does not exist; did you mean fields? There are: fields, relations, sort, search, facets, aggregates, populate, except, scope, named.',
    ],
    [
      { as: 'x' },
      'the option `as` does not exist; there are: fields, relations, sort, search, facets, aggregates, populate, except, scope, named.',
    ],
  ])('%j on a class', (options, message) => {
    const decorate = Filterable as (options: object) => (target: object) => void;
    class Thing {}
    expect(() => decorate(options)(Thing)).toThrow(new FilterConfigurationError(`@Filterable() on Thing: ${message}`));
  });

  it.each([
    [{ scope: () => ({}) }, 'scope'],
    [{ name: 'x' }, 'name'],
    [{ except: [] }, 'except'],
  ])('%j on a property', (options, key) => {
    const decorate = Filterable as (options: object) => (target: object, property: string) => void;
    class Thing {}
    expect(() => decorate(options)(Thing.prototype, 'title')).toThrow(
      new FilterConfigurationError(
        `@Filterable() on Thing.title: the option \`${key}\` does not exist; ` +
          'there are: as, kind, list, paths, operators, values, sortable, when, of, count, sum, avg, min, max, where, load, formerly, deprecated, strategy, required, fields, relations, aggregates.',
      ),
    );
  });

  it('a symbol', () => {
    class Thing {}
    expect(() => Filterable()(Thing.prototype, Symbol('title'))).toThrow(
      '@Filterable() on Thing: a symbol is not a column',
    );
  });
});

describe('overrides with a mistake', () => {
  it('on a class that is not filterable', async () => {
    expect(await overrideError({}, {})).toBe(
      'FilterConfigurationError: @FilterQuery(Thing): Thing is not filterable; decorate the class with @Filterable()',
    );
  });
});

describe('an entity that has no schema', () => {
  @Entity()
  @Filterable()
  class Known {
    @PrimaryGeneratedColumn() id!: number;
    @Column() name!: string;
  }
  class Unknown {}

  it('is in no data source', async () => {
    const by = FilterService.forDataSource(await describeEntities('sqlite', [Known]));
    expect(() => by.parse(Unknown, '')).toThrow(
      new FilterConfigurationError('Unknown is an entity of no data source; did you mean Known? There are: Known.'),
    );
  });

  it('is in a database that is not supported', async () => {
    const source = await describeEntities('sqlite', [Known]);
    const other = Object.assign(Object.create(source) as typeof source, { options: { type: 'oracle' } });
    expect(() => FilterService.forDataSource(other)).toThrow(
      new FilterConfigurationError(
        'The database oracle is not supported. Use one of: better-sqlite3, sqljs, sqlite, postgres, mariadb, mysql; or, supported ' +
          'by their documentation only: expo, react-native, capacitor, cordova, nativescript, cockroachdb, aurora-postgres, ' +
          'aurora-mysql.',
      ),
    );
  });
});

describe('a decorator on an embedded class', () => {
  class Street {
    @Column() @Filterable() name!: string;
  }
  class Place {
    @Column(() => Street) street!: Street;
  }
  @Filterable({ fields: ['city'] })
  class Address {
    @Column() city!: string;
  }

  @Entity()
  @Filterable()
  class Shop {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Address) address!: Address;
  }
  @Entity()
  @Filterable({ fields: ['id'] })
  class Stall {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Place) place!: Place;
  }

  it.each([
    ['Shop', 'address', Shop],
    ['Stall', 'place.street', Stall],
  ])('of %s, at %s, is refused, because nothing reads it', async (name, path, entity) => {
    const source = await describeEntities('sqlite', [entity]);
    expect(() => FilterService.forDataSource(source)).toThrow(
      new FilterConfigurationError(
        `@Filterable() on ${name}: ${path} is embedded, and @Filterable() on an embedded class has no effect; ` +
          `decorate the property ${path}, or name its columns in \`fields\`: '${path}.…'`,
      ),
    );
  });
});

describe('a mistake', () => {
  it('is found at boot, wherever it is', async () => {
    await expect(boot({ thing: { fields: ['title'] }, owner: { fields: ['nam'] } })).rejects.toThrow(
      '@Filterable() on Owner: ',
    );
    await expect(boot({ thing: { fields: ['title'] }, tag: { sort: ['nam'] } })).rejects.toThrow(
      '@Filterable() on Tag: ',
    );
  });

  it('in a class without a decorator fails nothing', async () => {
    await expect(boot({ thing: { fields: ['title'] } })).resolves.toBeDefined();
  });
});
