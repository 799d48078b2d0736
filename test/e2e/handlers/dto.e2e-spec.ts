import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Injectable,
  type ModuleMetadata,
  type PipeTransform,
  Post as HttpPost,
  Query,
  type Type,
  UseGuards,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { MessagePattern, Payload, RpcException, Transport } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { Type as TypeOf, plainToInstance } from 'class-transformer';
import { IsInt, IsOptional } from 'class-validator';
import {
  FilterConfigurationError,
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  FilterService,
  Filterable,
  HostQuery,
} from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { type AppOptions, type TestApp, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { portOf, rpcClient } from './messages.js';

interface User {
  readonly tenant?: number;
  readonly isChef?: boolean;
}

@Entity()
@Filterable({
  fields: ['id', 'name', 'note', { name: 'recipe', when: (user: User | undefined) => user?.isChef === true }],
})
class Dish {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'varchar', nullable: true }) note!: string | null;
  @Column() recipe!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'name'],
  scope: (user: User) => {
    if (user.tenant === undefined) throw new Error('no tenant');
    return { tenant: user.tenant };
  },
})
class Table {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
}

class ListDishes {
  @Filters(Dish) query!: FilterQuery<Dish>;
  @IsOptional() @IsInt() @TypeOf(() => Number) shift?: number;
}

class ListDishesAtNight extends ListDishes {
  @IsOptional() @IsInt() @TypeOf(() => Number) hour?: number;
}

class ListTables {
  @Filters(Table) query!: FilterQuery<Table>;
}

function shown({ query, shift }: ListDishes) {
  return { query: query.toJSON(), shift };
}

@Controller()
class DishesController {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(FilterService) private readonly filters: FilterService,
  ) {}

  @Get('dishes') list(@Query() dto: ListDishes) {
    return shown(dto);
  }
  @Get('night') night(@Query() dto: ListDishesAtNight) {
    return { ...shown(dto), hour: dto.hour };
  }
  @Get('rest') rest(@HostQuery() dto: ListDishes) {
    return shown(dto);
  }
  @HttpPost('dishes') @HttpCode(200) search(@Body() dto: ListDishes) {
    return shown(dto);
  }
  @Get('tables') tables(@Query() { query }: ListTables) {
    const builder = this.source.getRepository(Table).createQueryBuilder('place');
    return Object.values(this.filters.apply(builder, query).getParameters()).map(String);
  }
  @Get('made') made(@Query() query: object) {
    return shown(plainToInstance(ListDishes, query));
  }
}
async function moduleOf(
  options: FilterModuleOptions = {},
  controllers: Type[] = [DishesController],
): Promise<ModuleMetadata> {
  const source = await describeEntities('sqlite', [Dish, Table]);
  return {
    imports: [FilterModule.forRoot({ context: undefined, ...options })],
    controllers,
    providers: [{ provide: DataSource, useValue: source }],
  };
}

const strictest: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validateCustomDecorators: true,
};

/** Closed after each test, whatever became of it. */
const opened = new Set<TestApp>();
afterEach(async () => {
  for (const app of opened) await app.close();
  opened.clear();
});

async function open(
  options: FilterModuleOptions = {},
  pipe: ValidationPipeOptions = { transform: true },
  pipes: readonly PipeTransform[] = [],
): Promise<TestApp> {
  const prepare: AppOptions['prepare'] = (app) => app.useGlobalPipes(...pipes, new ValidationPipe(pipe));
  const app = await openApp('express', await moduleOf(options), { prepare });
  opened.add(app);
  return app;
}

/** The query that was read, or the messages of the pipe. */
async function told(app: TestApp, path: string): Promise<unknown> {
  const { status, text } = await app.client.get(path);
  const body = JSON.parse(text) as { query?: unknown; message?: unknown };
  return status === 200 ? (body.query ?? body) : body.message;
}

const named = (name: string) => ({ filters: { name: { $eq: name } } });

describe('@Filters()', () => {
  it('is read by the application whose request it is, however many there are', async () => {
    const lenient = await open({ params: { filters: 'where' } });
    const strict = await open({ limits: { members: 1 } });
    const [list, pair] = ['/dishes?filters[id][0]=1&filters[id][1]=2', '/dishes?where[id][0]=1&where[id][1]=2'];
    const both = { filters: { id: { $in: ['1', '2'] } } };
    for (let time = 0; time < 2; time += 1) {
      expect(
        await Promise.all([told(lenient, pair), told(strict, list), told(lenient, list), told(strict, pair)]),
      ).toEqual([both, [expect.stringMatching(/^filters\[id\] exceeds a limit: at most 1 members/)], {}, {}]);
    }
    opened.delete(strict);
    await strict.close();
    expect(await told(lenient, pair)).toEqual(both);
  });

  it('has the context of its request, for scopes', async () => {
    const context = async ({ headers }: { headers: Record<string, string> }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(headers['x-wait'])));
      return { tenant: Number(headers['x-tenant']) };
    };
    const app = await open({ context });
    const ask = async (tenant: number, wait: number) => {
      const headers = { 'x-tenant': tenant, 'x-wait': wait };
      return JSON.parse((await app.client.send('GET', '/tables?filters[name]=x', undefined, headers)).text) as unknown;
    };
    const answers = await Promise.all([ask(1, 40), ask(2, 5), ask(3, 0)]);
    expect(answers).toEqual([1, 2, 3].map((tenant) => expect.arrayContaining([String(tenant), 'x'])));
  });

  it('refuses with 403 where a scope fails', async () => {
    const app = await open({ context: () => ({}) });
    expect((await app.client.get('/tables')).status).toBe(403);
  });

  it('has the context of its request, for fields that not everyone may ask for', async () => {
    const context = ({ headers }: { headers: Record<string, string> }) => ({ isChef: headers['x-chef'] === 'yes' });
    const app = await open({ context });
    const ask = (chef: string) => app.client.send('GET', '/dishes?filters[recipe]=x', undefined, { 'x-chef': chef });
    expect((await ask('yes')).status).toBe(200);
    expect((await ask('no')).status).toBe(400);
  });

  it.each<[what: string, query: string, reads: unknown]>([
    ['a key without =', 'filters[note]', { filters: { note: { $null: 'true' } } }],
    ['an empty text', 'filters[note]=', { filters: { note: { $eq: '' } } }],
    ['a name of no condition', 'filters[__proto__][$eq]=x', [/^filters\[__proto__\] is not a filterable field/]],
    ['another', 'filters[constructor][$eq]=x', [/^filters\[constructor\] is not a filterable field/]],
    ['an operator that is none', 'filters[name][__proto__]=x', [/^filters\[name\]\[__proto__\] /]],
    ['a key that is broken', 'filters[name', [/^filters has a key that cannot be read/]],
    ['a key given twice', 'filters[name]=a&filters[name]=b', [/^filters\[name\] /]],
    ['a malformed escape', 'filters[name]=%zz', [/malformed percent-encoding/]],
    ['two mistakes', 'filters[nam]=a&filters[id]=x', [/^filters\[nam\] is not .*filters\[id\] must be a whole number/]],
    [
      'more members than parsers keep',
      Array.from({ length: 21 }, (__, i) => `filters[id][${i}]=${10 + i}`).join('&'),
      { filters: { id: { $in: Array.from({ length: 21 }, (__, i) => String(10 + i)) } } },
    ],
  ])('reads %s as it was sent', async (_, query, reads) => {
    const app = await open({}, { transform: true, whitelist: true });
    const expected = Array.isArray(reads) ? reads.map((text: RegExp) => expect.stringMatching(text)) : reads;
    expect(await told(app, `/dishes?${query}`)).toEqual(expected);
  });

  it.each(['dishes', 'rest', 'night'])('is read from /%s under the strictest ValidationPipe', async (path) => {
    const app = await open({}, strictest);
    const read = { ...named('a'), sort: ['id:asc'] };
    expect(await told(app, `/${path}?filters[name]=a&sort=id&shift=2`)).toEqual(read);
    expect(await told(app, `/${path}?filters[nam]=a&shift=many`)).toEqual([
      expect.stringMatching(/^filters\[nam\] is not/),
      'shift must be an integer number',
    ]);
    expect(await told(app, `/${path}?filters[name]=a&shfit=2`)).toEqual(['property shfit should not exist']);
  });

  it('is read where a pipe before has copied the query string', async () => {
    const copying: PipeTransform = {
      transform: (value: unknown, { type }) => (type === 'query' ? { ...(value as object) } : value),
    };
    const app = await open({}, { transform: true }, [copying]);
    expect(await told(app, '/dishes?filters[name]=a')).toEqual(named('a'));
  });

  it('is read where a handler makes the DTO itself', async () => {
    const app = await open();
    expect(await told(app, '/made?filters[note]')).toEqual({ filters: { note: { $null: 'true' } } });
  });

  it('takes of a promised context only what it can await', async () => {
    const app = await open({ context: () => Promise.resolve({}) });
    expect(await told(app, '/dishes?filters[name]=a')).toEqual(named('a'));
    expect((await app.client.get('/made?filters[name]=a')).status).toBe(500);
  });

  it('is read from a JSON body, under the limits of bodies', async () => {
    const app = await open({ limits: { bodyBytes: 100 } });
    const post = async (body: object) =>
      JSON.parse((await app.client.post('/dishes', JSON.stringify(body))).text) as unknown;
    expect(await post({ filters: { name: 'a' }, shift: 2 })).toEqual({ query: named('a'), shift: 2 });
    expect(await post({ filters: { name: 'a' }, more: 'q'.repeat(100) })).toMatchObject({
      message: [expect.stringMatching(/limits\.bodyBytes/)],
    });
    // The query string is another handler's matter.
    const { text } = await app.client.post('/dishes?filters[name]=b', '{"filters":{"name":"a"}}');
    expect(JSON.parse(text)).toMatchObject({ query: named('a') });
  });
});

describe('@Filters() of a body, under the strictest ValidationPipe', () => {
  class OfUrl {
    @Filters(Dish, { source: 'query' }) query!: FilterQuery<Dish>;
  }
  class OfFunction {
    @Filters(Dish, { source: ({ body }: { body: object }) => body }) query!: FilterQuery<Dish>;
  }
  class OfBody {
    @Filters(Dish, { source: 'body' }) query!: FilterQuery<Dish>;
  }

  @Controller()
  class BodiesController {
    @HttpPost('dishes') @HttpCode(200) search(@Body() dto: ListDishes) {
      return shown(dto);
    }
    @HttpPost('beside') @HttpCode(200) beside(
      @Body() dto: ListDishes,
      @FilterQuery(Dish, { source: 'body', prefix: 'more_' }) more: FilterQuery<Dish>,
    ) {
      return { ...shown(dto), more: more.toJSON() };
    }
    @HttpPost('of-url') @HttpCode(200) ofUrl(@Body() { query }: OfUrl) {
      return { query: query.toJSON() };
    }
    @HttpPost('of-function') @HttpCode(200) ofFunction(@Body() { query }: OfFunction) {
      return { query: query.toJSON() };
    }
    @HttpPost('of-body') @HttpCode(200) ofBody(@Query() { query }: OfBody) {
      return { query: query.toJSON() };
    }
  }

  const unknown = (name: string) => [`property ${name} should not exist`];
  const asked = { filters: { name: 'a' }, sort: 'id' };
  const read = { ...named('a'), sort: ['id:asc'] };

  it.each<[what: string, path: string, body: object, answer: unknown]>([
    ['its parameters', 'dishes', { ...asked, shift: 2 }, { query: read, shift: 2 }],
    ['nothing else', 'dishes', asked, { query: read }],
    ['nothing', 'dishes', {}, { query: {} }],
    ['a typo in a condition', 'dishes', { filters: { nam: 'a' } }, [expect.stringMatching(/^filters\[nam\] is not/)]],
    ['a wrong value of another property', 'dishes', { ...asked, shift: 'x' }, ['shift must be an integer number']],
    ['a property that is unknown', 'dishes', { ...asked, shfit: 2 }, unknown('shfit')],
    ['a flat key', 'dishes', { 'filters[name]': 'a' }, [expect.stringMatching(/^filters is a flat key/)]],
    [
      'two lists',
      'beside',
      { ...asked, more_filters: { id: 1 } },
      { query: read, more: { filters: { id: { $eq: '1' } } } },
    ],
    ['what the URL is to have', 'of-url?filters[name]=b', { filters: { name: 'a' } }, unknown('filters')],
    ['what the body is to have', 'of-body?filters[name]=b', { filters: { name: 'a' } }, unknown('filters[name]')],
    ['what a function may read', 'of-function', { filters: { name: 'a' } }, unknown('filters')],
  ])('reads %s', async (_, path, body, answer) => {
    const prepare: AppOptions['prepare'] = (app) => app.useGlobalPipes(new ValidationPipe(strictest));
    const app = await openApp('express', await moduleOf({}, [BodiesController]), { prepare });
    opened.add(app);
    const { text } = await app.client.post(`/${path}`, JSON.stringify(body));
    const told = JSON.parse(text) as { message?: unknown };
    expect(told.message ?? told).toEqual(answer);
  });

  it('is read where a pipe before has copied the rest', async () => {
    const copying: PipeTransform = {
      transform: (value: unknown, { type }) => (type === 'body' ? { ...(value as object) } : value),
    };
    const app = await open({}, strictest, [copying]);
    const { text } = await app.client.post('/dishes?filters[name]=b', JSON.stringify({ ...asked, shift: 2 }));
    expect(JSON.parse(text)).toEqual({ query: read, shift: 2 });
  });
});

describe('@Filters() without a request', () => {
  it('is an error, and never an empty query', () => {
    expect(() => plainToInstance(ListDishes, { filters: { name: 'a' } })).toThrow(FilterConfigurationError);
    expect(() => plainToInstance(ListDishes, {})).toThrow(
      /^@Filters\(\) found no request: it needs FilterModule\.forRoot\(\)/,
    );
  });

  it('is one in a guard, which runs before', async () => {
    @Injectable()
    class DtoGuard implements CanActivate {
      canActivate(execution: ExecutionContext): boolean {
        plainToInstance(ListDishes, execution.switchToHttp().getRequest<{ query: object }>().query);
        return true;
      }
    }
    @Controller()
    class GuardedController {
      @Get('dishes') @UseGuards(DtoGuard) list() {
        return {};
      }
    }
    const app = await openApp('express', await moduleOf({}, [GuardedController]));
    expect((await app.client.get('/dishes?filters[name]=a')).status).toBe(500);
    await app.close();
  });
});

describe('@Filters() at boot', () => {
  it('is checked with the handler that takes the DTO', async () => {
    class Misspelt {
      @Filters(Dish, { fields: ['nam' as 'name'] }) query!: FilterQuery<Dish>;
    }
    @Controller()
    class MisspeltController {
      @Get() list(@Query() dto: Misspelt) {
        return dto;
      }
    }
    await expect(openApp('express', await moduleOf({}, [MisspeltController]))).rejects.toThrow(
      /^MisspeltController\.list: .*`fields` names nam/,
    );
  });
});

describe('@Filters() in a message', () => {
  @Controller()
  class DishMessages {
    @MessagePattern('list') list(@Payload() dto: ListDishes) {
      return shown(dto);
    }
  }

  it('is read from the payload', async () => {
    const module = await Test.createTestingModule(await moduleOf({}, [DishMessages])).compile();
    const app = module.createNestMicroservice({
      transport: Transport.TCP,
      options: { host: '127.0.0.1', port: 0 },
      logger: false,
    });
    const exceptionFactory = (errors: readonly { constraints?: object }[]) =>
      new RpcException(errors.flatMap(({ constraints }) => Object.values(constraints ?? {})));
    app.useGlobalPipes(new ValidationPipe({ transform: true, exceptionFactory }));
    await app.listen();
    const { send, close } = await rpcClient(portOf(app.unwrap()));
    expect(await send({ filters: { name: 'a' }, shift: 2 })).toEqual({ answer: { query: named('a'), shift: 2 } });
    expect(await send({ filters: { nam: 'a' } })).toEqual({
      refusal: [expect.stringMatching(/^filters\[nam\] is not a filterable field/)],
    });
    for (const empty of [undefined, null, {}]) expect(await send(empty)).toEqual({ answer: { query: {} } });
    for (const none of ['filters[name]=a', 5, false, [], [{ filters: { name: 'a' } }]]) {
      expect(await send(none)).toEqual({
        refusal: expect.arrayContaining([
          expect.stringMatching(/^filters is not there: the input must be an object/),
        ]) as unknown,
      });
    }
    expect(await send('')).toEqual({ refusal: ['query must be a query'] });
    expect(await send({ 'filters[name]': 'a' })).toEqual({ refusal: [expect.stringMatching(/flat key/)] });
    close();
    await app.close();
  });
});
