import {
  type EntityRules,
  FilterConfigurationError,
  FilterException,
  FilterService,
  type FilterModuleOptions,
  rulesFor,
} from 'nestjs-filterable';
import { filterServiceFor, queryFor } from 'nestjs-filterable/testing';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { type Badge, BadgeSchema, Draft, Member, Note, Person, Team } from '../../support/ruled/entities.js';

const source = await describeEntities('sqlite', [Member, Team, Note, Draft, BadgeSchema]);
const serviceWith = (...rules: readonly EntityRules[]) =>
  FilterService.forDataSource(source, { context: undefined, rules });

function faultOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.message;
    throw error;
  }
  return 'none';
}

function answerOf(filters: FilterService, entity: EntityTarget<ObjectLiteral>, query: string): unknown {
  try {
    return filters.parse(entity, query).toString();
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code, path }) => `${code} ${path}`);
    throw error;
  }
}

const namesOf = (members: readonly { readonly name: string }[]) => members.map(({ name }) => name);

const members = rulesFor(
  Member,
  {
    fields: ['id', { name: 'name', as: 'called', operators: ['$eq', '$contains'] }, { name: 'age', sortable: false }],
    relations: ['team'],
    search: ['name', 'team.title'],
    facets: ['name'],
    aggregates: { age: ['avg'] },
    populate: ['team'],
    sort: ['id', 'team.title'],
  },
  { name: 'people' },
);
const teams = rulesFor(Team, { fields: ['title'], relations: ['members'] });

describe('rules apart from an entity', () => {
  const filters = serviceWith(members, teams, rulesFor(BadgeSchema, { fields: ['label'] }, { name: 'awards' }));

  it.each<[EntityTarget<ObjectLiteral>, string, unknown]>([
    [Member, 'filters[called]=Ann&sort=id', 'filters[called][$eq]=Ann&sort[0]=id%3Aasc'],
    ['people', 'filters[called]=Ann', 'filters[called][$eq]=Ann'],
    ['people', 'filters[team][title]=A', 'filters[team][title][$eq]=A'],
    ['people', 'filters[name]=Ann', ['unknown_field filters[name]']],
    ['people', 'filters[secret]=x', ['unknown_field filters[secret]']],
    ['people', 'filters[nothing]=x', ['unknown_field filters[nothing]']],
    ['people', 'filters[called][$startsWith]=A', ['operator_not_allowed filters[called][$startsWith]']],
    ['people', 'sort=age', ['not_sortable sort']],
    ['people', 'sort=team.title', 'sort[0]=team.title%3Aasc'],
    ['people', 'search=x&facets=called&aggregates=age:avg', 'search=x&facets[called]=true&aggregates[age][0]=avg'],
    ['people', 'populate=team', 'populate[team]=true'],
    [Team, 'filters[members][called]=Ann', 'filters[members][called][$eq]=Ann'],
    ['Team', 'filters[members][secret]=x', ['unknown_field filters[members][secret]']],
    ['awards', 'filters[label]=x', 'filters[label][$eq]=x'],
    ['Badge', 'filters[label]=x', 'filters[label][$eq]=x'],
    [BadgeSchema, 'filters[secret]=x', ['unknown_field filters[secret]']],
    [Note, 'filters[author][called]=Ann', 'filters[author][called][$eq]=Ann'],
  ])('%p reads %s as %j', (entity, query, answer) => {
    expect(answerOf(filters, entity, query)).toEqual(answer);
  });

  it('are described by their name', () => {
    expect(filters.describe('people')).toEqual(filters.describe(Member));
    expect(namesOf(filters.describe('people').fields)).toEqual(['id', 'called', 'age']);
  });

  it('make builders by their name', () => {
    const builder = filters.filter<Member>('people', { filters: { name: 'Ann' } });
    expect(builder.getSql()).toBe(filters.filter(Member, { filters: { name: 'Ann' } }).getSql());
    expect(filters.filter<Badge>('awards', { filters: { secret: 'x' } }, { trusted: true }).getSql()).toContain(
      'badges',
    );
  });

  it('count for a bare decorator elsewhere, and only in their application', () => {
    expect(namesOf(filters.describe(Note).relations)).toEqual(['author']);
    expect(namesOf(serviceWith(teams).describe(Note).relations)).toEqual([]);
  });

  it('belong to the application: two have different rules for one class', () => {
    const [one, two] = [
      serviceWith(rulesFor(Team, { fields: ['title'] })),
      serviceWith(rulesFor(Team, { fields: ['id'] })),
    ];
    expect([one, two].map((each) => namesOf(each.describe(Team).fields))).toEqual([['title'], ['id']]);
    expect([one, two].map((each) => answerOf(each, Team, 'filters[id]=1'))).toEqual([
      ['unknown_field filters[id]'],
      'filters[id][$eq]=1',
    ]);
    expect(faultOf(() => serviceWith().parse(Team, ''))).toContain('Team is not filterable');
  });

  it('expose every public member without lists, as a bare decorator does', () => {
    const bare = serviceWith(rulesFor(Member, { except: ['secret'] }), teams);
    expect(namesOf(bare.describe(Member).fields).sort()).toEqual(['age', 'id', 'name']);
    expect(namesOf(bare.describe(Member).relations)).toEqual(['team']);
  });

  it('of a base class hold for the entities that extend it, and scopes of both do', () => {
    const of = (minimum: number) => ({ age: { $gte: minimum } });
    const own = rulesFor(Member, { fields: ['age'], scope: (minimum: number) => of(minimum) });
    const base = rulesFor(Person as unknown as EntityTarget<Person>, {
      fields: ['name'],
      scope: () => ({ secret: 'no' }),
    });
    expect(namesOf(serviceWith(base).describe(Member).fields)).toEqual(['name']);
    const both = serviceWith(own, base);
    expect(namesOf(both.describe(Member).fields)).toEqual(['age']);
    const sql = both.filter(Member, {}, { context: 7 }).getQueryAndParameters();
    expect([sql[0].includes('secret'), sql[1]]).toEqual([true, [7n, 'no']]);
  });

  it('are found by their name without a database', async () => {
    const options = { rules: [members, teams] };
    const query = await queryFor<Member>('people', 'filters[called]=Ann', { forRoot: options });
    expect(query.toJSON()).toEqual({ filters: { called: { $eq: 'Ann' } } });
    const filters = await filterServiceFor(['people'], options);
    expect(namesOf(filters.describe('people').relations)).toEqual(['team']);
  });
});

describe('wrong rules', () => {
  const wrong = { fields: ['titel'], sort: ['nope'] } as unknown as Parameters<typeof rulesFor<Team>>[1];

  // prettier-ignore
  it.each<[string, FilterModuleOptions['rules'], string]>([
    ['an unknown member', [rulesFor(Team, wrong)], 'rulesFor(Team): `fields` names titel, which does not exist; did you mean title?'],
    ['an unknown option', [rulesFor(Team, { field: ['id'] } as object)], 'rulesFor(Team): the option `field` does not exist; did you mean fields?'],
    ['both ways', [rulesFor(Note, { fields: ['id'] })], 'rulesFor(Note): the class is decorated with @Filterable(), too; declare it in one place'],
    ['both ways, by a property', [rulesFor(Draft, { fields: ['id'] })], 'rulesFor(Draft): the class is decorated with @Filterable(), too'],
    ['one class twice', [teams, rulesFor('Team', {})], 'rulesFor(Team): `rules` has the entity twice; declare it in one place'],
    ['a name twice', [members, rulesFor(Team, {}, { name: 'people' })], 'rulesFor(Team): other rules have the name people, too'],
    ['the name of its entity', [rulesFor(Team, {}, { name: 'Team' })], 'rulesFor(Team): Team is the name of an entity; choose another'],
    ['the name of another', [rulesFor(Team, {}, { name: 'Badge' })], 'rulesFor(Team): Badge is the name of an entity; choose another'],
    ["another's table", [rulesFor(Team, {}, { name: 'badges' })], 'rulesFor(Team): badges is the name of the table of Badge; choose another'],
    ['no name', [rulesFor(Team, {}, { name: '' })], 'rulesFor(Team): `name` must be a name for the rules, such as users'],
    ['no entity', [rulesFor(undefined as unknown as EntityTarget<Team>, {})], 'rulesFor(undefined): the entity is undefined'],
    ['a scope that is none', [rulesFor(Team, { scope: 1 } as object)], 'rulesFor(Team): `scope` must be a function of the context, not 1'],
    ['a facet that is no field', [rulesFor(Team, { fields: ['id'], facets: ['nope'] } as object)], 'rulesFor(Team): '],
  ])('%s', (_, rules, message) => {
    const options = { context: undefined, rules } as FilterModuleOptions;
    expect(faultOf(() => FilterService.forDataSource(source, options))).toContain(message);
  });

  it('may be named as the table of their entity is', () => {
    const filters = serviceWith(rulesFor(Team, { fields: ['title'] }, { name: 'teams' }));
    expect(answerOf(filters, 'teams', 'filters[title]=a')).toBe('filters[title][$eq]=a');
  });

  it('that have no such name are an error with all names', () => {
    const filters = serviceWith(members, teams);
    expect(faultOf(() => filters.parse('peple', ''))).toBe(
      'peple is an entity of no data source, and no name of `rules`; did you mean people? There are: Member, Team, Note, Draft, Badge, people.',
    );
  });

  it('are told all at once', () => {
    const fault = faultOf(() => serviceWith(rulesFor(Team, wrong), rulesFor(Note, {})));
    expect(fault).toContain('titel');
    expect(fault).toContain('declare it in one place');
  });
});
