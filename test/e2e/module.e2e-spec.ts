import {
  Controller,
  Get,
  Injectable,
  type LoggerService,
  Module,
  type ModuleMetadata,
  type Type,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  FilterModule,
  type FilterModuleOptions,
  type FilterModuleOptionsFactory,
  FilterQuery,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import request from 'supertest';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';

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

const mistakes: [what: string, application: Application, message: RegExp][] = [
  ['a handler of no entity', { controllers: [listing(NoEntity)] }, /NoEntity is an entity of no data source.*Plant/],
  [
    'a handler of an entity that is not filterable',
    { entities: [Plant, Undecorated], controllers: [listing(Undecorated)] },
    /Undecorated is not filterable; decorate the class with @Filterable\(\)/,
  ],
  [
    'a limit that is none',
    { options: { limits: { members: 0 } } },
    /limits\.members must be a whole number from 1 to 1000/,
  ],
  [
    'a limit above its cap',
    { options: { limits: { members: 5000 } } },
    /limits\.members .* from 1 to 1000 .* not 5000/,
  ],
  ['an unknown limit', { options: { limits: { member: 5 } as never } }, /limits\.member does not exist/],
  ['an unknown option', { options: { timezon: 'UTC' } as never }, /timezon does not exist; did you mean timezone\?/],
  ['an unknown time zone', { options: { timezone: 'Mars/Olympus' } }, /Mars\/Olympus is no IANA time zone/],
  ['two parameters of one name', { options: { params: { sort: 'filters' } } }, /two parameters are called alike/],
  ['a parameter with a bracket', { options: { params: { sort: 'sort[]' } } }, /cannot be called sort\[\]/],
  ['a short secret', { options: { pagination: { secret: 'short' } } }, /secret has 5 characters/],
  [
    'an unknown override',
    { controllers: [listing(Plant, { field: ['id'] })] },
    /field does not exist; did you mean fields\?/,
  ],
  [
    'a field that is none',
    { controllers: [listing(Plant, { fields: ['nam'] })] },
    /`fields` names nam.*did you mean name\?/,
  ],
  ['a limit of a handler', { controllers: [listing(Plant, { limits: { members: -1 } })] }, /limits\.members must be/],
  [
    'a default that is none',
    { controllers: [listing(Plant, { defaults: { filters: { nam: 1 } } })] },
    /filters\[nam\] is not/,
  ],
];

describe('FilterModule at boot', () => {
  it.each(mistakes)('refuses %s', async (_, application, message) => {
    await expect(boot(application)).rejects.toThrow(message);
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
    expect(said).toContain('Stone is bare @Filterable() and exposes: id');
    expect(said).toContain('Plant may be asked about fields that no index starts with: name');
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

    it.each(Object.entries(ways))('takes %s', async (_, module) => {
      const app = await boot({ imports: [module], controllers: [listing(Plant)] });
      const { body } = await request(app.getHttpServer()).get('/list?where%5Bname%5D=Fern');
      expect(body).toEqual({ query: 'where[name][$eq]=Fern' });
      await app.close();
    });
  });
});
