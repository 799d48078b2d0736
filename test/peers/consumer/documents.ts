import { deepEqual, equal } from 'node:assert/strict';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { documentFilters } from 'nestjs-filterable/openapi';

/** The part of an OpenAPI document that is looked at. */
interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

const list = ['filters', 'sort', 'pagination'];

/** The parameters of every handler. */
const parameters = {
  '/books': list,
  '/books/chosen': [...list, 'search', 'facets', 'fields'],
  '/books/every': list,
  '/books/first-two': list,
  '/books/well-loved': [],
  '/books/count': list,
  '/books/dto': list,
};

/** Makes the program's documents, checks what they say, and returns how many there are. */
export function checkDocuments(app: INestApplication): number {
  const config = new DocumentBuilder().setTitle('Library').build();
  const make = () => SwaggerModule.createDocument(app, config);
  const plain = JSON.stringify(make());
  const audiences = ['ui', 'client'] as const;
  for (const audience of audiences) {
    const text = JSON.stringify(documentFilters(app, make, { for: audience }));
    equal(text.includes('x-nestjs-filterable'), false);
    check(JSON.parse(text) as Document, audience);
  }
  equal(JSON.stringify(make()), plain, 'a document that is made without the library is as it was');
  return audiences.length;
}

function check({ paths, components: { schemas } }: Document, audience: 'ui' | 'client'): void {
  const told = Object.entries(paths).map(([path, { get }]) => [path, get.parameters.map(({ name }) => name)]);
  deepEqual(Object.fromEntries(told), parameters);
  const books = paths['/books']!.get;
  const [filters, sort] = books.parameters;
  equal(filters!.schema.$ref, '#/components/schemas/BookFilter');
  const asked = ['id', 'title', 'price', 'weight', 'code', 'createdAt', 'author', 'reviews', 'shelves'];
  deepEqual(Object.keys(schemas['BookFilter']!.properties!), [...asked, '$and', '$or', '$not']);
  equal(sort!.schema.items!.enum?.includes('author.place.city:desc'), audience === 'client' ? true : undefined);
  const page = schemaOf(books, '200');
  deepEqual(Object.keys(page.properties!), ['data', 'meta']);
  const row = schemas[page.properties!['data']!.items!.$ref!.split('/').at(-1)!]!;
  const columns = ['id', 'title', 'price', 'weight', 'code', 'createdAt'];
  deepEqual(Object.keys(row.properties!), [...columns, 'author', 'reviews']);
  equal(schemaOf(books, '400').$ref, '#/components/schemas/FilterError');
}

function schemaOf({ responses }: Operation, status: string): Schema {
  return responses[status]!.content!['application/json']!.schema;
}
