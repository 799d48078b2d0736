import { Controller, Get, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  FilterConfigurationError,
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

@Entity()
@Filterable({ fields: ['id', 'nam', 'colr'] as never[] })
class Leaf {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() color!: string;
}

@Entity()
@Filterable({ fields: ['id', { name: 'height', kind: 'uuid' }, { name: 'age', kind: 'date' }] })
class Tree {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') height!: number;
  @Column('integer') age!: number;
}

@Entity()
@Filterable({ fields: ['id'] })
class Root {
  @PrimaryGeneratedColumn() id!: number;
}

const options = {
  nulls: 'lats',
  timezon: 'UTC',
  limits: { conditions: 0, member: 5 },
} as unknown as FilterModuleOptions;

const optionFaults = [
  expect.stringContaining('forRoot(): the option `timezon` does not exist; did you mean timezone?'),
  'forRoot(): `nulls` must be engine, first or last, not lats; did you mean last?',
  expect.stringContaining('forRoot(): the option `limits.member` does not exist; did you mean members?'),
];

const entityFaults = [
  '@Filterable() on Leaf: `fields` names nam, which does not exist; did you mean name? There are: id, name, color.',
  '@Filterable() on Leaf: `fields` names colr, which does not exist; did you mean color? There are: id, name, color.',
  expect.stringMatching(/^@Filterable\(\) on Tree: the field height has the kind uuid, which an integer column cannot/),
  expect.stringMatching(/^@Filterable\(\) on Tree: the field age has the kind date, which an integer column cannot/),
];

/** A controller with two lists, of which each has overrides of its own. */
function listing(one: object, other: object, entity: Type = Root): Type {
  @Controller()
  class Lists {
    @Get('one') one(@FilterQuery(entity, one) query: FilterQuery) {
      return query;
    }
    @Get('other') other(@FilterQuery(entity, other) query: FilterQuery) {
      return query;
    }
  }
  return Lists;
}

const silence = { log: () => undefined, warn: () => undefined, error: () => undefined };

async function faultsOf(run: () => unknown): Promise<readonly string[]> {
  try {
    await run();
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

async function boot(entities: readonly Type[], controllers: Type[], forRoot: FilterModuleOptions = {}): Promise<void> {
  const source = await describeEntities('sqlite', [...entities]);
  const metadata = {
    imports: [FilterModule.forRoot(forRoot)],
    controllers,
    providers: [{ provide: 'SOURCE', useValue: source }],
  };
  const module = await Test.createTestingModule(metadata).setLogger(silence).compile();
  await module.init();
}

describe('a start with several mistakes', () => {
  it('tells those of the options together', async () => {
    const source = await describeEntities('sqlite', [Root]);
    expect(await faultsOf(() => FilterService.forDataSource(source, options))).toEqual(optionFaults);
  });

  it('tells those of every entity together', async () => {
    const source = await describeEntities('sqlite', [Leaf, Root, Tree]);
    expect(await faultsOf(() => FilterService.forDataSource(source))).toEqual(entityFaults);
  });

  it('tells those of options and entities together', async () => {
    const source = await describeEntities('sqlite', [Leaf, Tree]);
    expect(await faultsOf(() => FilterService.forDataSource(source, options))).toEqual([
      ...optionFaults,
      ...entityFaults,
    ]);
  });

  it('tells those of one handler together', async () => {
    const overrides = { field: ['id'], limits: { conditions: 0 }, source: 'boddy', pagination: { styles: [] } };
    const by = FilterService.forDataSource(await describeEntities('sqlite', [Root]));
    expect(await faultsOf(() => by.parse(Root, '', overrides as object))).toEqual([
      expect.stringContaining('@FilterQuery(Root): the option `field` does not exist; did you mean fields?'),
      '@FilterQuery(Root): `source` must be query, body or a function of the request, not boddy',
      expect.stringContaining('@FilterQuery(Root): `pagination.styles` must be a list of page, offset, cursor;'),
      '@FilterQuery(Root): `limits.conditions` must be a whole number from 1 to 100 (comparisons in one request), not 0',
    ]);
  });

  it('tells those of options, entities and handlers together, under Nest', async () => {
    const controller = listing({ fields: ['idd'] }, { prefix: '!' });
    const error: unknown = await boot([Leaf, Root, Tree], [controller], options).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(FilterConfigurationError);
    const { faults, message } = error as FilterConfigurationError;
    expect(faults).toEqual([
      ...optionFaults,
      ...entityFaults,
      'Lists.one: @FilterQuery(Root): `fields` names idd, which does not exist; did you mean id? There are: id.',
      'Lists.other: @FilterQuery(Root): a parameter cannot be called !filters; use letters, digits, _ and -',
    ]);
    expect(message).toBe(['9 mistakes in the configuration:', ...faults.map((fault) => `- ${fault}`)].join('\n'));
  });

  it('does not tell a mistake of an entity again for each of its handlers', async () => {
    expect(await faultsOf(() => boot([Leaf], [listing({}, { limits: { members: 7 } }, Leaf)]))).toEqual(
      entityFaults.slice(0, 2),
    );
  });

  it('tells that a context is missing beside them', async () => {
    @Entity()
    @Filterable({ scope: () => ({}) })
    class Bark {
      @PrimaryGeneratedColumn() id!: number;
    }
    expect(await faultsOf(() => boot([Leaf, Bark], []))).toEqual([
      ...entityFaults.slice(0, 2),
      expect.stringContaining('forRoot(): `scope` of Bark needs a context'),
    ]);
  });

  it('tells every option of one decorator that does not exist', () => {
    const decorate = Filterable as (options: object) => (target: object) => void;
    expect(() => decorate({ field: [], relation: [] })(class Leaf {})).toThrow(
      new FilterConfigurationError([
        '@Filterable() on Leaf: the option `field` does not exist; did you mean fields? There are: fields, relations, sort, search, facets, aggregates, populate, except, scope, named.',
        '@Filterable() on Leaf: the option `relation` does not exist; did you mean relations? There are: fields, relations, sort, search, facets, aggregates, populate, except, scope, named.',
      ]),
    );
  });
});

describe('an application that failed to start', () => {
  it('reads nothing with options that are half right', async () => {
    const source = await describeEntities('sqlite', [Root]);
    const module = await Test.createTestingModule({
      imports: [FilterModule.forRoot({ limits: { conditions: 0 } })],
      providers: [{ provide: 'SOURCE', useValue: source }],
    }).compile();
    const filters = module.get(FilterService);
    const message =
      'forRoot(): `limits.conditions` must be a whole number from 1 to 100 (comparisons in one request), not 0';
    for (const read of [
      () => filters.parse(Root, ''),
      () => filters.filter(source.getRepository(Root), {}),
      () => filters.filter(source.getRepository(Root), {}, { trusted: true }),
      () => filters.describe(Root),
    ]) {
      expect(read).toThrow(new FilterConfigurationError(message));
    }
  });
});

it.each([null, 'x', []])('options that are %j are the only mistake', async (forRoot) => {
  expect(await faultsOf(() => boot([Leaf], [], forRoot as never))).toEqual([
    expect.stringMatching(/^forRoot\(\): the options must be an object, not /),
  ]);
});

describe('the options of a call', () => {
  const ofCall = { context: { user: 1 }, trusted: true };
  const refusal = (name: string) =>
    `Lists.one: @FilterQuery(Root): the option \`${name}\` does nothing on a decorator; pass it to parse() or filter()`;

  it.each(Object.keys(ofCall))('are refused on a decorator: %s', async (name) => {
    const overrides = Object.fromEntries(Object.entries(ofCall).filter(([key]) => key === name));
    expect(await faultsOf(() => boot([Root], [listing(overrides, {})]))).toEqual([refusal(name)]);
  });

  it('are refused on a decorator beside each other, with the rest that is wrong', async () => {
    expect(await faultsOf(() => boot([Root], [listing({ ...ofCall, prefix: '!' }, {})]))).toEqual([
      refusal('context'),
      refusal('trusted'),
      'Lists.one: @FilterQuery(Root): a parameter cannot be called !filters; use letters, digits, _ and -',
    ]);
  });

  it('are taken by parse() and filter()', async () => {
    const source = await describeEntities('sqlite', [Root]);
    const filters = FilterService.forDataSource(source);
    const context = { user: 1 };
    expect(() => filters.parse(Root, '', { context, limits: { conditions: 5 } })).not.toThrow();
    expect(() => filters.filter(source.getRepository(Root), {}, { context, limits: { conditions: 5 } })).not.toThrow();
    expect(() => filters.filter(source.getRepository(Root), {}, { ...ofCall })).not.toThrow();
  });
});
