import { inspect } from 'node:util';
import { FilterService, type Operator, defineOperator, rulesFor } from 'nestjs-filterable';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { resolveSettings } from '../../../lib/engine/index.js';
import { describeEntities } from '../../support/metadata.js';
import { expectReviewed } from '../../support/reviewed.js';
import { type Declarations, boot, errorOf } from './things.js';

/*
 * Mistakes in declarations and options, as a host without types may make them. `boot-errors.txt` has their messages,
 * which `npm test -- -u test/unit/schema` writes: each names what is wrong, the way out, and the nearest name.
 */

/** Of the entity Thing, its relations to Owner and Tag, and their decorators. */
const declared: readonly unknown[] = [
  { thing: { fields: ['titel'] } },
  { thing: { fields: ['TITLE'] } },
  { thing: { fields: ['xxxxxxxx'] } },
  { thing: { fields: ['address.cty'] } },
  { thing: { fields: ['tagCount'] } },
  { thing: { fields: ['constructor'] } },
  { thing: { fields: ['title', { name: 'title', as: 'name' }] } },
  { thing: { fields: ['address.city', 'address'] } },
  { thing: { fields: ['owner'] } },
  { thing: { relations: ['ownr'] } },
  { thing: { relations: ['owner', 'owner'] } },
  { thing: { relations: ['title'] } },
  { thing: { except: ['titel'] } },
  { thing: { fields: ['title'], except: ['title'] } },
  { thing: { fields: [{ name: 'title', operators: ['$like'] }] } },
  { thing: { fields: [{ name: 'size', operators: ['$contains'] }] } },
  { thing: { fields: [{ name: 'title', operators: [] }] } },
  { thing: { fields: [{ name: 'title', kind: 'enum' }] } },
  { thing: { fields: [{ name: 'title', kind: 'uid' }] } },
  { thing: { fields: [{ name: 'size', kind: 'uuid' }] } },
  { thing: { fields: [{ name: 'id', kind: 'integer' }] } },
  { properties: { size: { kind: 'date' } } },
  { thing: { fields: [{ name: 'deletedAt', kind: 'date' }], facets: ['deletedAt'] } },
  { thing: { fields: [{ name: 'deletedAt', kind: 'date' }], aggregates: { deletedAt: ['max', 'distinct'] } } },
  { thing: { fields: [{ name: 'meta', sortable: true }] } },
  { thing: { relations: [{ name: 'owner', strategy: 'exist' }] } },
  { thing: { fields: [{ name: 'title', operator: ['$eq'] }] } },
  { properties: { title: { fields: ['id'] } } },
  { properties: { owner: { operators: ['$eq'] } } },
  { properties: { titel: {} } },
  { properties: { constructor: {} } },
  { thing: { fields: 'name' } },
  { thing: { fields: null } },
  { thing: { fields: [null] } },
  { thing: { fields: ['title', { as: 'x' }] } },
  { thing: { relations: 'owner' } },
  { thing: { relations: [undefined] } },
  { thing: { sort: 'title' } },
  { thing: { sort: [5] } },
  { thing: { except: '' } },
  { thing: { except: [null] } },
  { thing: { fields: [{ name: 'title', operators: '$eq' }] } },
  { thing: { fields: [{ name: 'title', operators: [null] }] } },
  { thing: { relations: [{ name: 'owner', fields: 'name' }] }, owner: {} },
  { thing: { relations: [{ name: 'owner', relations: [null] }] }, owner: {} },
  { thing: { fields: [{ name: 'title', kind: String }] } },
  { thing: { fields: [{ name: 'title', when: true }] } },
  { thing: { relations: [{ name: 'owner', when: 'admin' }] } },
  { thing: { fields: [{ name: 'title', list: false }] } },
  { thing: { scope: { id: 1 } } },
  { thing: { fields: ['title'], sort: ['titel'] } },
  { thing: { fields: ['title'], sort: ['title:desc'] } },
  { thing: { relations: ['owner'], sort: ['owner.nam'] } },
  { thing: { sort: ['meta'] } },
  { thing: { fields: ['title'], sort: ['owner'] } },
  { thing: { fields: ['title'], sort: ['owner.$count'] } },
  { thing: { fields: ['title'], sort: ['title', 'title'] } },
  { thing: { fields: [{ name: 'title', as: 'secret' }], sort: ['title', 'secret'] } },
  { thing: { relations: [{ name: 'owner', fields: ['nam'] }] }, owner: { fields: ['id', 'name'] } },
  { thing: { relations: [{ name: 'owner', fields: ['email'] }] }, owner: { fields: ['id', 'name'] } },
  { thing: { relations: [{ name: 'owner', relations: ['thing'] }] }, owner: {} },
  { thing: { relations: [{ name: 'tags', fields: ['name'] }] } },
  { thing: { fields: ['title'], sort: ['parts.owner.name'] } },
  { thing: { fields: ['title'], sort: ['owner.things.$count'] } },
  { thing: { fields: ['title'], sort: ['title.size'] } },
  { thing: { fields: ['title'], sort: ['address'] } },
  { thing: { fields: ['title'], sort: [''] } },
  { thing: { fields: ['title'], sort: ['.'] } },
  { thing: { fields: ['title'], sort: ['title.'] } },
  { thing: { fields: ['title'], sort: ['$count'] } },
];

/** Of a handler of things, of which the title is exposed. */
const overrides: readonly unknown[] = [
  { fields: ['titel'] },
  { fields: ['title', 'title'] },
  { fields: [{ name: 'title', as: 'a.b' }] },
  { fields: ['size', { name: 'title', as: 'size' }] },
  { relations: ['ownr'] },
  { relations: [{ name: 'owner', fields: ['nam'] }] },
  { sort: ['titel'] },
  { operators: ['$equals'] },
  { operators: ['$equ'] },
  { limits: { conditions: 0 } },
  { params: { filter: 'x' } },
  { params: { filters: 'a[b]' } },
  { params: { filters: 'sort' } },
  { prefix: 'a.' },
  { pagination: { secret: 'short' } },
  { pagination: { secret: undefined } },
  { pagination: { secret: [] } },
  { pagination: { secret: ['of sixteen chars', 'short'] } },
  { pagination: { secret: ['of sixteen chars', undefined] } },
  { pagination: { secret: [['of sixteen chars']] } },
  { pagination: { secret: ['of sixteen chars', 'another one of them', 'of sixteen chars'] } },
  { pagination: { secret: '' } },
  { pagination: { shape: 'x' } },
  { pagination: { count: 'exakt' } },
  { source: 'boddy' },
  { source: {} },
  { defaults: { when: 'alwys' } },
  { defaults: { filters: { title: 'a' }, when: '' } },
  { defaults: ['title'] },
  { limits: null },
  { fields: 'title' },
  { fields: [null] },
  { relations: 'owner' },
  { sort: 'title' },
  { sort: [null] },
  { operators: '$eq' },
  { operators: [null] },
  { fields: [{ name: 'size', kind: 'uuid' }] },
  { defaults: { filters: { titel: 'a' } } },
  { defaults: { sort: 'titel' } },
];

/** Of a handler of things, whose facets and aggregates the entity declares. */
const inherited: readonly unknown[] = [
  { fields: [{ name: 'deletedAt', kind: 'date' }] },
  { fields: [{ name: 'size', kind: 'boolean' }, 'deletedAt'] },
  {
    fields: [
      { name: 'size', kind: 'opaque' },
      { name: 'deletedAt', kind: 'opaque' },
    ],
  },
  { fields: [{ name: 'deletedAt', kind: 'date' }], facets: ['deletedAt'], aggregates: false },
  { fields: [{ name: 'deletedAt', kind: 'date' }], facets: false, aggregates: { deletedAt: ['min'] } },
];

/** The options `populate`, `facets` and `aggregates` of Thing. */
const populated: readonly unknown[] = [
  ['ownr'],
  ['title'],
  ['owner.things'],
  ['constructor'],
  ['tags', { name: 'tags', limit: 2 }],
  [],
  'tags',
  [null],
  [{ name: 'tags', topmost: 3 }],
  [{ name: 'tags', limit: 0 }],
  [{ name: 'tags', limit: 101 }],
  [{ name: 'tags', maximum: 101 }],
  [{ name: 'tags', limit: 5, maximum: 4 }],
  [{ name: 'owner', limit: 1 }],
  [{ name: 'owner', maximum: 1 }],
  [{ name: 'owner', sort: 'name' }],
  [{ name: 'tags', sort: 'nam' }],
  [{ name: 'owner', fields: ['nam'] }],
  [{ name: 'owner', fields: ['email'] }],
  [{ name: 'owner', fields: 'name' }],
  [{ name: 'owner', where: { nam: 1 } }],
  [{ name: 'owner', where: true }],
  [{ name: 'owner', when: true }],
];
const facets: readonly unknown[] = [
  ['titel'],
  ['secret'],
  ['owner.nam'],
  ['owner'],
  ['constructor'],
  ['title', { name: 'title', type: 'values' }],
  [],
  'title',
  [null],
  [{ type: 'values' }],
  [{ name: 'title', type: 'value' }],
  [{ name: 'title', most: 3 }],
  [{ name: 'title', limit: 0 }],
  [{ name: 'title', limit: 101 }],
  [{ name: 'title', limit: 1.5 }],
  [{ name: 'title', limit: '5' }],
  [{ name: 'title', type: 'range' }],
  [{ name: 'id', type: 'range' }],
  [{ name: 'size', type: 'range', limit: 5 }],
  ['meta'],
];
const aggregates: readonly unknown[] = [
  { sise: ['sum'] },
  { secret: ['sum'] },
  { 'owner.id': ['sum'] },
  { size: ['summ'] },
  { title: ['avg'] },
  { meta: ['count'] },
  { size: ['sum', 'sum'] },
  { size: [] },
  { size: 'sum' },
  {},
  ['size'],
];

/** Aggregates of the related things of an Owner. */
const relatedAggregates: readonly unknown[] = [
  { name: 'n', of: 'thing', count: true },
  { name: 'n', of: 'things', sum: 'sise' },
  { name: 'n', of: 'things', avg: 'title' },
  { name: 'name', of: 'things', count: true },
  { name: 'address', of: 'things', count: true },
  { name: 'things', of: 'things', count: true },
  { name: 'a.b', of: 'things', count: true },
  { name: 'n', of: 'things' },
  { name: 'n', of: 'things', count: true, max: 'size' },
  { name: 'n', of: 'things', count: 'size' },
  { name: 'n', of: 'things', count: true, kind: 'integer' },
  { name: 'n', of: 'things', count: true, operators: ['$contains'] },
  { name: 'n', of: 'things', count: true, where: { titel: 'a' } },
  { name: 'n', of: 'things', count: true, where: 'title' },
  { name: 'name', max: 'size' },
  { name: 'n', of: 'things', count: true, loads: true },
];

/** Columns of an entity, by a driver of MariaDB, that a rule names without their kind. */
// prettier-ignore
const unsuited: readonly unknown[] = [
  { type: 'varchar', length: 1, transformer: { to: (value: unknown) => (value ? 'Y' : 'N'), from: (stored: string) => stored === 'Y' } },
  { type: 'int', transformer: { to: (value: number) => value * 100, from: (stored: number) => stored / 100 } },
  { type: 'datetime', transformer: { to: (value: { toJSDate: () => Date }) => value.toJSDate(), from: (stored: Date) => stored } },
  { type: 'varchar', transformer: { to: () => String(Math.random()), from: (stored: string) => stored } },
  { type: 'varchar', transformer: { to: (value: string) => `#${value}`, from: (stored: string) => stored } },
  { type: 'bit', width: 1, operators: ['$eq'] },
];

/** Returns the error of a field that such a column has. */
async function errorOfColumn({
  operators,
  ...column
}: EntitySchemaColumnOptions & { readonly operators?: readonly string[] }) {
  const entity = new EntitySchema({ name: 'sample', columns: { id: { type: 'int', primary: true }, value: column } });
  const rules = [rulesFor(entity, { fields: [{ name: 'value', operators: operators as never }] })];
  const source = await describeEntities('mariadb', [entity]);
  return Promise.resolve()
    .then(() => FilterService.forDataSource(source, { rules }))
    .then(() => 'no error', String);
}

/** Options of forRoot(). */
const options: readonly unknown[] = [
  undefined,
  null,
  [],
  { source: 'boddy' },
  { source: null },
  { errors: { status: 500 } },
  { errors: { status: 422, schema: {} } },
  { errors: { stauts: 422 } },
  { answer: { body: () => 1, shape: 'x' } },
  { reads: 'primary' },
  { reads: { consistency: 'snapshots' } },
  { reads: { from: 'slave' } },
  { reads: { form: 'primary' } },
  { strategy: 'adaptiv' },
  { strategy: 'keys' },
  { adaptive: true },
  { adaptive: { few: 0 } },
  { adaptive: { deep: -1 } },
  { adaptive: { walk: 1.5 } },
  { adaptive: { seconds: '60' } },
  { adaptive: { many: 5 } },
  { hydration: true },
  { hydration: 'typeorn' },
  { logUnindexed: 'no' },
  { nulls: 'lats' },
  { compatibility: 'strappi' },
  { compatibility: 'constructor' },
  { unknownParameters: 'refused' },
  { allowParameters: [''] },
  { params: { sort: 'order' }, allowParameters: ['order'] },
  { params: 'where' },
  { timezone: 5 },
  { limits: null },
  { limits: 'x' },
  { pagination: { shape: 'x' } },
  { pagination: { counts: 1 } },
  { pagination: { secret: undefined } },
  { pagination: { secret: '' } },
  { pagination: { secret: 5 } },
  { pagination: { secret: '123456789012345' } },
  { pagination: { count: 'exakt' } },
  { pagination: { count: 1000 } },
  { pagination: { count: null } },
  { pagination: { count: {} } },
  { pagination: { count: { capped: 0 } } },
  { pagination: { count: { capped: '9' } } },
  { pagination: { count: { cap: 9 } } },
];

const right: Operator = {
  token: '$eqTrimmed',
  takes: 'value',
  kinds: ['text'],
  summary: 'equals the text, whatever the spaces around either',
  sql: ({ column, operands: [text = ''] }) => `TRIM(${column.sql}) = TRIM(${text})`,
};

/** Operators of the host. */
const operators: readonly unknown[] = [
  undefined,
  '$x',
  {},
  { ...right, token: 5 },
  { token: 'x' },
  { ...right, token: '$a.b' },
  { token: '$and' },
  { ...right, token: '$some' },
  { token: '$eqTrimmed' },
  { ...right, takes: 'values' },
  { ...right, kinds: 'text' },
  { ...right, kinds: 'lists' },
  { ...right, kinds: ['text', 'txt'] },
  { ...right, kinds: ['constructor'] },
  { ...right, kinds: [] },
  { ...right, summary: undefined },
  { ...right, sql: '1 = 1' },
  { ...right, indexUse: 'points' },
  { ...right, comparesPlainly: 'yes' },
  { ...right, takes: 'needle', match: undefined },
  { ...right, takes: 'needle', match: { anchor: 'middle', caseSensitive: true } },
  { ...right, takes: 'needle', match: { anchor: 'start' } },
];

const shown = (value: unknown) => inspect(value, { depth: 9, breakLength: Infinity, compact: true });
const subject = /^FilterConfigurationError: (@Filterable\(\) on Thing: |@FilterQuery\(Thing\): )?/;

/** The lines of some cases: the declaration, and the message. */
async function section(title: string, cases: readonly unknown[], messageOf: (one: unknown) => Promise<string>) {
  const lines = ['', `# ${title}`];
  for (const one of cases) {
    const message = await messageOf(one);
    expect(message).toMatch(subject);
    lines.push(
      shown(one),
      ...message
        .replace(subject, '')
        .split('\n')
        .map((line) => `  ${line}`),
    );
  }
  return lines;
}

const thing = (rules: object): Declarations => ({ thing: rules, owner: { fields: ['name', 'address.city'] }, tag: {} });
const fields = ['id', 'title', 'size', 'meta', 'deletedAt'];
const relations = ['owner', 'tags'];

async function errorOfOptions(forRoot: unknown): Promise<string> {
  return Promise.resolve(forRoot as object)
    .then(resolveSettings)
    .then(() => 'no error', String);
}

describe('mistakes in declarations and options', () => {
  it('have the messages that were reviewed', async () => {
    const plain = await boot({ thing: { fields: ['title'] }, owner: { fields: ['id', 'name'] } });
    const narrowed = await boot({
      thing: {
        fields: ['title', 'size', 'deletedAt'],
        facets: ['title', 'deletedAt', { name: 'size', type: 'range' }],
        aggregates: { size: ['sum'], deletedAt: ['max'] },
      },
      owner: {},
    });
    const errorIn = (from: typeof narrowed) => (rules: unknown) =>
      Promise.resolve(rules as object)
        .then((each) => from.by.describe(from.of, each))
        .then(() => 'no error', String);
    // prettier-ignore
    expectReviewed(new URL('boot-errors.txt', import.meta.url), [
      ...(await section('@Filterable() on Thing', declared, (one) => errorOf(one as Declarations))),
      ...(await section('@FilterQuery(Thing)', overrides, errorIn(plain))),
      ...(await section('@FilterQuery(Thing) with the lists of the entity', inherited, errorIn(narrowed))),
      ...(await section('populate of @Filterable() on Thing', populated, (populate) => errorOf(thing({ fields, relations, populate })))),
      ...(await section('facets of @Filterable() on Thing', facets, (each) => errorOf(thing({ fields, relations, facets: each })))),
      ...(await section('aggregates of @Filterable() on Thing', aggregates, (each) => errorOf(thing({ fields, relations, aggregates: each })))),
      ...(await section('aggregates of related rows', relatedAggregates, (rule) => errorOf({ thing: { fields: ['id', 'title', 'size'] }, owner: { fields: ['id', rule as never] }, tag: {} }))),
      ...(await section('columns of MariaDB', unsuited, (column) => errorOfColumn(column as EntitySchemaColumnOptions))),
      ...(await section('forRoot()', options, errorOfOptions)),
      ...(await section('operators of forRoot()', operators, (operator) => errorOfOptions({ operators: [operator] }))),
    ]);
  });

  it.each(operators.map((operator) => [shown(operator), operator] as const))(
    'are the same to defineOperator(): %s',
    async (_, operator) => {
      const message = await errorOfOptions({ operators: [operator] });
      const told = message.replace('FilterConfigurationError: forRoot(): operators: ', '');
      expect(() => defineOperator(operator as Operator)).toThrow(new TypeError(told));
    },
  );
});
