import { type MongoAbility, type MongoQuery, createMongoAbility, subject } from '@casl/ability';
import { Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { FilterException } from 'nestjs-filterable';
import type { DataSource } from 'typeorm';
import { onEngines } from '../../../support/engines.js';
import { accessibleRows } from './accessible-rows.js';
import { Document, Note, Person } from './documents.js';

const page = 'docs/recipes.md';

type Rule = readonly [effect: 'can' | 'cannot', conditions?: MongoQuery, fields?: string[]];

/** The ability of rules about documents. Every note may be read, unless rules say otherwise. */
function abilityOf(rules: readonly Rule[], notes: readonly Rule[] = [['can']]): MongoAbility {
  const rawRules = (of: readonly Rule[], type: string) =>
    of.map(([effect, conditions, fields]) => ({
      ...{ action: 'read', subject: type, inverted: effect === 'cannot' },
      ...(conditions && { conditions }),
      ...(fields && { fields }),
    }));
  return createMongoAbility([...rawRules(rules, 'Document'), ...rawRules(notes, 'Note')]);
}

const people = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bob' },
];
const documents = [
  { id: 1, title: 'a', status: 'draft', salary: 10, labels: ['x', 'y'], owner: { id: 1 } },
  { id: 2, title: 'b', status: 'public', salary: 20, labels: ['x'], owner: { id: 2 } },
  { id: 3, title: 'c', status: null, salary: null, labels: [], owner: null },
  { id: 4, title: 'd', status: 'public', salary: 40, labels: ['y'], owner: { id: 1 } },
];
const notes = [
  { id: 1, stars: 5, document: { id: 1 } },
  { id: 2, stars: 2, document: { id: 1 } },
  { id: 3, stars: 2, document: { id: 2 } },
];

/** Abilities, and the documents that they see. */
const abilities: readonly (readonly [why: string, rules: readonly Rule[], ids: readonly number[]])[] = [
  ['no rule', [], []],
  ['everything', [['can']], [1, 2, 3, 4]],
  ['everything, and then nothing', [['can'], ['cannot']], []],
  ['nothing, and then some', [['cannot'], ['can', { status: 'draft' }]], [1]],
  ['only a rule that forbids', [['cannot', { status: 'draft' }]], []],
  ['a value', [['can', { status: 'public' }]], [2, 4]],
  ['null', [['can', { status: null }]], [3]],
  ['$ne of a value, which a missing one is not', [['can', { status: { $ne: 'draft' } }]], [2, 3, 4]],
  ['$ne of null', [['can', { status: { $ne: null } }]], [1, 2, 4]],
  ['$in', [['can', { status: { $in: ['draft', 'gone'] } }]], [1]],
  ['$nin', [['can', { status: { $nin: ['draft', 'gone'] } }]], [2, 3, 4]],
  ['$lt', [['can', { salary: { $lt: 20 }, id: { $ne: 3 } }]], [1]],
  ['$lte', [['can', { salary: { $lte: 20 }, id: { $ne: 3 } }]], [1, 2]],
  ['$gt', [['can', { salary: { $gt: 20 } }]], [4]],
  ['$gte', [['can', { salary: { $gte: 20 } }]], [2, 4]],
  ['two operators', [['can', { salary: { $gt: 10, $lt: 40 } }]], [2]],
  ['$all of a list', [['can', { labels: { $all: ['x', 'y'] } }]], [1]],
  ['$size of a relation', [['can', { notes: { $size: 2 } }]], [1]],
  ['$elemMatch: one related row with both', [['can', { notes: { $elemMatch: { stars: 2, id: { $gt: 2 } } } }]], [2]],
  ['a path through a relation', [['can', { 'owner.id': 1 }]], [1, 4]],
  ['$ne through a relation, which may be missing', [['can', { 'owner.id': { $ne: 1 } }]], [2, 3]],
  ['a path through many related rows', [['can', { 'notes.stars': 5 }]], [1]],
  ['$ne through many: none of them', [['can', { 'notes.stars': { $ne: 5 } }]], [2, 3, 4]],
  [
    'two rules, either of which allows',
    [
      ['can', { status: 'draft' }],
      ['can', { 'owner.id': 2 }],
    ],
    [1, 2],
  ],
  ['a rule that forbids some', [['can'], ['cannot', { status: 'draft' }]], [2, 3, 4]],
  ['one that forbids by a relation', [['can'], ['cannot', { notes: { $elemMatch: { stars: 2 } } }]], [3, 4]],
  [
    'one that forbids by a range',
    [
      ['can', { id: { $ne: 3 } }],
      ['cannot', { salary: { $gte: 20 } }],
    ],
    [1],
  ],
  ['the later rule wins', [['can'], ['cannot', { status: 'public' }], ['can', { 'owner.id': 1 }]], [1, 3, 4]],
];

/** Rules without an exact meaning in SQL, and the words of the error. */
const refused: readonly (readonly [conditions: MongoQuery, message: string])[] = [
  [{ title: { $regex: '^a' } }, '$regex of title has no equivalent; write the rule without it'],
  [{ status: { $exists: true } }, '$exists of status has no equivalent; write the rule without it'],
  [{ status: { $in: ['draft', null] } }, 'an object or null has no equivalent as a value'],
  [{ owner: { id: 1 } }, 'an object or null has no equivalent as a value'],
  [{ 'owner.id': null }, 'owner.id: null has no equivalent through a relation'],
];

it('is shown on the page, with a link to the code that runs here', () => {
  const text = readFileSync(page, 'utf8');
  expect(text).toContain(
    '](https://github.com/nestjs-filterable/nestjs-filterable/blob/main/test/e2e/recipes/casl/accessible-rows.ts)',
  );
  const documents = readFileSync('test/e2e/recipes/casl/documents.ts', 'utf8');
  expect(text).toContain(/const readable =[^]*?export class Document \{/.exec(documents)?.[0]);
});

async function seed({ manager }: DataSource): Promise<void> {
  await manager.insert(Person, people);
  await manager.insert(Document, documents);
  await manager.insert(Note, notes);
}

onEngines('the recipe of CASL', { entities: [Document, Note, Person], seed, on: ['sqlite'] }, (world) => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(['log', 'error', 'warn']));

  async function idsOf(context: MongoAbility, query = '') {
    const parsed = world.filters.parse(Document, `${query}&sort=id`.replace(/^&/, ''), { context });
    const { data } = await world.filters.page(world.repository(Document), parsed);
    return data.map(({ id }) => id);
  }

  it.each(abilities)('%s', async (_why, rules, ids) => {
    const ability = abilityOf(rules);
    expect(await idsOf(ability)).toEqual(ids);
    // CASL itself, asked about each row.
    const rows = await world.repository(Document).find({ relations: { owner: true, notes: true } });
    const allowed = rows.filter((row) => ability.can('read', subject('Document', { ...row })));
    expect(allowed.map(({ id }) => id).toSorted()).toEqual(ids);
  });

  it.each(refused)('%j throws where the scope is made, and finds no row', async (conditions, message) => {
    const ability = abilityOf([['can', conditions]]);
    expect(() => accessibleRows(ability, 'Document')).toThrow(new TypeError(message));
    await expect(idsOf(ability)).rejects.toThrow();
    await expect(idsOf(abilityOf([['can'], ['cannot', conditions]]))).rejects.toThrow();
  });

  it('shows fewer rows than CASL where a range is compared with nothing', async () => {
    const ability = abilityOf([['can', { salary: { $lt: 20 } }]]);
    expect(ability.can('read', subject('Document', { salary: null }))).toBe(true);
    expect(await idsOf(ability)).toEqual([1]);
  });

  it('shows two users their own rows, in turns', async () => {
    const [ann, bob] = [1, 2].map((id) => abilityOf([['can', { 'owner.id': id }]])) as [MongoAbility, MongoAbility];
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await idsOf(ann, 'filters[id][$gte]=1')).toEqual([1, 4]);
      expect(await idsOf(bob, 'filters[id][$gte]=1')).toEqual([2]);
    }
    expect(await idsOf(bob, 'filters[$or][0][id]=1&filters[$or][1][id]=2')).toEqual([2]);
  });

  it('hides related rows from filters as well', async () => {
    const ability = abilityOf([['can']], [['can', { stars: { $lt: 3 } }]]);
    expect(await idsOf(ability, 'filters[notes][stars]=5')).toEqual([]);
    expect(await idsOf(ability, 'filters[notes][$count]=1')).toEqual([1, 2]);
  });

  it('hides a field that is not allowed on every row', async () => {
    const salary = 'filters[salary][$gt]=15';
    const refusal = (rules: readonly Rule[]) =>
      expect(() => world.filters.parse(Document, salary, { context: abilityOf(rules) }));
    expect(await idsOf(abilityOf([['can']]), salary)).toEqual([2, 4]);
    expect(await idsOf(abilityOf([['can', { status: 'public' }, ['title', 'salary']]]), salary)).toEqual([2, 4]);
    refusal([['can', {}, ['title']]]).toThrow(FilterException);
    refusal([['can'], ['cannot', {}, ['salary']]]).toThrow(FilterException);
    refusal([
      ['can', {}, ['title']],
      ['can', { 'owner.id': 1 }],
    ]).toThrow(FilterException);
    refusal([['can'], ['cannot', { 'owner.id': 2 }, ['salary']]]).toThrow(FilterException);
  });
});
