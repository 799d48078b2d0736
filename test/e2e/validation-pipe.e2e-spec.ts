import { isDeepStrictEqual } from 'node:util';
import {
  Controller,
  Get,
  type INestApplication,
  type Type,
  UsePipes,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { IsString } from 'class-validator';
import { FilterQuery } from 'nestjs-filterable';
import { Post } from '../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../support/http/adapters.js';
import { readingModule, told } from './http/reading.js';

interface AnInterface {
  readonly filters: unknown;
}

class AClass {
  readonly filters: unknown;
}

class ARuledClass {
  @IsString() readonly filters!: string;
}

const switches = [
  'whitelist',
  'forbidNonWhitelisted',
  'transform',
  'validateCustomDecorators',
  'forbidUnknownValues',
] as const satisfies readonly (keyof ValidationPipeOptions)[];

/** The pipe with every combination of its switches, and with what else is known to change values. */
const combinations: readonly ValidationPipeOptions[] = Array.from({ length: 2 ** switches.length }, (_, bits) =>
  Object.fromEntries(switches.map((name, index) => [name, (bits & (1 << index)) !== 0])),
);
const all = Object.fromEntries(switches.map((name) => [name, true]));
const further: readonly ValidationPipeOptions[] = [
  { ...all, transformOptions: { enableImplicitConversion: true } },
  { ...all, transformOptions: { excludeExtraneousValues: true } },
  { ...all, skipMissingProperties: true, skipUndefinedProperties: true, skipNullProperties: true },
  { ...all, stopAtFirstError: true, disableErrorMessages: true, errorHttpStatusCode: 422 },
  { ...all, expectedType: Object },
  { ...all, expectedType: ARuledClass },
  { ...all, groups: ['a'], strictGroups: true, always: true },
  {},
];

/** The handler's argument, as far as a pipe could have changed it. */
function shown(query: unknown) {
  return {
    text: String(query),
    json: JSON.stringify(query),
    frozen: Object.isFrozen(query),
  };
}

/** A handler for every way to write the parameter's type; Nest tells pipes of it. */
function handlers(pipe?: ValidationPipe): Type {
  @Controller('posts')
  @UsePipes(...(pipe === undefined ? [] : [pipe]))
  class PipedController {
    @Get('typed') typed(@FilterQuery(Post) query: FilterQuery<Post>) {
      return shown(query);
    }
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a host may write
    @Get('any') any(@FilterQuery(Post) query: any) {
      return shown(query);
    }
    @Get('unknown') unknown(@FilterQuery(Post) query: unknown) {
      return shown(query);
    }
    @Get('interface') interface(@FilterQuery(Post) query: AnInterface) {
      return shown(query);
    }
    @Get('object') object(@FilterQuery(Post) query: object) {
      return shown(query);
    }
    @Get('union') union(@FilterQuery(Post) query: FilterQuery<Post> | undefined) {
      return shown(query);
    }
    @Get('class') class(@FilterQuery(Post) query: AClass) {
      return shown(query);
    }
    @Get('ruled') ruled(@FilterQuery(Post) query: ARuledClass) {
      return shown(query);
    }
    @Get('entity') entity(@FilterQuery(Post) query: Post) {
      return shown(query);
    }
    // @ts-expect-error: a parameter without a type
    @Get('untyped') untyped(@FilterQuery(Post) query) {
      return shown(query);
    }
  }
  return PipedController;
}

const types = ['typed', 'any', 'unknown', 'interface', 'object', 'union', 'class', 'ruled', 'entity', 'untyped'];

const asked =
  'filters[title][$eq]=Spring&filters[views][$gt]=5&sort[0]=title%3Adesc&pagination[page]=2&pagination[pageSize]=10';
const read = {
  text: asked,
  json: '{"filters":{"title":{"$eq":"Spring"},"views":{"$gt":"5"}},"sort":["title:desc"],"pagination":{"page":"2","pageSize":"10"}}',
  frozen: true,
};

/** What each handler must answer; a combination of which some handler does not is named with what it answered. */
const expected = {
  full: read,
  empty: { ...read, text: '', json: '{}' },
  wrong: ['unknown_field /filters/titel'],
};

async function mismatches({ client }: TestApp, options: ValidationPipeOptions): Promise<string[]> {
  const ask = async (path: string) => told(await client.get(`/posts/${path}`));
  const answers = await Promise.all(
    types.map(async (type) => ({
      full: await ask(`${type}?${asked}`),
      empty: await ask(type),
      wrong: await ask(`${type}?filters[titel]=x`),
    })),
  );
  return answers.flatMap((answer, index) =>
    isDeepStrictEqual(answer, expected)
      ? []
      : [`${types[index]} under ${JSON.stringify(options)}: ${JSON.stringify(answer)}`],
  );
}

/** A pipe knows nothing of adapters, and nothing of where it stands: every combination is tried in one place. */
describe.each([
  ['express', [...combinations, ...further]],
  ['fastify', further],
] as const)('a ValidationPipe for the whole application on %s', (adapter, every) => {
  it('leaves the filters alone, whatever its options', async () => {
    const module = await readingModule([handlers()]);
    const found: string[] = [];
    for (const options of every) {
      const prepare = (app: INestApplication) => app.useGlobalPipes(new ValidationPipe(options));
      const app = await openApp(adapter, module, { prepare });
      found.push(...(await mismatches(app, options)));
      await app.close();
    }
    expect(found).toEqual([]);
  });
});

it.each(adapters)(
  'forbidUnknownValues of a ValidationPipe for the whole application leaves the filters alone on %s',
  async (adapter) => {
    const options = { forbidUnknownValues: true, validateCustomDecorators: true };
    const prepare = (app: INestApplication) => app.useGlobalPipes(new ValidationPipe(options));
    const app = await openApp(adapter, await readingModule([handlers()]), { prepare });
    expect(await mismatches(app, options)).toEqual([]);
    await app.close();
  },
);

describe.each(adapters)('a ValidationPipe for one controller on %s', (adapter) => {
  it.each(further.map((options) => [JSON.stringify(options), options] as const))(
    'leaves the filters alone under %s',
    async (_, options) => {
      const app = await openApp(adapter, await readingModule([handlers(new ValidationPipe(options))]));
      expect(await mismatches(app, options)).toEqual([]);
      await app.close();
    },
  );
});
