import {
  Controller,
  type DynamicModule,
  Get,
  Injectable,
  type LoggerService,
  Module,
  type ModuleMetadata,
  type Provider,
  type Type,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  FilterConfigurationError,
  FilterModule,
  type FilterModuleOptions,
  type FilterModuleOptionsFactory,
  FilterQuery,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import request from 'supertest';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../support/metadata.js';

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Plant {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable()
class Stone {
  @PrimaryColumn() id!: number;
  @Column({ select: false }) secret!: string;
}

@Entity()
class Undecorated {
  @PrimaryColumn() id!: number;
}

class NoEntity {
  id!: number;
}

const memory = { type: 'better-sqlite3', database: ':memory:', synchronize: true } as const;

interface Application extends Pick<ModuleMetadata, 'imports' | 'providers'> {
  readonly entities?: Type[];
  readonly controllers?: Type[];
  readonly options?: FilterModuleOptions;
  readonly logger?: LoggerService;
}

const silence: LoggerService = { log: () => {}, warn: () => {}, error: () => {} };

async function boot({ entities = [Plant], controllers = [], options, imports, providers = [], logger }: Application) {
  const database = TypeOrmModule.forRoot({ ...memory, entities });
  const module = await Test.createTestingModule({
    imports: [database, ...(imports ?? [FilterModule.forRoot(options)])],
    controllers,
    providers,
  })
    .setLogger(logger ?? silence)
    .compile();
  const app = module.createNestApplication();
  await app.init();
  return app;
}

/** A module that imports another. */
function importing(module: DynamicModule): Type {
  @Module({ imports: [module] })
  class FeatureModule {}
  return FeatureModule;
}

/** A controller whose list is about an entity, under overrides. */
function listing(entity: Type, overrides?: object): Type {
  @Controller('list')
  class ListController {
    @Get() list(@FilterQuery(entity, overrides) query: FilterQuery<object>) {
      return { query: String(query) };
    }
  }
  return ListController;
}

/** Overrides of a class, which a copy by spread would lack. */
class FewFields {
  get fields(): string[] {
    return ['id'];
  }
}

/** What options and overrides must be stands in test/unit/schema and test/unit/engine; here is what boot adds. */
// prettier-ignore
const mistakes: [what: string, application: Application, message: RegExp][] = [
  ['a handler of no entity', { controllers: [listing(NoEntity)] }, /^ListController\.list: NoEntity is an entity of no data source.*Plant/],
  ['a handler of an entity that is not filterable', { entities: [Plant, Undecorated], controllers: [listing(Undecorated)] }, /^ListController\.list: @FilterQuery\(Undecorated\): Undecorated is not filterable; decorate the class with @Filterable\(\)/],
  ['a limit that is none', { options: { limits: { members: 0 } } }, /`limits\.members` must be a whole number from 1 to 1000/],
  ['a limit above its cap', { options: { limits: { members: 5000 } } }, /`limits\.members` .* from 1 to 1000 .* not 5000/],
  ['an unknown limit', { options: { limits: { member: 5 } as never } }, /the option `limits\.member` does not exist; did you mean members\?/],
  ['a parameter with a bracket', { options: { params: { sort: 'sort[]' } } }, /cannot be called sort\[\]/],
  ['the same of a handler', { controllers: [listing(Plant, { pagination: { secret: undefined } })] }, /^ListController\.list: @FilterQuery\(Plant\): `pagination\.secret` is undefined; set 16 characters or more, /],
  ['a source of a handler that is none', { controllers: [listing(Plant, { source: 'boddy' })] }, /^ListController\.list: @FilterQuery\(Plant\): `source` must be query, body or a function of the request, not boddy$/],
  ['a limit of a handler', { controllers: [listing(Plant, { limits: { members: -1 } })] }, /`limits\.members` must be/],
  ['a default that is none', { controllers: [listing(Plant, { defaults: { filters: { nam: 1 } } })] }, /filters\[nam\] is not/],
  ['a function in place of the entity', { controllers: [listing((() => Plant) as never)] }, /^ListController\.list: a function is an entity of no data source; there are: Plant\.$/],
  ['a list in place of the entity', { controllers: [listing([Plant] as never)] }, /^ListController\.list: a list is an entity of no data source; there are: Plant\.$/],
  ['an override that is inherited', { controllers: [listing(Plant, new FewFields())] }, /^ListController\.list: @FilterQuery\(Plant\): the option `fields` is inherited, and inherited options are not read; write it in/],
  ['an option that is inherited', { options: Object.create({ limits: { members: 5 } }) as FilterModuleOptions }, /^forRoot\(\): the option `limits` is inherited, and inherited options are not read/],
  ['a limit that is inherited', { options: { limits: Object.create({ members: 5 }) as object } }, /^forRoot\(\): the option `limits\.members` is inherited, and inherited options are not read/],
];

describe('FilterModule at boot', () => {
  it.each(mistakes)('refuses %s', async (_, application, message) => {
    await expect(boot(application)).rejects.toThrow(message);
  });

  it.each<[what: string, providers: Provider[], reason: string]>([
    [
      'there is no data source',
      [],
      'there is no TypeORM data source; import TypeOrmModule.forRoot(), or provide a DataSource',
    ],
    [
      'a data source is not initialized',
      [{ provide: DataSource, useFactory: () => new DataSource({ ...memory, entities: [Plant] }) }],
      'no data source has entities yet; call initialize() before the application starts',
    ],
    [
      'there is a stand-in that has every member',
      [
        {
          provide: 'MOCK',
          useValue: new Proxy({}, { has: () => true, get: (_, name) => name !== 'then' && (() => 1) }),
        },
      ],
      'there is no TypeORM data source; import TypeOrmModule.forRoot(), or provide a DataSource',
    ],
  ])('tells the way out where %s', async (_, providers, reason) => {
    const metadata = { imports: [FilterModule.forRoot()], controllers: [listing(Plant)], providers };
    const module = await Test.createTestingModule(metadata).setLogger(silence).compile();
    await expect(module.init()).rejects.toThrow(`ListController.list: Plant: ${reason}`);
  });

  it('names the handler that is inherited by the controller that has it', async () => {
    @Controller('fern')
    class FernController extends listing(Plant, { fields: ['nam'] }) {}
    await expect(boot({ controllers: [FernController] })).rejects.toThrow(
      /^FernController\.list: @FilterQuery\(Plant\): /,
    );
  });

  it.each([undefined, null])('refuses a decorator of %s, as in a circular import', (entity) => {
    expect(() => listing(entity as never)).toThrow(
      new FilterConfigurationError(
        `ListController.list: @FilterQuery(${entity}): the entity is undefined; if two files import ` +
          "each other, break the circle, or write the entity's name: @FilterQuery('Post')",
      ),
    );
  });

  it.each([
    ['a function', () => ({ fields: ['id'] }), 'a function'],
    ['a map', new Map([['fields', ['id']]]), 'an object (Map)'],
    ['a promise', Promise.resolve({ fields: ['id'] }), 'an object (Promise)'],
    ['a list', ['id'], 'a list'],
    ['a text', 'id', 'id'],
  ])('refuses a decorator whose options are %s, which would count as none', (_, overrides, told) => {
    const message = `@FilterQuery(Plant): the options must be an object, not ${told}`;
    expect(() => listing(Plant, overrides as object)).toThrow(
      new FilterConfigurationError(`ListController.list: ${message}`),
    );
  });

  it('takes the options of an instance that has them itself', async () => {
    class IdOnly {
      fields = ['id'];
    }
    const app = await boot({ controllers: [listing(Plant, new IdOnly())] });
    const { status } = await request(app.getHttpServer()).get('/list?filters%5Bname%5D=Fern');
    await app.close();
    expect(status).toBe(400);
  });

  it('takes the name of an entity instead', async () => {
    const app = await boot({ controllers: [listing('Plant' as never)] });
    const { body } = await request(app.getHttpServer()).get('/list?filters%5Bname%5D=Fern');
    expect(body).toEqual({ query: 'filters[name][$eq]=Fern' });
    await app.close();
  });

  it.each([
    ['side by side', () => [FilterModule.forRoot(), FilterModule.forRoot({ limits: { maxPageSize: 50 } })]],
    ['in a module of its own', () => [FilterModule.forRoot(), importing(FilterModule.forRoot())]],
    ['once with a factory', () => [FilterModule.forRoot(), FilterModule.forRootAsync({ useFactory: () => ({}) })]],
  ])('refuses to be imported twice, %s', async (_, imports) => {
    await expect(boot({ imports: imports() })).rejects.toThrow(
      new FilterConfigurationError(
        'FilterModule.forRoot() is imported 2 times; import it once, in the root module: it is global',
      ),
    );
  });

  it('may be imported again where it is the same module', async () => {
    const filterModule = FilterModule.forRoot();
    const app = await boot({ imports: [filterModule, importing(filterModule)] });
    expect(app.get(FilterService)).toBeInstanceOf(FilterService);
    await app.close();
  });

  it('takes a decorated class that no data source has', async () => {
    const app = await boot({});
    expect(() => app.get(FilterService).parse(Stone, '')).toThrow(/Stone is an entity of no data source/);
    await app.close();
  });

  it('finds the entities of named data sources, and of ones that are plain providers', async () => {
    const named = TypeOrmModule.forRoot({ ...memory, name: 'quarry', entities: [Stone] });
    const own = {
      provide: 'OWN',
      useFactory: () => new DataSource({ ...memory, entities: [Undecorated] }).initialize(),
    };
    const app = await boot({ imports: [named, FilterModule.forRoot()], providers: [own] });
    const filters = app.get(FilterService);
    expect(String(filters.parse(Stone, 'filters[id]=1'))).toBe('filters[id][$eq]=1');
    expect(() => filters.describe(Undecorated)).toThrow(/Undecorated is not filterable/);
    await app.get<DataSource>('OWN').destroy();
    await app.close();
  });

  it('logs what a bare decorator exposes, and what has no index where that is wanted', async () => {
    const said: unknown[] = [];
    const note = (message: unknown) => said.push(message);
    const logger: LoggerService = { log: note, warn: note, error: note };
    const app = await boot({ entities: [Plant, Stone], options: { logUnindexed: true }, logger });
    await app.close();
    expect(said).toContain('Stone: the bare @Filterable() exposes id');
    expect(said).toContain('Plant has filterable fields that no index starts with: name');
  });

  it('logs the statements that make missing indexes, or that they are not known', async () => {
    const warnings: unknown[] = [];
    const logger: LoggerService = { ...silence, warn: (message: unknown) => warnings.push(message) };
    const app = await boot({ entities: [Plant, Stone], options: { logUnindexed: 'ddl' }, logger });
    await app.close();
    expect(warnings).toEqual([
      'Plant has filters and sorts that no index serves; these statements add the indexes:\n' +
        '-- filter name\nCREATE INDEX "plant_name_idx" ON "plant" ("name");',
    ]);
  });

  it('warns of lists whose date-times have more digits than answers show', async () => {
    @Entity()
    @Filterable({ fields: ['id', 'seen', 'kept', 'at'] })
    class Sighting {
      @PrimaryColumn() id!: number;
      @Column({ type: 'timestamptz', array: true }) seen!: Date[];
      @Column({ type: 'timestamp', array: true, precision: 3 }) kept!: Date[];
      @Column({ type: 'timestamp' }) at!: Date;
    }
    const warnings: unknown[] = [];
    const logger: LoggerService = { ...silence, warn: (message: unknown) => warnings.push(message) };
    const source = await describeEntities('postgres', [Sighting]);
    const app = await boot({ providers: [{ provide: 'OTHER', useValue: source }], logger });
    await app.close();
    expect(warnings).toEqual([expect.stringMatching(/^Sighting has lists of date-times .* `precision: 3`: seen$/)]);
  });

  it.each([
    ['better-sqlite3', undefined],
    ['sqljs', undefined],
    ['mysql', undefined],
    ['cockroachdb', 'cockroachdb'],
  ])('warns of a driver that no test has run on: %s', async (type, told) => {
    const warnings: unknown[] = [];
    const logger: LoggerService = { ...silence, warn: (message: unknown) => warnings.push(message) };
    const described = await new DataSource({ type: 'sqljs', entities: [Stone] }).initialize();
    const other = Object.assign(Object.create(described) as DataSource, { options: { type }, isInitialized: false });
    const app = await boot({ providers: [{ provide: 'OTHER', useValue: other }], logger });
    await app.close();
    await described.destroy();
    const about = /^The driver (\S+) is supported from its documentation only/;
    expect(warnings.map((warning) => about.exec(String(warning))?.[1])).toEqual(told === undefined ? [] : [told]);
  });

  it('warns of a TypeORM whose builders have members that are not supported', async () => {
    const warnings: unknown[] = [];
    const logger: LoggerService = { ...silence, warn: (message: unknown) => warnings.push(message) };
    const described = await new DataSource({ type: 'sqljs', entities: [Stone] }).initialize();
    const createQueryBuilder = () => {
      const builder = described.createQueryBuilder();
      Object.assign(builder.expressionMap, { qualify: [] });
      return builder;
    };
    const later = Object.assign(Object.create(described) as DataSource, { createQueryBuilder, isInitialized: false });
    const app = await boot({ providers: [{ provide: 'LATER', useValue: later }], logger });
    await app.close();
    await described.destroy();
    expect(warnings).toEqual([expect.stringContaining('have members that are not supported (qualify)')]);
  });

  describe('forRootAsync', () => {
    @Injectable()
    class Settings {
      readonly filters = 'where';
    }

    @Injectable()
    class OptionsFactory implements FilterModuleOptionsFactory {
      createFilterOptions(): FilterModuleOptions {
        return { params: { filters: 'where' } };
      }
    }

    @Module({ providers: [Settings, OptionsFactory], exports: [Settings, OptionsFactory] })
    class SettingsModule {}

    const ways = {
      useFactory: FilterModule.forRootAsync({
        imports: [SettingsModule],
        inject: [Settings],
        useFactory: (settings: Settings) => Promise.resolve({ params: { filters: settings.filters } }),
      }),
      useClass: FilterModule.forRootAsync({ useClass: OptionsFactory }),
      useExisting: FilterModule.forRootAsync({ imports: [SettingsModule], useExisting: OptionsFactory }),
    };

    it.each<[options: object | undefined, given: string]>([
      [undefined, 'none'],
      [{}, 'none'],
      [{ inject: [Settings] }, 'none'],
      [{ useClass: OptionsFactory, useExisting: OptionsFactory }, 'useClass and useExisting'],
      [{ useFactory: () => ({}), useClass: OptionsFactory }, 'useFactory and useClass'],
      [
        { useFactory: () => ({}), useClass: OptionsFactory, useExisting: OptionsFactory },
        'useFactory and useClass and useExisting',
      ],
    ])('refuses %p', (options, given) => {
      expect(() => FilterModule.forRootAsync(options as object)).toThrow(
        new FilterConfigurationError(`forRootAsync() needs one of useFactory, useClass, useExisting, and has ${given}`),
      );
    });

    it.each<[options: unknown, message: string]>([
      [null, 'forRootAsync(): the options must be an object, not null'],
      [{ useFactory: () => ({}), isGlobal: true }, 'forRootAsync(): the option `isGlobal` does not exist'],
      [{ useFactor: () => ({}) }, 'forRootAsync(): the option `useFactor` does not exist; did you mean useFactory?'],
      [{ useFactory: {} }, 'forRootAsync(): `useFactory` must be a function of what `inject` names, not an object'],
    ])('refuses %p, which it cannot read', (options, message) => {
      expect(() => FilterModule.forRootAsync(options as object)).toThrow(FilterConfigurationError);
      expect(() => FilterModule.forRootAsync(options as object)).toThrow(message);
    });

    it('refuses a class that makes no options', async () => {
      const module = FilterModule.forRootAsync({ imports: [SettingsModule], useExisting: Settings as never });
      await expect(boot({ imports: [module] })).rejects.toThrow(
        new FilterConfigurationError('forRootAsync(): Settings has no method createFilterOptions(); add it'),
      );
    });

    @Injectable()
    class Forgetful {
      createFilterOptions(): void {}
    }

    it.each<[by: string, options: object, given: string]>([
      ['useFactory', { useFactory: () => undefined }, 'undefined'],
      ['useFactory', { useFactory: () => Promise.resolve(null) }, 'null'],
      ['Forgetful', { useClass: Forgetful }, 'undefined'],
    ])('refuses a %s that makes nothing: %p', async (by, options, given) => {
      await expect(boot({ imports: [FilterModule.forRootAsync(options)] })).rejects.toThrow(
        new FilterConfigurationError(
          `forRootAsync(): ${by} must return an object of options, such as {}, not ${given}`,
        ),
      );
    });

    it.each(Object.entries(ways))('takes %s', async (_, module) => {
      const app = await boot({ imports: [module], controllers: [listing(Plant)] });
      const { body } = await request(app.getHttpServer()).get('/list?where%5Bname%5D=Fern');
      expect(body).toEqual({ query: 'where[name][$eq]=Fern' });
      await app.close();
    });
  });
});
