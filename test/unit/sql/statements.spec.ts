import { planOf } from '../../../lib/ast/index.js';
import { addOrder, compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { renumbered } from '../../support/parameters.js';
import { expectReviewed } from '../../support/reviewed.js';
import { Desk, Loan, Note, Place, Shelf, type Volumes } from './library.js';

/*
 * What requests become: `statements.sql`, which `npm test -- -u test/unit/sql` writes. A heading is an engine, and a
 * circumstance of those below; a row is a request, and the reason why it is here.
 */
const requests = String.raw`
  # postgres: a related row
  filters[publisher][name]=a | is found by its key
  filters[printer][$not][name]=a | a negation inside is about the row
  filters[$not][publisher][name]=a | a negation outside says that there is no such row
  filters[$not][$not][publisher][name]=a | and two of them nothing
  filters[subject][label]=a | of a key with two columns
  filters[$not][subject][label]=a | the same, negated
  filters[owners][name]=a | through a junction
  filters[subjects][$none][label]=a | through a junction to a key with two columns
  filters[reviews][writer][name]=a | through two relations
  filters[byExists][id]=1 | in the shape that was chosen for the relation
  filters[byIn][id]=1 | in the other shape
  # postgres: a row that may be invisible
  filters[writer][name]=a | because it is deleted
  filters[$not][writer][name]=a | the same, negated
  filters[shelf][name]=a | because it is of another class
  filters[notes][id]=1 | because it is out of scope; the relations of a scope have none
  filters[$or][0][notes][id]=1&filters[$or][1][notes][$none][id]=2 | every time that it is reached
  # postgres with deleted rows: a row that may be invisible
  filters[writer][name]=a | and is not, where deleted rows were asked for
  filters[shelf][name]=a | which has nothing to do with its class
  # postgres: quantifiers
  filters[reviews][stars]=1 | unsaid
  filters[reviews][$some][stars]=1 | some
  filters[$not][reviews][$some][stars]=1 | not some
  filters[reviews][$none][stars]=1 | none
  filters[$not][reviews][$none][stars]=1 | not none
  filters[reviews][$every][stars]=1 | every
  filters[$not][reviews][$every][stars]=1 | not every
  filters[reviews][$exists]=true | there is one
  filters[$not][reviews][$exists]=true | there is none
  filters[subject][$exists]=true | there is one, of a key with two columns
  # postgres: the number of related rows
  filters[reviews][$count]=2 | all of them
  filters[$not][reviews][$count][$gt]=2 | negated
  filters[reviews][$count][$gte]=2&filters[reviews][$count][$where][stars]=1 | that satisfy a condition
  filters[reviews][$count][$gte]=2&filters[reviews][$count][$lt]=5&filters[reviews][$count][$where][stars]=1 | counted once, compared twice
  filters[$not][reviews][$count][$gte]=2&filters[$not][reviews][$count][$lt]=5 | compared twice, negated
  filters[notes][$count]=1 | that are in scope
  # postgres: a related key
  filters[printer]=1 | is here
  filters[printer][id]=1 | by its name
  filters[printer][$in][0]=1&filters[printer][$in][1]=2 | one of several
  filters[printer][$not][id]=1 | a negation inside is about the row
  filters[$not][printer]=1 | a negation outside is true where there is no row
  filters[printer][$or][0][id]=1&filters[printer][$or][1][id][$gt]=5 | in a group
  filters[$not][printer][$or][0][id]=1&filters[$not][printer][$or][1][id][$gt]=5 | in a group that is negated
  filters[printer][$and][0][id][$gt]=1&filters[printer][$and][1][id][$lt]=5 | in the other group
  filters[$not][printer][$and][0][id][$gt]=1&filters[$not][printer][$and][1][id][$lt]=5 | in the other group, negated
  filters[printer] | that is NULL
  filters[printer][$ne] | that is not
  filters[printer][$null]=true | no row
  filters[printer][$exists]=true | a row
  filters[writer][home]=1 | on the other side of a relation
  # postgres: a related key that only the other table can compare
  filters[printer][id]=1&filters[printer][name]=a | not only the key is asked for
  filters[printer][$or][0][id]=1&filters[printer][$or][1][name]=a | nor by all of a group
  filters[printer][$null]=true | what is NULL is no row
  filters[writer]=1 | the row may be deleted
  filters[writer][$null]=true | or it may be there and deleted
  filters[shelf]=1 | the row may be of another class
  filters[reviews]=1 | it is not here
  # postgres: an order by columns
  sort=title | one that is not selected is, under a name of ours
  sort=id | one that is selected has a name already
  sort=title:desc,pages | in the order of the keys
  sort=secret | one that TypeORM does not select by itself
  # postgres: the primary key at the end of an order
  sort=title:desc&pagination[page]=1 | has the direction of the last key
  # postgres for Strapi: the primary key at the end of an order
  sort=title:desc&pagination[page]=1 | ascends for clients of Strapi
  # postgres: an order through to-one relations
  sort=publisher.name | a row without a related one cannot be, so the join loses none
  sort=printer.name | a row without a related one stays
  sort=writer.name:desc | a deleted one is none
  sort=shelf.name | one of another class is none
  sort=subject.label | a key of two columns
  sort=printer.name,printer.id:desc | one join for two keys
  sort=printer.name,publisher.name | and two for two relations
  # postgres with two hops: an order through to-one relations
  sort=writer.home.name | what hangs on an outer join is one too
  sort=writer.home.name,writer.name,writer.home.id | and is shared as well
  # postgres: an order through to-many relations
  sort=reviews.stars | the smallest
  sort=reviews.stars:desc | the largest
  sort=reviews.verdict | a name
  sort=owners.name | through a junction
  sort=notes.id | of those that are in scope
  sort=reviews.$count:desc | how many
  sort=notes.$count | how many are in scope
  sort=reviews.stars:nullsFirst,title | where there is none, it is NULL
  # mariadb: an order through to-many relations
  sort=reviews.verdict | by the position of the name, also outside of the subquery
  sort=reviews.stars | anything else by itself
  # postgres: NULL in an order
  sort=pages | unsaid
  sort=pages:nullsLast | where they stand anyhow
  sort=pages:nullsFirst | where they would not
  sort=pages:desc:nullsFirst | where they stand anyhow, the other way
  sort=pages:desc:nullsLast | where they would not, the other way
  sort=title:nullsFirst | there can be none
  sort=reviews.$count:nullsFirst | a number is never one
  sort=publisher.name:nullsFirst | not through a join that loses none
  sort=printer.name:nullsFirst | but through one that may
  sort=reviews.stars:desc:nullsLast | of a subquery
  # mariadb: NULL in an order
  sort=pages:nullsLast | by a key of its own, where there is no phrase
  sort=pages:nullsFirst | where they stand anyhow
  sort=pages:desc:nullsLast | where they stand anyhow, the other way
  sort=pages:desc:nullsFirst | by a key of its own, the other way
  # sqlite: NULL in an order
  sort=pages:nullsLast | smallest, as on MariaDB, but with a phrase
  sort=pages:desc:nullsFirst | the other way
  sort=pages:nullsFirst | where they stand anyhow
  # postgres with NULLs first: NULL in an order
  sort=pages | first, by the module
  sort=pages:desc | and the other way
  sort=pages:nullsLast | but the key’s own word wins
  # postgres with NULLs last: NULL in an order
  sort=pages | last, by the module
  sort=pages:desc | and the other way
  sort=pages:desc:nullsFirst | but the key’s own word wins
  # postgres of loans: a condition on a row whose key is here
  filters[volume][id]=1 | about its key alone needs no other table
  filters[volume][publisher][id]=1 | about the key of another row needs it
  filters[volume][reviews][id]=1 | about a key of many, too
  filters[volume][reviews][$count]=1 | and about their number
  filters[volume][id]=1&filters[volume][publisher][$exists]=true | and about its key and another
  # postgres of notes: an entity that has a scope
  filters[id]=1 | gets the conditions and the scope
  # postgres of places: a builder of an entity that extends the entity
  filters[name]=a | has the conditions, and TypeORM's own
  # postgres of a whole list: an order through to-many relations reads all related rows in groups
  sort=reviews.$count:desc | of a row without related ones the count is 0
  sort=reviews.stars | the smallest; of a row without related ones NULL
  sort=owners.name:desc:nullsLast | the largest, through a junction
  sort=notes.$count | how many are in scope
  sort=reviews.$count,reviews.stars | each key with a join of its own
`;

type Write = (desk: Desk, request: string) => string;
type Circumstance = readonly [write: Write, options?: Parameters<typeof Desk.on>[1]];

const short = (desk: Desk): Volumes => desk.volumes().select('v.id');
const plainly: Write = (desk, request) => desk.apply(request, short(desk)).getQuery();

/** Applies a request for another entity to a builder of it, or of a subclass. */
function of(entity: new () => object, selected = entity): Circumstance {
  return [
    ({ source, filters }, request) => {
      const builder = source.createQueryBuilder(selected, 'x').select('x.id');
      return filters.apply(builder, filters.parse(entity, request)).getQuery();
    },
  ];
}

/** Orders a list that nothing narrows, or one that something may. */
function ordered(isWhole: boolean): Write {
  return (desk, request) => {
    const {
      list: { schema },
      asked: { sort },
      server: { scopes },
    } = planOf(desk.parse(request));
    const builder = short(desk);
    addOrder(
      builder,
      compile({ schema, conditions: [], scopes, sort, total: false, nulls: 'engine', isWhole }, builder),
    );
    return builder.getQuery();
  };
}

const circumstances: Readonly<Record<string, Circumstance>> = {
  '': [plainly],
  ' with deleted rows': [(desk, request) => desk.apply(request, short(desk).withDeleted()).getQuery()],
  ' for Strapi': [plainly, { compatibility: 'strapi' }],
  ' with two hops': [plainly, { limits: { sortHops: 2 } }],
  ' with NULLs first': [plainly, { nulls: 'first' }],
  ' with NULLs last': [plainly, { nulls: 'last' }],
  ' of loans': of(Loan),
  ' of notes': of(Note),
  ' of places': of(Place, Shelf),
  ' of a whole list': [ordered(true)],
};

const unquoted = (text: string) => renumbered(text).replace(/["`]/g, '').replace(/ +/g, ' ');

/** How most statements begin. */
const start = /^SELECT v\.id AS v_id( FROM volume v|(?=,))/;

async function statements(): Promise<readonly string[]> {
  const lines: string[] = [];
  let write: (request: string) => string = () => '';
  for (const row of requests
    .trim()
    .split('\n')
    .map((line) => line.trim())) {
    const [, engine, named = ''] = /^# (\w+)(.*?):/.exec(row) ?? [];
    if (engine === undefined) {
      const [request = '', why = ''] = row.split(' | ');
      lines.push(`${request}  -- ${why}`, `  ${unquoted(write(request)).replace(start, '…')}`);
    } else {
      const [writing, options] = circumstances[named] ?? [];
      const desk = await Desk.on(engine as EngineName, options);
      if (writing === undefined) throw new Error(`no circumstance: ${named}`);
      write = (request) => writing(desk, request);
      lines.push('', `-- ${row.slice(2)}`);
    }
  }
  return lines;
}

it('statements are as reviewed', async () => {
  expectReviewed(new URL('statements.sql', import.meta.url), await statements());
});

describe('a list that nothing narrows, sorted through a to-many relation', () => {
  it.each<[engine: EngineName, sort: string, why: string]>([
    ['postgres', 'title,reviews.$count', 'behind a key that an index may serve'],
    ['postgres', 'reviews.verdict', 'by a type that has no least value on every server'],
    ['mariadb', 'reviews.$count', 'where groups are no faster'],
    ['sqlite', 'reviews.stars', 'where groups are slower'],
  ])('on %s has a subquery for each row by %s, %s', async (engine, sort) => {
    const desk = await Desk.on(engine);
    const [sql, perRow] = [true, false].map((isWhole) => unquoted(ordered(isWhole)(desk, `sort=${sort}`)));
    expect(sql).toBe(perRow);
    expect(sql).not.toContain('GROUP BY');
  });
});
