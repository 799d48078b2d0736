/* global require */
/* eslint @typescript-eslint/no-require-imports: off -- the package in an application of CommonJS */

/**
 * A list with a key that is a UUID, on the build that is named; class-validator.mjs starts it in folders with some
 * packages only. It prints the status of every answer.
 */
const assert = require('node:assert/strict');
require('reflect-metadata');
const { Controller, Get, Module, ValidationPipe } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { Column, DataSource, Entity, PrimaryColumn } = require('typeorm');

const [, , build] = process.argv;
const { FilterModule, FilterQuery, FilterService, Filterable } = require(build);

const hasValidator = process.env.OPTIONAL === 'class-validator';
assert.equal(canResolve('class-validator'), hasValidator);

class Note {}
PrimaryColumn('varchar')(Note.prototype, 'id');
Column('varchar')(Note.prototype, 'title');
Filterable({ fields: [{ name: 'id', kind: 'uuid' }, 'title'] })(Note);
Entity()(Note);

class NotesController {
  constructor(filters, source) {
    Object.assign(this, { filters, source });
  }
  list(query) {
    return this.filters.page(this.source.getRepository(Note), query);
  }
}
const handler = Object.getOwnPropertyDescriptor(NotesController.prototype, 'list');
FilterQuery(Note)(NotesController.prototype, 'list', 0);
Get()(NotesController.prototype, 'list', handler);
Reflect.defineMetadata('design:paramtypes', [FilterService, DataSource], NotesController);
Controller('notes')(NotesController);

class SourceModule {}
Module({
  providers: [
    {
      provide: DataSource,
      useFactory: () =>
        new DataSource({
          type: 'better-sqlite3',
          database: ':memory:',
          entities: [Note],
          synchronize: true,
        }).initialize(),
    },
  ],
  exports: [DataSource],
})(SourceModule);

class AppModule {}
Module({ imports: [SourceModule, FilterModule.forRoot()], controllers: [NotesController] })(AppModule);

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const queries = ['', `?filters[id]=${id}&filters[title][$contains]=a`, '?filters[id]=0f8fad5b', '?filters[titel]=a'];

async function main() {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  // The pipe needs class-validator.
  if (hasValidator) {
    const everything = { forbidUnknownValues: true, validateCustomDecorators: true, whitelist: true };
    app.useGlobalPipes(new ValidationPipe({ ...everything, transform: true }));
  }
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const statuses = [];
  for (const query of queries) statuses.push((await fetch(`${url}/notes${query}`)).status);
  await app.close();
  console.log(JSON.stringify(statuses));
}

function canResolve(name) {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

void main();
