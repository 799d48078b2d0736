import { Controller, Get } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Filterable, FilterModule, FilterQuery } from 'nestjs-filterable';
import { documentFilters } from 'nestjs-filterable/openapi';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { plainDocument } from './app.js';

const size = 30;
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

@Controller()
class EntitiesController {
  @Get('all') all(@FilterQuery(entities[15]!) query: FilterQuery<object>) {
    return String(query);
  }
}

/** Copies references into every place, as pages do, but for those that lead back to where they came from. */
function resolved(value: unknown, schemas: Record<string, unknown>, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, schemas, path));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return path.includes(name) ? value : resolved(schemas[name], schemas, [...path, name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, schemas, path)]));
}

describe(`a graph of ${size} entities that are all related`, () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openApp('express', {
      imports: [
        TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities }),
        FilterModule.forRoot(),
      ],
      controllers: [EntitiesController],
    });
  });
  afterAll(() => opened.close());

  it('is small enough for a page, which resolves an operation as a whole', () => {
    const document = documentFilters(opened.app, () => plainDocument(opened.app));
    const schemas = document.components?.schemas ?? {};
    const bytes = JSON.stringify(resolved(document.paths['/all'], schemas)).length;
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThan(2_000_000);
  });

  it('is described completely for generators, each entity once', () => {
    const document = documentFilters(opened.app, () => plainDocument(opened.app), { for: 'client' });
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names.filter((name) => name.endsWith('Filter'))).toHaveLength(size);
    expect(JSON.stringify(document).length).toBeLessThan(2_000_000);
  });
});
