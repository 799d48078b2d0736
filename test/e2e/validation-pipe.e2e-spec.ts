import { Controller, Get, type Type, UsePipes, ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import { IsString } from 'class-validator';
import { FilterQuery } from 'nestjs-filterable';
import { Post } from '../support/blog/entities.js';
import { useApp } from '../support/http/adapters.js';
import { line, readingModule } from './http/reading.js';

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

const asked =
  'filters[title][$eq]=Spring&filters[views][$gt]=5&sort[0]=title%3Adesc&pagination[page]=2&pagination[pageSize]=10';

/** The handler's argument, as a text. */
const shown = (query: unknown) => ({ text: String(query) });

/** A handler for every way to write the parameter's type; Nest hands pipes what it is told of it. */
function handlers(path: string, options: ValidationPipeOptions): Type {
  @Controller(path)
  @UsePipes(new ValidationPipe(options))
  class PipedController {
    @Get('typed') typed(@FilterQuery(Post) query: FilterQuery<Post>) {
      return shown(query);
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- what a host may write
    @Get('any') any(@FilterQuery(Post) query: any) {
      return shown(query);
    }
    @Get('unknown') unknown(@FilterQuery(Post) query: unknown) {
      return shown(query);
    }
    @Get('interface') interface(@FilterQuery(Post) query: AnInterface) {
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

const types = ['typed', 'any', 'unknown', 'interface', 'union', 'class', 'ruled', 'entity', 'untyped'];

const pipes = [...combinations, ...further];

// A pipe of the whole application comes before that of each controller.
const app = useApp(() => readingModule(pipes.map((options, index) => handlers(String(index), options))), {
  prepare: (host) => void host.useGlobalPipes(new ValidationPipe(all)),
});

it.each(pipes.map((options, index) => [options, index] as const))(
  'a ValidationPipe of %j leaves the query of every handler alone',
  async (_, index) => {
    const answers = types.map(async (type) => {
      const ask = async (query: string) => line(await app.client.get(`/${index}/${type}?${query}`));
      return [type, await ask(asked), await ask(''), await ask('filters[titel]=x')];
    });
    expect(await Promise.all(answers)).toEqual(
      types.map((type) => [type, `text=${asked}`, 'text=', 'unknown_field /filters/titel']),
    );
  },
);
