/**
 * An application with one list, with the library and written by hand: both, or one of them. Started by `http.mjs` and
 * `cold.mjs` as a process of its own, so that only what the server does is counted.
 */
import 'reflect-metadata';
import { Controller, Get, Inject, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { openDatabase } from '../model/databases.mjs';
import { Post } from '../model/entities.mjs';

const [adapter, engine, size, who = 'both'] = process.argv.slice(2);
const adapters = {
  express: async () => new (await import('@nestjs/platform-express')).ExpressAdapter(),
  fastify: async () => new (await import('@nestjs/platform-fastify')).FastifyAdapter(),
};

class HandController {
  constructor(source) {
    this.posts = source.getRepository(Post);
  }

  list({ status, from, to, since, author, page, pageSize }) {
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
Controller('posts')(HandController);
Inject(DataSource)(HandController, undefined, 0);
Get('hand')(HandController.prototype, 'list', Object.getOwnPropertyDescriptor(HandController.prototype, 'list'));
Query()(HandController.prototype, 'list', 0);

class AppModule {}

const database = await openDatabase(engine, Number(size), { keep: true });
const before = process.cpuUsage();
// By hand nothing of the library is loaded.
const { LibraryController, libraryImports = [] } = who === 'by hand' ? {} : await import('./http-library.mjs');
const controllers = [who === 'nestjs-filterable' ? undefined : HandController, LibraryController];
Module({
  imports: libraryImports,
  controllers: controllers.filter((controller) => controller !== undefined),
  providers: [{ provide: DataSource, useValue: database.source }],
})(AppModule);

const app = await NestFactory.create(AppModule, await adapters[adapter](), { logger: ['error'] });
await app.listen(0, '127.0.0.1');
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
process.send({ port: app.getHttpServer().address().port, boot: process.cpuUsage(before) });
