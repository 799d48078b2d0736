import { FilterException, FilterService, Filterable, type FilterQueryOverrides } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

class Address {
  @Column() city!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'name', 'address.city', { name: 'secret', when: () => false }],
  search: ['name'],
  facets: ['name', { name: 'id', type: 'range' }],
})
class Club {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() secret!: string;
  @Column(() => Address) address!: Address;
}

const source = await describeEntities('sqlite', [Club]);
const filters = FilterService.forDataSource(source, { context: undefined });
const renamed = FilterService.forDataSource(source, {
  context: undefined,
  params: { filters: 'where', pagination: 'slice' },
});
const handler: FilterQueryOverrides<Club> = { select: true };

/** The issues of a request, as `code pointer`; none where it is read. */
function issuesOf(text: string | object, service = filters, overrides = handler): readonly string[] {
  try {
    service.parse(Club, text, { ...overrides, context: {} });
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code, pointer }) => `${code} ${pointer}`);
    throw error;
  }
}

// prettier-ignore
const words = [
  ...['sport[]=tennis', 'sport[0]=tennis&sport[1]=golf', 'port[]=8080', 'port[0]=8080', 'short[]=1', 'shorts[0]=blue'],
  ...['short[a]=1', 'sorta[x]=1', 'sor[x]=1', 'yields[]=1', 'yields[0]=high', 'field[]=x'],
  ...['field[0]=x', 'fieldss[x]=1', 'facet[]=x', 'facet[0]=new', 'facet[colour]=red', 'faces[]=1', 'research[]=x'],
  ...['serch[]=x', 'sport=tennis', 'sport=name', 'port=name', 'facet=name', 'field=name', 'sport={tennis}', 'sport[secret]=asc'],
  ...['port[]=secret', 'facet[0]=secret', 'field[]=secret', 'short[title]=1', 'short[]', 'short[]=', 'sport[][]=x'],
];

const typos: readonly (readonly [text: string, issue: string])[] = [
  ['sorts[name]=asc', '/sort'],
  ['sorts[0]=name', '/sort'],
  ['sorts[]=name', '/sort'],
  ['sorts[]=-name', '/sort'],
  ['srot[0]=name:desc', '/sort'],
  ['sorts[0]=id,name:desc', '/sort'],
  ['sor[address.city]=asc', '/sort'],
  ['sorts[address][city]=asc', '/sort'],
  ['sorts%5Bname%5D=asc', '/sort'],
  ['sorts%255Bname%255D=asc', '/sort'],
  ['sorts[0][name]=asc', '/sort'],
  ['sort_[x]=1', '/sort'],
  ['Sort[x]=1', '/sort'],
  ['SORT[]=x', '/sort'],
  ['sport[name]=1', '/sort'],
  ['sorts={"name":"asc"}', '/sort'],
  ['sport=["tennis"]', '/sort'],
  ['facet[name]=true', '/facets'],
  ['facet[id]=true', '/facets'],
  ['facet[name][limit]=3', '/facets'],
  ['facet[colour][limit]=3', '/facets'],
  ['facet[0]=name', '/facets'],
  ['facet[]=id', '/facets'],
  ['facet={"name":true}', '/facets'],
  ['Facets[x]=1', '/facets'],
  ['field[0]=name', '/fields'],
  ['fieds[]=id,name', '/fields'],
  ['filter[x]=1', '/filters'],
  ['filters1[x]=1', '/filters'],
  ['paginaton[x]=1', '/pagination'],
];

describe("a word of other people's that is one edit away from a short name", () => {
  it.each(words)('passes: %s', (text) => {
    expect(issuesOf(text)).toEqual([]);
    // Not only where it is the first: a request of a shape that was read before is looked at, too.
    for (let time = 0; time < 4; time += 1) expect(issuesOf(`filters[name]=${time}&${text}`)).toEqual([]);
  });

  it.each(typos)('is a typo where the rest looks like ours: %s', (text, pointer) => {
    expect(issuesOf(text)).toContain(`malformed_key ${pointer}`);
    for (let time = 0; time < 4; time += 1) {
      expect(issuesOf(`filters[name]=${time}`)).toEqual([]);
      expect(issuesOf(`filters[name]=${time}&${text}`)).toContain(`malformed_key ${pointer}`);
    }
  });

  it.each<[text: string, issues: readonly string[]]>([
    ['wher[title]=x', []],
    ['there[]=x', []],
    ['wher[name]=x', ['malformed_key /where']],
    ['wher[name][$eq]=x', ['malformed_key /where']],
    ['wher[$or][0][x]=1', ['malformed_key /where']],
    ['wher={"x":1}', ['malformed_key /where']],
    ['slide[]=1', []],
    ['slide[left]=1', []],
    ['slide[page]=2', ['malformed_key /slice']],
    ['slices[withCount]=true', ['malformed_key /slice']],
  ])('is told by the names that the application gave: %s', (text, issues) => {
    expect(issuesOf(text, renamed)).toEqual(issues);
  });

  it('is one in a body where it is an object or a list', () => {
    for (const node of [['name'], { name: 'asc' }, ['tennis']]) {
      expect(issuesOf({ sport: node })).toEqual(['malformed_key /sort']);
    }
    expect(issuesOf({ sport: 'tennis' })).toEqual([]);
    expect(issuesOf({ 'sport[]': 'tennis' })).toEqual([]);
  });

  it('is let through by its name, as the message says', () => {
    expect(() => filters.parse(Club, 'sorts[name]=asc', { context: {} })).toThrow(
      'sorts[name] is not read; did you mean sort? To let it pass, list sorts in allowParameters',
    );
    expect(issuesOf('sorts[name]=asc', filters, { ...handler, allowParameters: ['sorts'] })).toEqual([]);
  });
});
