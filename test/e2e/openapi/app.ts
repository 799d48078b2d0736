import {
  Body,
  Controller,
  Get,
  Post as HttpPost,
  type INestApplication,
  Query,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import {
  ApiExcludeEndpoint,
  ApiExtension,
  ApiExtraModels,
  ApiOperation,
  ApiProperty,
  ApiQuery,
  ApiResponse,
  DocumentBuilder,
  type OpenAPIObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule, type FilterModuleOptions, FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { ApiFilters } from 'nestjs-filterable/openapi';
import { Author, Post, Tag, model } from '../../unit/parse/model.js';
import { Maker, Ware } from '../../unit/parse/wares.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';

/** A DTO of the host's that has the name of a component of ours. */
class PostFilter {
  @ApiProperty() mine!: string;
}

class PostDto {
  @ApiProperty() id!: number;
  @ApiProperty() title!: string;
}

class ListPosts {
  @ApiProperty() @Filters(Post) query!: FilterQuery<Post>;
  @ApiProperty({ required: false }) tenant?: string;
}

@Controller({ path: 'posts', version: ['1', '2'] })
@ApiExtraModels(PostFilter)
class PostsController {
  @Get()
  @ApiFilters(Post, {
    page: PostDto,
    examples: {
      'Spring, the newest first': { filters: { title: { $contains: 'spring' } }, sort: 'publishedAt:desc' },
      'From a day on': { filters: { publishedAt: { $gte: new Date('2024-01-01T00:00:00Z') } } },
    },
  })
  list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return String(query);
  }

  @Get(['few', 'some'])
  @ApiExtension('x-mine', 1)
  few(
    @FilterQuery(Post, { fields: ['title'], relations: [{ name: 'tags', fields: ['name'] }] }) query: FilterQuery<Post>,
  ) {
    return String(query);
  }

  @Get('limited')
  limited(
    @FilterQuery(Post, { limits: { valueLength: 7, members: 3, needleLength: 2, maxPageSize: 30, offset: 10 } })
    query: FilterQuery<Post>,
  ) {
    return String(query);
  }

  @Get('equal')
  equal(
    @FilterQuery(Post, { operators: ['$eq', '$in'], sort: ['views', 'comments.$count'] }) query: FilterQuery<Post>,
  ) {
    return String(query);
  }

  @Get('two')
  two(
    @FilterQuery(Post, { prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Tag, { prefix: 'tags_', pagination: { styles: ['offset'] } }) tags: FilterQuery<Tag>,
  ) {
    return `${String(posts)} ${String(tags)}`;
  }

  @Get('whole')
  @ApiFilters(Post, { page: { relations: ['author', 'tags'] } })
  whole(@FilterQuery(Post, { pagination: false }) query: FilterQuery<Post>) {
    return String(query);
  }

  @HttpPost('search')
  @ApiFilters(Post, { page: true })
  search(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>, @Body() body: PostDto) {
    return `${String(query)} ${String(body.id)}`;
  }

  @HttpPost('find')
  find(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>) {
    return String(query);
  }

  @Get('dto')
  dto(@Query() dto: ListPosts) {
    return String(dto.query);
  }

  @Get('own')
  @ApiOperation({ operationId: 'own' })
  @ApiQuery({ name: 'sort', description: 'mine', required: false })
  @ApiResponse({ status: 400, description: 'mine' })
  own(@FilterQuery(Author) query: FilterQuery<Author>, @Query('tenant') tenant: string) {
    return `${String(query)} ${tenant}`;
  }

  @Get('hidden')
  @ApiExcludeEndpoint()
  hidden(@FilterQuery(Post) query: FilterQuery<Post>) {
    return String(query);
  }

  @Get('plain')
  @ApiExtension('x-mine', 2)
  plain() {
    return '';
  }
}

@Controller('wares')
class WaresController {
  @Get()
  @ApiFilters(Ware, {
    page: { relations: ['maker'] },
    examples: {
      Red: { filters: { specs: { color: 'red' } } },
      Secret: { filters: { specs: { secret: { $eq: 'x' } } } },
      'By name, five a page': { sort: 'name', pagination: { page: 1, pageSize: 5 } },
    },
  })
  list(@FilterQuery(Ware) query: FilterQuery<Ware>) {
    return String(query);
  }

  @Get('makers')
  makers(@FilterQuery(Maker) query: FilterQuery<Maker>) {
    return String(query);
  }
}

/** Starts the application. */
export function openDocumentedApp(options: FilterModuleOptions = {}): Promise<TestApp> {
  return openApp(
    'express',
    {
      imports: [
        TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: [...model, Ware, Maker] }),
        FilterModule.forRoot({ context: undefined, ...options }),
      ],
      controllers: [PostsController, WaresController],
    },
    {
      prepare: (app) => {
        app.setGlobalPrefix('api');
        app.enableVersioning({ type: VersioningType.URI });
        app.useGlobalPipes(new ValidationPipe({ transform: true }));
      },
    },
  );
}

/** Makes the document of @nestjs/swagger alone. */
export function plainDocument(app: INestApplication, version = '3.0.0'): OpenAPIObject {
  return SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Posts').setOpenAPIVersion(version).build());
}
