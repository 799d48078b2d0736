import { Controller, Get } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Filterable, FilterModule, FilterQuery } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { type AppOptions, type TestApp, openApp } from './http/adapters.js';

const types = 'varchar varchar varchar int int datetime boolean decimal date bigint text'.split(' ');

type Class = new () => object;
/** Entities that are all related to each other: a graph that a page cannot follow to its end. */
function entitiesOf(size: number): readonly Class[] {
  const entities = Array.from({ length: size }, (_, index) => {
    const name = `Entity${index}`;
    return { [name]: class {} }[name] as Class;
  });
  entities.forEach((entity, index) => {
    const prototype = entity.prototype as object;
    PrimaryGeneratedColumn()(prototype, 'id');
    types.forEach((type, at) => Column({ type: type as 'int' })(prototype, `field${at}`));
    entities.forEach((other, at) => {
      if (at < index) ManyToOne(() => other, `many${index}`)(prototype, `one${at}`);
      if (at > index) OneToMany(() => other, `one${index}`)(prototype, `many${at}`);
    });
    Filterable()(entity);
    Entity()(entity);
  });
  return entities;
}

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

/** Starts an application that lists every entity of a graph of this size, and has no tables. */
export function openGraph(size: number, options: AppOptions = {}): Promise<TestApp> {
  const entities = [...entitiesOf(size)];
  const database = TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities });
  const controllers = entities.map(controllerOf);
  return openApp('express', { imports: [database, FilterModule.forRoot()], controllers }, options);
}
