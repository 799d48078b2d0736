import { readFileSync } from 'node:fs';
import {
  FilterConfigurationError,
  type FilterService,
  Filterable,
  defineOperator,
  filterOverrides,
} from 'nestjs-filterable';
import { type JsonSchema, filterJsonSchema, toolSchema } from 'nestjs-filterable/openapi';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { limitTable } from '../../../lib/limits.js';
import { builtInOperators } from '../../../lib/operators/index.js';
import { Chef } from '../../../sample-app/src/catalogue/chef.entity.js';
import { City } from '../../../sample-app/src/catalogue/city.entity.js';
import { Country } from '../../../sample-app/src/catalogue/country.entity.js';
import { Dish } from '../../../sample-app/src/catalogue/dish.entity.js';
import { Review } from '../../../sample-app/src/catalogue/review.entity.js';
import { Tag } from '../../../sample-app/src/catalogue/tag.entity.js';
import { User } from '../../../sample-app/src/catalogue/user.entity.js';
import { Restaurant } from '../../../sample-app/src/restaurants/restaurant.entity.js';
import { serviceFor } from '../parse/asking.js';

interface Caller {
  readonly isInspector: boolean;
}

@Entity()
@Filterable({
  fields: ['id', { name: 'margin', when: (caller: Caller) => caller.isInspector }],
  relations: [],
})
class GuardedOffer {
  @PrimaryColumn() id!: number;
  @Column() margin!: number;
}

let guide: FilterService;
let offers: FilterService;
beforeAll(async () => {
  guide = await serviceFor([Restaurant, Chef, City, Country, Dish, Review, Tag, User]);
  offers = await serviceFor([GuardedOffer]);
});

const size = (schema: unknown) => Buffer.byteLength(JSON.stringify(schema));
const propertiesOf = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>;

/** The references in a schema, and the names that they may refer to. */
function referencesIn(schema: JsonSchema) {
  const text = JSON.stringify(schema);
  const used = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name);
  return { used: new Set(used), made: new Set(Object.keys(schema.$defs as object)) };
}

describe('toolSchema()', () => {
  it('is less than half of the schema of requests, and has every schema once', () => {
    const { inputSchema, description } = toolSchema(guide, Restaurant);
    const all = size(filterJsonSchema(guide, Restaurant));
    expect(all).toBeGreaterThan(2 * size(inputSchema));
    const [tool, requests] = [size(inputSchema), all].map((bytes) => `${Math.round(bytes / 1000)} kB`);
    const page = readFileSync('docs/openapi.md', 'utf8');
    expect([page.includes(`has ${tool}, because`), page.includes(`(${requests} by`)]).toEqual([true, true]);
    expect(size(description)).toBeLessThan(3_500);
    const { used, made } = referencesIn(inputSchema);
    expect([...used].toSorted()).toEqual([...made].toSorted());
    const texts = Object.values(inputSchema.$defs as object).map((each) => JSON.stringify(each));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('is as small as the rules of its list', () => {
    const few = filterOverrides<Restaurant>({
      fields: ['name', 'cuisine', 'stars', 'isOpen'],
      relations: [{ name: 'city', fields: ['name'], relations: [] }],
      sort: ['rating', 'name'],
      pagination: { styles: ['page'] },
      ...{ facets: false, populate: false },
    });
    const { inputSchema } = toolSchema(guide, Restaurant, { overrides: few });
    expect(Object.keys(propertiesOf(inputSchema))).toEqual(['filters', 'sort', 'pagination', 'search']);
    expect(size(inputSchema)).toBeLessThan(5_500);
  });

  it('has a name, and begins with what the program says', () => {
    expect(toolSchema(guide, Restaurant).name).toBe('find_restaurant');
    expect(toolSchema(offers, GuardedOffer).name).toBe('find_guarded_offer');
    const { name, description } = toolSchema(guide, Restaurant, { name: 'guide', description: 'The guide.' });
    expect([name, description.split('\n')[0]]).toEqual(['guide', 'The guide.']);
    expect(toolSchema(guide, Restaurant).description.split('\n')[0]).toBe('Finds rows of Restaurant.');
  });

  it('is for one caller, in its schema and its description', () => {
    const tools = [{}, { context: { isInspector: false } }, { context: { isInspector: true } }].map((options) =>
      toolSchema(offers, GuardedOffer, options),
    );
    expect(tools.map((tool) => JSON.stringify(tool).includes('margin'))).toEqual([false, false, true]);
  });

  it('caps pages as the rules of its list do', () => {
    const overrides = filterOverrides<Restaurant>({ limits: { pageSize: 5, maxPageSize: 7 } });
    const { inputSchema, description } = toolSchema(guide, Restaurant, { overrides });
    const { Pagination } = inputSchema.$defs as Record<string, { anyOf: JsonSchema[] }>;
    const sizes = Pagination?.anyOf.map((form) => propertiesOf(form).pageSize ?? propertiesOf(form).limit);
    expect(sizes?.map((each) => [each?.default, each?.maximum])).toEqual(Array(4).fill([5, 7]));
    expect(description).toContain(`7 ${limitTable.maxPageSize.summary}`);
    const asking = (pageSize: number) => () => guide.parse(Restaurant, { pagination: { pageSize } }, overrides);
    expect(asking(7)).not.toThrow();
    expect(asking(8)).toThrow();
  });

  it('describes the fields, the relations and every operator by their rows', () => {
    const { description } = toolSchema(guide, Restaurant);
    const { fields, named, relations } = guide.describe(Restaurant);
    for (const { name, kind } of fields) expect(description).toContain(`${name} (${kind}`);
    expect(named.length).toBeGreaterThan(0);
    for (const { name, kind } of named) expect(description).toContain(`${name} (${kind})`);
    for (const { name, toMany, entity } of relations) {
      expect(description).toContain(`${name} (${toMany ? 'many' : 'one'} ${entity})`);
    }
    for (const { token, summary } of builtInOperators) expect(description).toContain(`${token} ${summary}`);
    // No operator of a kind that no caller can name.
    expect(toolSchema(offers, GuardedOffer).description).not.toContain('$contains');
  });

  it('knows the operators of the host, and the names of parameters', async () => {
    const near = defineOperator({
      ...{ token: '$near', takes: 'value', kinds: ['integer'], summary: 'is within one of the value' },
      sql: ({ column, operands }) => `ABS(${column.sql} - ${operands[0]}) <= 1`,
    });
    const service = await serviceFor([GuardedOffer], { params: { filters: 'where' }, operators: [near] });
    const { inputSchema, description } = toolSchema(service, GuardedOffer);
    expect(description).toContain('$near is within one of the value');
    expect(Object.keys(propertiesOf(inputSchema))).toEqual(['where', 'sort', 'pagination']);
  });

  it('names a service that is none', () => {
    expect(() => toolSchema({} as FilterService, GuardedOffer)).toThrow(
      new FilterConfigurationError('toolSchema(): the service is not a FilterService'),
    );
  });
});
