import { Body, Controller, Get, HttpCode, Post as HttpPost, Query, type Type, ValidationPipe } from '@nestjs/common';
import { DocumentBuilder, IntersectionType, OmitType, PartialType, PickType, SwaggerModule } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { FilterModuleOptions, FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { documentFilters } from 'nestjs-filterable/openapi';
import { Post } from '../../support/blog/entities.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import type { Answer } from '../../support/http/client.js';
import { readingModule } from '../http/reading.js';

/*
 * Classes that mapped types make extend nothing. A `@Filters()` property is one of theirs as soon as they copy it: boot
 * checks it, its context is awaited, and it is documented.
 */

class ListPosts {
  @Filters(Post) query!: FilterQuery<Post>;
  @IsOptional() page?: unknown;
}
class Misspelt {
  @Filters(Post, { fields: ['titel' as 'title'] }) query!: FilterQuery<Post>;
  @IsOptional() page?: unknown;
}
class Paged {
  @IsOptional() size?: unknown;
}

type Dto = Type<Partial<ListPosts>>;

/** Classes that are made of another, each with true where they have its `@Filters()` property. */
const mapped: readonly (readonly [name: string, of: (source: Type<ListPosts>) => Dto, has: boolean])[] = [
  ['the class itself', (source) => source, true],
  ['a subclass', (source) => class extends source {}, true],
  ['PartialType', (source) => PartialType(source), true],
  ['a subclass of PartialType', (source) => class extends PartialType(source) {}, true],
  ['PartialType of a subclass', (source) => PartialType(class extends source {}), true],
  ['PartialType twice', (source) => PartialType(PartialType(source)), true],
  ['PickType of the property', (source) => PickType(source, ['query']), true],
  ['PickType of another', (source) => PickType(source, ['page']), false],
  ['OmitType of another', (source) => OmitType(source, ['page']), true],
  ['OmitType of the property', (source) => OmitType(source, ['query']), false],
  ['IntersectionType', (source) => IntersectionType(Paged, source), true],
  ['IntersectionType with PickType of another', (source) => IntersectionType(Paged, PickType(source, ['page'])), false],
];

/** Handlers of a DTO, from the query string and from the body. */
function controllerOf(dto: Dto): Type {
  @Controller()
  class ListsController {
    @Get('list') list(@Query() { query }: ListPosts) {
      return query?.toJSON() ?? null;
    }
    @HttpPost('list') @HttpCode(200) search(@Body() { query }: ListPosts) {
      return query?.toJSON() ?? null;
    }
  }
  for (const name of ['list', 'search']) {
    Reflect.defineMetadata('design:paramtypes', [dto], ListsController.prototype, name);
  }
  return ListsController;
}

async function open(dto: Dto, options: FilterModuleOptions = {}): Promise<TestApp> {
  return openApp('express', await readingModule([controllerOf(dto)], options), {
    prepare: (app) => app.useGlobalPipes(new ValidationPipe({ transform: true })),
  });
}

describe.each(mapped)('a DTO by %s', (_, make, has) => {
  it('is checked at boot for what it has', async () => {
    const opening = open(make(Misspelt));
    if (has) await expect(opening).rejects.toThrow(/ListsController\.list: .*`fields` names titel/);
    else await (await opening).close();
  });

  it('has the query of its request, and awaits its context', async () => {
    const app = await open(make(ListPosts), { context: () => Promise.resolve({}) });
    try {
      const expected = has ? { filters: { title: { $eq: 'Spring' } } } : null;
      const answer = ({ status, text }: Answer) => [status, text === '' ? null : (JSON.parse(text) as unknown)];
      expect(answer(await app.client.get('/list?filters[title]=Spring'))).toEqual([200, expected]);
      const body = JSON.stringify({ filters: { title: 'Spring' } });
      expect(answer(await app.client.post('/list', body))).toEqual([200, expected]);
    } finally {
      await app.close();
    }
  });

  it('is documented with what it has', async () => {
    const opened = await open(make(ListPosts));
    const { app } = opened;
    try {
      const { paths } = documentFilters(app, () => SwaggerModule.createDocument(app, new DocumentBuilder().build()));
      const names = (paths['/list']?.get?.parameters ?? []).map((each) => ('name' in each ? each.name : ''));
      expect(names.includes('filters')).toBe(has);
    } finally {
      await opened.close();
    }
  });
});

it('a property that a subclass declares again is checked with the inherited one, which is read as well', async () => {
  class Again extends Misspelt {
    @Filters(Post) declare query: FilterQuery<Post>;
  }
  await expect(open(Again)).rejects.toThrow(/ListsController\.list: .*`fields` names titel/);
});
