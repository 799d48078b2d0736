import { Controller, Get, type Type } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { FilterModule, type FilterModuleOptions, FilterQuery, HostQuery } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { withApp } from '../../support/http/adapters.js';
import { FILTER_DTO_PARAMETERS } from '../../../lib/filter.constants.js';
import { describeEntities } from '../../support/metadata.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

@Controller('plain')
class Plain {
  @Get() list(@FilterQuery(Harbour) query: FilterQuery<Harbour>) {
    return query.toString();
  }
}

@Controller('hosted')
class Hosted {
  @Get() list(@FilterQuery(Harbour) query: FilterQuery<Harbour>, @HostQuery() own: object) {
    return { query: query.toString(), own };
  }
}

const answer = { body: ({ data }: { readonly data: readonly unknown[] }) => data };

@Controller('shaped')
class Shaped {
  @Get() list(@FilterQuery(Harbour, { answer }) query: FilterQuery<Harbour>) {
    return query.toString();
  }
}

/** The key of the store of requests that `@Filters()` needs. */
const store = Symbol.for('nestjs-filterable:current');

describe('an application', () => {
  // A spec of the same process may have declared DTOs.
  const keys = [store, FILTER_DTO_PARAMETERS];
  const before = keys.map((key): unknown => Reflect.get(globalThis, key));
  beforeAll(() => keys.forEach((key) => Reflect.deleteProperty(globalThis, key)));
  afterAll(() =>
    keys.forEach((key, index) => before[index] === undefined || Reflect.set(globalThis, key, before[index])),
  );

  it.each<readonly [name: string, controllers: Type[], options: FilterModuleOptions, made: number]>([
    ['lists alone', [Plain], {}, 0],
    ['a @HostQuery()', [Plain, Hosted], {}, 1],
    ['an answer of a handler', [Plain, Shaped], {}, 1],
    ['an answer of all', [Plain], { answer }, 1],
  ])(
    'has no interceptor that it does not need, and makes no AsyncLocalStorage: %s',
    async (_, controllers, options, made) => {
      const source = await describeEntities('sqlite', harbourEntities);
      const providers = [{ provide: DataSource, useValue: source }];
      const metadata = { imports: [FilterModule.forRoot(options)], controllers, providers };
      await withApp('express', [metadata], ({ app }) => {
        const found = app.get(ApplicationConfig, { strict: false }).getGlobalInterceptors();
        expect(found.filter(Boolean)).toHaveLength(made);
        return Promise.resolve();
      });
      expect(Reflect.get(globalThis, store)).toBeUndefined();
    },
  );
});
