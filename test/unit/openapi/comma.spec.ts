import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { filterJsonSchema } from 'nestjs-filterable/openapi';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

@Entity()
@Filterable({ fields: ['id', 'name', 'notes'], facets: ['name', 'notes'] })
class Wine {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('simple-array') notes!: string[];
}

const service = FilterService.forDataSource(await describeEntities('sqlite', [Wine]), {});

describe("a comma in a facet's search", () => {
  it.each([
    ['notes', ',', false],
    ['notes', 'oak,', false],
    ['notes', 'oak', true],
    ['name', ',', true],
  ])('of %s, %j: taken %s, by the schema and by the reader', (facet, search, taken) => {
    const pattern = patternOf(below(filterJsonSchema(service, Wine), facet));
    expect(pattern === undefined || new RegExp(pattern).test(search)).toBe(taken);
    const read = () => service.parse(Wine, { facets: { [facet]: { search } } });
    if (taken) expect(read).not.toThrow();
    else expect(read).toThrow(FilterException);
  });
});

/** Finds the schema of the options of a facet, which is the first one under its name that has a search. */
function below(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  const own: unknown = Reflect.get(node, name);
  if (JSON.stringify(own ?? null).includes('"search"')) return own;
  return Object.values(node)
    .map((inner) => below(inner, name))
    .find((found) => found !== undefined);
}

function patternOf(schema: unknown): string | undefined {
  return /"pattern":"([^"]*)"/.exec(JSON.stringify(schema))?.[1];
}
