import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiQuery, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FilterModule, FilterQuery } from 'nestjs-filterable';
import { ApiFilters, documentFilters } from 'nestjs-filterable/openapi';
import { DataSource } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = () => ({});

@Controller('posts')
class PostsController {
  @Get('usual') usual(@FilterQuery(Post, { source }) query: FilterQuery<Post>) {
    return query;
  }

  @Get('told')
  @ApiQuery({ name: 'query', description: 'RSQL' })
  @ApiFilters(Post, { parameters: false, page: true })
  told(@FilterQuery(Post, { source }) query: FilterQuery<Post>) {
    return query;
  }
}

it('documents the parameters of a `source` function unless the handler does', async () => {
  const dataSource = await describeEntities('sqlite', blogEntities);
  @Module({
    imports: [FilterModule.forRoot({ context: undefined })],
    controllers: [PostsController],
    providers: [{ provide: DataSource, useValue: dataSource }],
  })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.init();
  const { paths } = documentFilters(app, () => SwaggerModule.createDocument(app, new DocumentBuilder().build()));
  await app.close();
  const [usual, told] = ['/posts/usual', '/posts/told'].map((path) => paths[path]?.get);
  const namesOf = (parameters: readonly object[] = []) =>
    parameters.map((parameter) => ('name' in parameter ? parameter.name : undefined));
  expect(namesOf(usual?.parameters)).toEqual(expect.arrayContaining(['filters', 'sort', 'pagination']));
  expect(namesOf(told?.parameters)).toEqual(['query']);
  expect(Object.keys(told?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400']));
});
