import { Controller, Get, type Type } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule, type FilterModuleOptions, FilterQuery, Filterable, HostQuery } from 'nestjs-filterable';
import { Entity, PrimaryColumn } from 'typeorm';
import { FILTER_DTO_PARAMETERS } from '../../../lib/filter.constants.js';

@Entity()
@Filterable({ fields: ['id'] })
class Pebble {
  @PrimaryColumn() id!: number;
}

@Controller('plain')
class Plain {
  @Get() list(@FilterQuery(Pebble) query: FilterQuery<Pebble>) {
    return query.toString();
  }
}

@Controller('hosted')
class Hosted {
  @Get() list(@FilterQuery(Pebble) query: FilterQuery<Pebble>, @HostQuery() own: object) {
    return { query: query.toString(), own };
  }
}

@Controller('shaped')
class Shaped {
  @Get() list(@FilterQuery(Pebble, { answer: { body: ({ data }) => data } }) query: FilterQuery<Pebble>) {
    return query.toString();
  }
}

const key = Symbol.for('nestjs-filterable:current');
const database = { type: 'better-sqlite3', database: ':memory:', synchronize: true } as const;

async function booted(controllers: Type[], options: FilterModuleOptions = {}) {
  const imports = [TypeOrmModule.forRoot({ ...database, entities: [Pebble] }), FilterModule.forRoot(options)];
  const app = (await Test.createTestingModule({ imports, controllers }).compile()).createNestApplication();
  await app.init();
  return app;
}

describe('an application', () => {
  /** The state that other specs of this process may have left. */
  const keys = [key, FILTER_DTO_PARAMETERS];
  const left = keys.map((each): unknown => Reflect.get(globalThis, each));
  beforeEach(() => {
    for (const each of keys) Reflect.deleteProperty(globalThis, each);
  });
  afterAll(() => {
    keys.forEach((each, index) => left[index] !== undefined && Reflect.set(globalThis, each, left[index]));
  });

  it.each<readonly [name: string, controllers: Type[], options: FilterModuleOptions, made: readonly string[]]>([
    ['lists alone', [Plain], {}, []],
    ['a @HostQuery()', [Plain, Hosted], {}, ['FilterRequestInterceptor']],
    ['an answer of a handler', [Plain, Shaped], {}, ['PageAnswerInterceptor']],
    ['an answer of all', [Plain], { answer: { body: ({ data }) => data } }, ['PageAnswerInterceptor']],
  ])('has no interceptor that it does not need: %s', async (_, controllers, options, made) => {
    const app = await booted(controllers, options);
    const found = app.get(ApplicationConfig, { strict: false }).getGlobalInterceptors();
    expect(found.filter(Boolean).map(({ constructor }) => constructor.name)).toEqual(made);
    await app.close();
  });

  it('makes no AsyncLocalStorage without @Filters()', async () => {
    const app = await booted([Plain, Hosted]);
    expect(Reflect.get(globalThis, key)).toBeUndefined();
    await app.close();
  });
});
