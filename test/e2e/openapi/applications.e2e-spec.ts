import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterConfigurationError, FilterModule, FilterQuery } from 'nestjs-filterable';
import { ApiFilters, type ApiFiltersOptions, documentFilters } from 'nestjs-filterable/openapi';
import { DataSource } from 'typeorm';
import { openApp } from '../../support/http/adapters.js';
import { Author, Post, model } from '../../unit/parse/model.js';
import { Maker, Ware } from '../../unit/parse/wares.js';
import { plainDocument } from './app.js';

const entities = [...model, Ware, Maker];
const database = { type: 'better-sqlite3' as const, database: ':memory:', entities };

/** A data source that builds the metadata of its entities, and never connects. */
class DescribedDataSource extends DataSource {
  async describe(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

@Controller('wares')
class WaresController {
  @Get() list(@FilterQuery(Ware) query: FilterQuery<Ware>) {
    return String(query);
  }
}

const withoutDatabase = TypeOrmModule.forRootAsync({
  useFactory: () => ({ ...database, type: 'mariadb' as const, host: 'nowhere.invalid', manualInitialization: true }),
  dataSourceFactory: (options) => new DescribedDataSource(options!).describe(),
});

@Module({ imports: [withoutDatabase, FilterModule.forRoot({ context: undefined })], controllers: [WaresController] })
class AppWithoutDatabase {}

describe('an application without a database', () => {
  it('is documented by the metadata of its entities', async () => {
    const app = await NestFactory.create(AppWithoutDatabase, { logger: false });
    const { components } = documentFilters(app, () => plainDocument(app), { for: 'client' });
    expect(Object.keys(components?.schemas ?? {})).toEqual(expect.arrayContaining(['WareFilter', 'MakerFilter']));
  });

  it('cannot be documented from a preview, which has no services', async () => {
    const app = await NestFactory.create(AppWithoutDatabase, { logger: false, preview: true });
    expect(() => documentFilters(app, () => plainDocument(app))).toThrow(
      /^documentFilters\(\): the application was created with `preview: true`/,
    );
  });
});

describe('documents for each user', () => {
  it('have what the user may see', async () => {
    const metadata = {
      imports: [TypeOrmModule.forRoot(database), FilterModule.forRoot({ context: undefined })],
      controllers: [WaresController],
    };
    const prepare = (app: INestApplication) => {
      const make = () => plainDocument(app);
      const patchDocumentOnRequest = (request: unknown) => {
        const isAdmin = (request as { headers: Record<string, string> }).headers['x-user'] === 'admin';
        return documentFilters(app, make, { for: 'client', context: { isAdmin } });
      };
      SwaggerModule.setup('client', app, make, { ui: false, jsonDocumentUrl: 'openapi.json', patchDocumentOnRequest });
    };
    const opened = await openApp('express', metadata, { prepare });
    const documentOf = async (user: string) =>
      (await opened.client.send('GET', '/openapi.json', undefined, { 'x-user': user })).text;
    expect(await documentOf('admin')).toMatch(/secretVault/);
    expect(await documentOf('guest')).not.toMatch(/secret/);
    await opened.close();
  });
});

/** Returns the error that documents an application with these options on a list of posts. */
async function errorOf(entity: new () => object, options: ApiFiltersOptions<Record<string, unknown>>): Promise<string> {
  @Controller('posts')
  class PostsController {
    @Get()
    @ApiFilters(entity, options as ApiFiltersOptions<object>)
    list(@FilterQuery(Post) query: FilterQuery<Post>) {
      return String(query);
    }
  }
  const imports = [TypeOrmModule.forRoot(database), FilterModule.forRoot({ context: undefined })];
  const opened = await openApp('express', { imports, controllers: [PostsController] });
  try {
    documentFilters(opened.app, () => plainDocument(opened.app));
    return 'no error';
  } catch (error) {
    return error instanceof FilterConfigurationError ? error.message : String(error);
  } finally {
    await opened.close();
  }
}

describe('@ApiFilters()', () => {
  it.each([
    [
      { examples: { Old: { filters: { titel: { $eq: 'x' } } } } },
      /^@ApiFilters\(\) on PostsList: the example “Old”: filters\[titel\] is not a filterable field/,
    ],
    [{ examples: { Old: { sort: 'secretNote' } } }, /the example “Old”: sort: 'secretNote' is not sortable/],
    [{ examples: { Old: { filters: { views: { $eq: 'many' } } } } }, /filters\[views\]\[\$eq\] must be a whole number/],
    [{ examples: { Old: { pagination: { page: 1, pageSize: 900 } } } }, /limits\.maxPageSize/],
    [{ page: { relations: ['autor'] } }, /^@ApiFilters\(Post\) on PostsList: autor is not a relation; .*author/],
  ])('%j is refused when a document is made', async (options, message) => {
    expect(await errorOf(Post, options as never)).toMatch(message);
  });

  it('is refused on a handler that reads no list of the entity', async () => {
    expect(await errorOf(Author, {})).toBe('@ApiFilters(Author) on PostsList: the handler has no @FilterQuery(Author)');
  });

  it('cannot be used where there is no FilterModule', async () => {
    const opened = await openApp('express', {});
    expect(() => documentFilters(opened.app, () => plainDocument(opened.app))).toThrow(
      'documentFilters(): the application does not import FilterModule.forRoot()',
    );
    await opened.close();
  });
});
