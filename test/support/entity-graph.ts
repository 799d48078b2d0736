import { Controller, Get } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Filterable, FilterModule, FilterQuery } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { type AppOptions, type TestApp, openApp } from './http/adapters.js';

/** The number of entities in the graph. */
export const size = 30;
const types = [
  'varchar',
  'varchar',
  'varchar',
  'int',
  'int',
  'datetime',
  'boolean',
  'decimal',
  'date',
  'bigint',
  'text',
];

type Class = new () => object;
const entities: Class[] = [];

/** Entities that are all related to each other: a graph that a page cannot follow to its end. */
for (let index = 0; index < size; index += 1) {
  const made: Class = { [`Entity${index}`]: class {} }[`Entity${index}`] as Class;
  entities.push(made);
}
entities.forEach((entity, index) => {
  PrimaryGeneratedColumn()(entity.prototype as object, 'id');
  types.forEach((type, at) => Column({ type: type as 'int' })(entity.prototype as object, `field${at}`));
  entities.forEach((other, at) => {
    if (at < index) ManyToOne(() => other, `many${index}`)(entity.prototype as object, `one${at}`);
    if (at > index) OneToMany(() => other, `one${index}`)(entity.prototype as object, `many${at}`);
  });
  Filterable()(entity);
  Entity()(entity);
});

/** Makes the controller of a list of one entity: `/entity7` for `Entity7`. */
function controllerOf(entity: Class): Class {
  @Controller(entity.name.toLowerCase())
  class ListController {
    @Get() list(@FilterQuery(entity) query: FilterQuery<object>) {
      return { asked: String(query) };
    }
  }
  Object.defineProperty(ListController, 'name', { value: `${entity.name}Controller` });
  return ListController;
}

/** Starts an application that lists every entity of the graph, and has no tables. */
export function openGraph(options: AppOptions = {}): Promise<TestApp> {
  const database = TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities });
  const controllers = entities.map(controllerOf);
  return openApp('express', { imports: [database, FilterModule.forRoot()], controllers }, options);
}
