import { FilterException, FilterService } from 'nestjs-filterable';
import { type QueryInput, toQueryString } from 'nestjs-filterable/client';
import { type JsonSchema, filterJsonSchema } from 'nestjs-filterable/openapi';
import type { EntityTarget } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { sampleColumns, specialColumns } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';
import { serviceFor } from '../parse/asking.js';
import { Author, Comment, Post, Tag, model } from '../parse/model.js';
import { Maker, Ware } from '../parse/wares.js';
import { RandomValues, randomFrom } from './random-values.js';

const runs = Number(process.env.SCHEMA_RUNS ?? 100);

const modes = [undefined, 'purity', 'strapi'] as const;

const cases = modes.flatMap((mode) =>
  [Post, Author, Comment, Tag, Ware, Maker].map((entity) => [mode ?? 'default', entity.name, mode, entity] as const),
);

/** Reads a request as a client sends it, and returns the codes of its refusal. */
function codesOf(service: FilterService, entity: EntityTarget<object>, input: object): readonly string[] {
  try {
    service.parse(entity, toQueryString(input as QueryInput<Record<string, unknown>>));
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code, message }) => `${code}: ${message}`);
    throw error;
  }
}

/** Keeps one sort key of each name: a schema cannot say that `id` and `id:asc` are one key twice. */
function withDistinctKeys(input: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(input.sort)) return input;
  const byKey = new Map((input.sort as string[]).map((key) => [key.split(':')[0], key]));
  return { ...input, sort: [...byKey.values()] };
}

describe('what the schema of a request allows is understood', () => {
  it.each(cases)('%s mode, %s', async (_mode, _name, compatibility, entity) => {
    const service = await serviceFor([...model, Ware, Maker], { compatibility });
    const schema = filterJsonSchema(service, entity);
    const values = new RandomValues(schema, randomFrom(1));
    let understood = 0;
    for (let run = 0; run < runs; run += 1) {
      const input = withDistinctKeys(values.value(schema) as Record<string, unknown>);
      // Two cursors and a sort that no cursor carries are told apart by nothing but the engine.
      const codes = codesOf(service, entity, input);
      const others = codes.filter((code) => !code.startsWith('limit_exceeded'));
      expect({ input, others }).toEqual({ input, others: [] });
      if (codes.length === 0) understood += 1;
    }
    expect(understood / runs).toBeGreaterThan(0.85);
  });

  it.each([Post, Author, Comment, Tag, Ware, Maker])('every sort key of %p', async (entity) => {
    const service = await serviceFor([...model, Ware, Maker]);
    const { properties } = filterJsonSchema(service, entity) as { properties: Record<string, JsonSchema> };
    const { items } = properties.sort as { items: { enum: string[] } };
    expect(items.enum.length).toBeGreaterThan(3);
    for (const key of items.enum) expect(codesOf(service, entity, { sort: [key] })).toEqual([]);
  });
});

describe.each(['sqlite', 'postgres', 'mariadb'] as const)(
  'what the schema allows of every column type of %s is understood',
  (engine) => {
    const entity = entityOf('sample', { ...sampleColumns[engine], ...specialColumns[engine] });

    it('in conditions', async () => {
      const service = FilterService.forDataSource(await describeEntities(engine, [entity]));
      const schema = filterJsonSchema(service, entity);
      const { properties } = schema as { properties: Record<string, JsonSchema> };
      const values = new RandomValues(schema, randomFrom(2));
      for (let run = 0; run < runs * 4; run += 1) {
        const input = { filters: values.value(properties.filters ?? {}, 1) };
        const others = codesOf(service, entity, input).filter((code) => !code.startsWith('limit_exceeded'));
        expect({ input, others }).toEqual({ input, others: [] });
      }
    });
  },
);
