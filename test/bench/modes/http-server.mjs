/**
 * An application with one list, twice: with the library, and written by hand. Started by `http.mjs` as a process of its own,
 * so that only what a request costs the server is counted.
 */
import 'reflect-metadata';
import { Controller, Get, Inject, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import '../model/filterable.mjs';
import { limits } from '../model/filterable.mjs';
import { openDatabase } from '../model/databases.mjs';
import { Post } from '../model/entities.mjs';

const [adapter, engine, size] = process.argv.slice(2);
const adapters = { express: ExpressAdapter, fastify: FastifyAdapter };

class PostsController {
  constructor(source, filters) {
    this.posts = source.getRepository(Post);
    this.filters = filters;
  }

  withLibrary(query) {
    return this.filters.apply(this.posts.createQueryBuilder('post'), query).getMany();
  }

  byHand({ status, from, to, since, author, page, pageSize }) {
    const size = Math.min(Number(pageSize), 100);
    return this.posts
      .createQueryBuilder('post')
      .innerJoin('post.author', 'author')
      .where('author.name = :author', { author })
      .andWhere('post.status = :status', { status })
      .andWhere('post.views BETWEEN :from AND :to', { from: Number(from), to: Number(to) })
      .andWhere('post.publishedAt >= :since', { since: new Date(since) })
      .orderBy('post.publishedAt', 'DESC')
      .addOrderBy('post.id', 'DESC')
      .limit(size)
      .offset((Number(page) - 1) * size)
      .getMany();
  }
}

// What the decorators of a TypeScript class do.
const handler = (name) => Object.getOwnPropertyDescriptor(PostsController.prototype, name);
Controller('posts')(PostsController);
Inject(DataSource)(PostsController, undefined, 0);
Inject(FilterService)(PostsController, undefined, 1);
Get('library')(PostsController.prototype, 'withLibrary', handler('withLibrary'));
FilterQuery(Post)(PostsController.prototype, 'withLibrary', 0);
Get('hand')(PostsController.prototype, 'byHand', handler('byHand'));
Query()(PostsController.prototype, 'byHand', 0);

class AppModule {}

const database = await openDatabase(engine, Number(size), { keep: true });
Module({
  imports: [FilterModule.forRoot({ limits })],
  controllers: [PostsController],
  providers: [{ provide: DataSource, useValue: database.source }],
})(AppModule);

const app = await NestFactory.create(AppModule, new adapters[adapter](), { logger: ['error'] });
await app.listen(0, '127.0.0.1');
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
process.send({ port: app.getHttpServer().address().port });
