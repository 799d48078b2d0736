import { Filterable } from 'nestjs-filterable';
import { type JsonSchema, filterJsonSchema } from 'nestjs-filterable/openapi';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { serviceFor } from '../parse/asking.js';

const forAdmins = (context: unknown): boolean => context === 'admin';

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'salary', when: forAdmins }] })
class Cook {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() salary!: number;
}

@Entity()
@Filterable({
  fields: ['id', 'title', { name: 'dishKind', as: 'kind' }, { name: 'margin', when: forAdmins }],
  relations: ['cook'],
  search: ['title', 'cook.name', 'margin'],
  facets: ['dishKind', 'cook.name', 'cook.salary', { name: 'margin', type: 'range' }],
})
class Dish {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column() dishKind!: string;
  @Column() margin!: number;
  @ManyToOne(() => Cook) cook!: Relation<Cook>;
}

const by = await serviceFor([Cook, Dish]);

/** The schemas of the parameters of a request, by their names. */
function parametersFor(options: object): Readonly<Record<string, JsonSchema>> {
  const { properties } = filterJsonSchema(by, Dish, options) as { properties: Record<string, JsonSchema> };
  return properties;
}

describe('the parameters that a list declares', () => {
  it('are documented where they are declared, in the names of clients', () => {
    const { search, facets } = parametersFor({ context: 'admin' });
    expect(search).toMatchObject({ type: 'string' });
    expect(search?.description).toMatch(/each in one of: title, cook\.name, margin\./);
    const text = { type: 'string', minLength: 1, maxLength: 100 };
    const limit = { type: 'integer', minimum: 1, maximum: 20 };
    const asked = { type: 'boolean', enum: [true] };
    const withOptions = (properties: object) => ({
      anyOf: [asked, { type: 'object', properties, additionalProperties: false }],
    });
    expect(facets?.['anyOf']).toEqual([
      {
        type: 'array',
        items: { type: 'string', enum: ['kind', 'cook.name', 'cook.salary', 'margin'] },
        minItems: 1,
        maxItems: 8,
        uniqueItems: true,
      },
      {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 8,
        properties: {
          kind: withOptions({ limit, search: text }),
          'cook.name': withOptions({ limit, search: text }),
          'cook.salary': withOptions({ limit }),
          margin: asked,
        },
      },
    ]);
  });

  it('name nothing that the context does not see', () => {
    for (const options of [{}, { context: 'guest' }]) {
      const { search, facets } = parametersFor(options);
      expect(search?.description).toMatch(/each in one of: title, cook\.name\./);
      expect(facets).toMatchObject({ anyOf: [{ items: { enum: ['kind', 'cook.name'] } }, {}] });
      expect(JSON.stringify(filterJsonSchema(by, Dish, options))).not.toMatch(/margin|salary|dishKind/);
    }
  });

  it('are left out where the handler turns them off, or renamed as it names them', () => {
    const off = parametersFor({ search: false, facets: false });
    expect(Object.keys(off)).toEqual(['filters', 'sort', 'pagination']);
    const renamed = parametersFor({ prefix: 'dishes_', params: { search: 'q' } });
    expect(Object.keys(renamed)).toEqual([
      'dishes_filters',
      'dishes_sort',
      'dishes_pagination',
      'dishes_q',
      'dishes_facets',
    ]);
  });

  it('have the limits of the handler', () => {
    const { facets } = parametersFor({ limits: { facets: 2, searchWords: 3 } });
    expect(facets).toMatchObject({ anyOf: [{ maxItems: 2 }, { maxProperties: 2 }] });
  });
});
