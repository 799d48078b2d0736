import { FilterException, FilterService } from 'nestjs-filterable';
import { type QueryInput, toQueryString } from 'nestjs-filterable/client';
import { type JsonSchema, filterJsonSchema, toolSchema } from 'nestjs-filterable/openapi';
import type { EntityTarget } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { sampleColumns, specialColumns } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';
import { serviceFor } from '../parse/asking.js';
import { Author, Comment, Post, Tag, model } from '../parse/model.js';
import { Maker, Ware } from '../parse/wares.js';
import { RandomValues, randomFrom } from './random-values.js';
import { factor } from '../../support/thorough.js';

const runs = 10 * factor;

const modes = [undefined, 'purity', 'strapi'] as const;

/** The schemas that are held to the parser. */
const schemas = {
  filterJsonSchema: (service: FilterService, entity: EntityTarget<object>) => filterJsonSchema(service, entity),
  toolSchema: (service: FilterService, entity: EntityTarget<object>) => toolSchema(service, entity).inputSchema,
};

const cases = modes.flatMap((mode) =>
  [Post, Author, Comment, Tag, Ware, Maker].flatMap((entity) =>
    Object.entries(schemas).map(([name, make]) => [name, mode ?? 'default', entity.name, mode, entity, make] as const),
  ),
);

/** Reads a request as a client and as an agent send it, and returns the codes of its refusals. */
function codesOf(service: FilterService, entity: EntityTarget<object>, input: object): readonly string[] {
  const texts = refusal(service, entity, toQueryString(input as QueryInput<Record<string, unknown>>));
  return [...texts, ...refusal(service, entity, JSON.parse(JSON.stringify(input)) as object)];
}

function refusal(service: FilterService, entity: EntityTarget<object>, input: string | object): readonly string[] {
  try {
    service.parse(entity, input);
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
  it.each(cases)('%s, %s mode, %s', async (_schema, _mode, _name, compatibility, entity, make) => {
    const service = await serviceFor([...model, Ware, Maker], { compatibility });
    const schema = make(service, entity);
    const values = new RandomValues(schema, randomFrom(1));
    let understood = 0;
    for (let run = 0; run < runs; run += 1) {
      const input = withDistinctKeys(values.value(schema) as Record<string, unknown>);
      // Two cursors and a sort that no cursor carries are told apart by nothing but the engine.
      const codes = codesOf(service, entity, input);
      // An entity has one schema wherever it is reached, and NULL of a key is refused for the one related row alone.
      const others = codes.filter((code) => !code.startsWith('limit_exceeded') && !code.includes('is never NULL; use'));
      expect({ input, others }).toEqual({ input, others: [] });
      if (codes.length === 0) understood += 1;
    }
    expect(understood / runs).toBeGreaterThan(runs < 100 ? 0.5 : 0.75);
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

    it.each(Object.entries(schemas))('in conditions, by %s', async (_name, make) => {
      const service = FilterService.forDataSource(await describeEntities(engine, [entity]));
      const schema = make(service, entity);
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
