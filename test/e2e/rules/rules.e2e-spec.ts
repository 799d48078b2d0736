import {
  Controller,
  Get,
  Inject,
  type LoggerService,
  type ModuleMetadata,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import {
  type EntityRules,
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  FilterService,
  rulesFor,
} from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { ApiFilters, documentFilters } from 'nestjs-filterable/openapi';
import { DataSource } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { openApp, useApp } from '../../support/http/adapters.js';
import { type Badge, BadgeSchema, Draft, Member, Note, Team } from '../../support/ruled/entities.js';
import { cases } from '../../support/table.js';

const entities = [Member, Team, Note, Draft, BadgeSchema];

const rules: readonly EntityRules[] = [
  rulesFor(Member, { fields: ['id', 'name', 'age'], relations: ['team'], populate: ['team'] }, { name: 'people' }),
  rulesFor(Team, { fields: ['title'], relations: ['members'] }),
  rulesFor(
    BadgeSchema,
    { fields: ['id', { name: 'label', as: 'text' }], scope: () => ({ secret: 'no' }) },
    { name: 'awards' },
  ),
];

/** What a layer knows that does not know TypeORM. */
interface Person {
  readonly id: number;
}

/** Reads what a query finds, as an adapter of a hexagonal application does. */
abstract class Lists {
  abstract page(name: 'people' | 'awards', query: FilterQuery): Promise<readonly number[]>;
}

class PeopleDto {
  @Filters('people') filters!: FilterQuery<Person>;
}

@Controller('people')
class PeopleController {
  constructor(@Inject(Lists) private readonly lists: Lists) {}

  @Get()
  @ApiFilters('people', { page: true })
  list(@FilterQuery('people') query: FilterQuery<Person>) {
    return this.lists.page('people', query);
  }

  @Get('narrow') narrow(@FilterQuery<Member>('people', { fields: ['name'] }) query: FilterQuery<Person>) {
    return this.lists.page('people', query);
  }

  @Get('dto') dto(@Query() { filters }: PeopleDto) {
    return this.lists.page('people', filters);
  }

  @Get('awards') awards(@FilterQuery('awards') query: FilterQuery<{ id: number }>) {
    return this.lists.page('awards', query);
  }
}

function metadataFor(source: DataSource, imports: ModuleMetadata['imports']): ModuleMetadata {
  const page = async (filters: FilterService, name: string, query: FilterQuery): Promise<readonly number[]> => {
    const repository = source.getRepository<{ id: number }>(name === 'people' ? Member : BadgeSchema);
    const { data } = await filters.page(repository, query as FilterQuery<{ id: number }>);
    return data.map(({ id }) => id);
  };
  return {
    imports,
    controllers: [PeopleController],
    providers: [
      { provide: DataSource, useValue: source },
      {
        provide: Lists,
        inject: [FilterService],
        useFactory: (filters: FilterService): Lists => ({ page: (name, query) => page(filters, name, query) }),
      },
    ],
  };
}

async function seed(source: DataSource): Promise<void> {
  await source.getRepository(Team).insert([
    { id: 1, title: 'Red' },
    { id: 2, title: 'Blue' },
  ]);
  await source.getRepository(Member).insert([
    { id: 1, name: 'Ann', secret: 'x', age: 30, team: { id: 1 } },
    { id: 2, name: 'Bob', secret: 'x', age: 20, team: { id: 2 } },
    { id: 3, name: 'Cem', secret: 'y', age: 40, team: { id: 1 } },
  ]);
  await source.getRepository<Badge>(BadgeSchema).insert([
    { id: 1, label: 'gold', secret: 'no' },
    { id: 2, label: 'gold', secret: 'yes' },
    { id: 3, label: 'lead', secret: 'no' },
  ]);
}

const ways = {
  forRoot: FilterModule.forRoot({ context: undefined, rules }),
  forRootAsync: FilterModule.forRootAsync({ useFactory: () => Promise.resolve({ context: undefined, rules }) }),
};

onEngines('rules apart from entities', { entities, seed, on: ['sqlite'] }, (world) => {
  describe.each(Object.entries(ways))('of %s()', (_, module) => {
    const app = useApp(() => metadataFor(world.source, [module]), {
      prepare: (nest) => void nest.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
    });

    it.each(
      cases(`
        /people -> 1 2 3
        /people?filters[name]=Bob -> 2
        /people?filters[team][title]=Red&sort=age:desc -> 3 1
        /people?filters[team][members][$count]=1 -> 2
        /people?populate=team&sort=-id -> not_sortable sort
        /people?populate=team&pagination[pageSize]=1&sort=id:desc -> 3
        /people?filters[secret]=x -> unknown_field filters[secret]
        /people?filters[nothing]=x -> unknown_field filters[nothing]
        /people/narrow?filters[name]=Ann -> 1
        /people/narrow?filters[age]=30 -> unknown_field filters[age]
        /people/dto?filters[name]=Cem -> 3
        # A scope of an entity without a class, and an alias, whose own name is unknown.
        /people/awards -> 1 3
        /people/awards?filters[text]=gold&sort=text -> 1
        /people/awards?filters[label]=gold -> unknown_field filters[label]
      `),
    )('GET %s -> %s', async (path, answer) => {
      const { text } = await app.client.get(path);
      const body = JSON.parse(text) as number[] | { issues: { code: string; path: string }[] };
      const shown = Array.isArray(body) ? body.map(String) : body.issues.map((issue) => `${issue.code} ${issue.path}`);
      expect(shown.join(' ')).toBe(answer);
    });
  });

  it('makes builders, counts and exports by name', async () => {
    const filters = world.filtersWith({ context: undefined, rules });
    const rows = await filters.filter<Badge>('awards', { filters: { label: 'gold' } }).getMany();
    expect(rows.map(({ id }) => id)).toEqual([1]);
    const query = filters.parse<Badge>('awards', 'sort=id:desc');
    expect(await filters.count(world.repository<Badge>(BadgeSchema), query)).toBe(2);
    const ids: number[] = [];
    for await (const { id } of filters.each(world.repository<Badge>(BadgeSchema), query)) ids.push(id);
    expect(ids).toEqual([3, 1]);
  });
});

onEngines('an application with rules', { entities, on: ['sqlite'] }, (world) => {
  const lines: string[] = [];
  const logger: LoggerService = { log: (line: string) => lines.push(line), error: () => 0, warn: () => 0 };

  async function boot(options: FilterModuleOptions): Promise<string> {
    class AppModule {}
    const module = { module: AppModule, ...metadataFor(world.source, [FilterModule.forRoot(options)]) };
    const app = await NestFactory.create(module, { logger, abortOnError: false });
    try {
      await app.init();
      return 'none';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await app.close();
    }
  }

  it.each<[string, readonly EntityRules[], readonly string[]]>([
    [
      'handlers name rules that there are not',
      rules.slice(0, 2),
      ['PeopleController.awards: awards is an entity of no data source, and no name of `rules`', 'people'],
    ],
    [
      'rules have no entity',
      [...rules, rulesFor('Memberr', {})],
      ['rulesFor(Memberr): Memberr is an entity of no data source'],
    ],
    [
      'handlers have wrong overrides',
      [rulesFor(Member, { fields: ['id'] }, { name: 'people' }), ...rules.slice(1)],
      [],
    ],
    [
      'a class is decorated, too',
      [...rules, rulesFor(Note, {})],
      ['rulesFor(Note): the class is decorated with @Filterable(), too; declare it in one place'],
    ],
  ])('does not start where %s', async (_, given, messages) => {
    const fault = await boot({ context: undefined, rules: given });
    if (messages.length === 0) expect(fault).toBe('none');
    for (const message of messages) expect(fault).toContain(message);
  });

  it('needs a context for a scope, as with a decorator', async () => {
    expect(await boot({ rules })).toContain('`scope` of Badge needs a context');
  });

  it('logs what bare rules expose', async () => {
    await boot({ context: undefined, rules: [...rules.slice(0, 1), rulesFor(Team, {}), ...rules.slice(2)] });
    expect(lines).toContain('Team: the bare rulesFor() exposes id, title, members');
  });

  it('documents its handlers by the entity', async () => {
    const metadata = metadataFor(world.source, [FilterModule.forRoot({ context: undefined, rules })]);
    const opened = await openApp('express', metadata, {
      prepare: (app) => {
        const document = () => SwaggerModule.createDocument(app, new DocumentBuilder().build());
        app.use('/document', (_: unknown, response: { json(value: unknown): void }) => {
          response.json(documentFilters(app, document));
        });
      },
    });
    const { text } = await opened.client.get('/document');
    await opened.close();
    const { paths, components } = JSON.parse(text) as {
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
      components: { schemas: Record<string, { properties: object }> };
    };
    expect(paths['/people']?.get.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['filters', 'sort', 'pagination', 'populate']),
    );
    const fields = Object.keys(components.schemas.MemberFilter?.properties ?? {});
    expect(fields).toEqual(['id', 'name', 'age', 'team', '$and', '$or', '$not']);
  });
});
