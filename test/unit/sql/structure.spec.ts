import { Filterable, type FilterModuleOptions, defineOperator } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { unorderedPlanOf } from '../../../lib/page/list/plan.js';
import { type SqlPlan, structureOf } from '../../../lib/sql/index.js';

/** The rows that a requester may see, of wares and of owners. */
interface Sees {
  readonly wares?: object;
  readonly owners?: object;
}

let virtual = (alias: string) => `SELECT ${alias}.id + 1`;

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'next', kind: 'integer' }], scope: (sees?: Sees) => sees?.owners ?? {} })
class Owner {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @VirtualColumn({ query: (alias) => virtual(alias) }) next!: number;
  @OneToMany(() => Ware, (ware) => ware.owner) wares!: Relation<Ware>[];
}

@Entity()
@Filterable({
  fields: ['id', 'name', 'tenant', 'soldAt', 'price', 'coded', { name: 'sizes', kind: 'text', list: true }],
  relations: ['owner'],
  scope: (sees?: Sees) => sees?.wares ?? {},
  search: ['name'],
})
class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
  @Column({ type: 'int', nullable: true }) price!: number | null;
  @Column({ type: Date }) soldAt!: Date;
  /** Stored as a whole number or as a text. */
  @Column({ type: 'varchar', transformer: { from: String, to: (value) => (value === '1' ? 1 : value) as unknown } })
  coded!: string;
  @Column('simple-json') sizes!: string[];
  @ManyToOne(() => Owner, (owner) => owner.wares, { nullable: true }) owner!: Relation<Owner> | null;
}

let host = '=';
const like = defineOperator({
  token: '$host',
  takes: 'value',
  kinds: ['text'],
  summary: 'is compared as the host says',
  sql: ({ column, operands }) => `${column.sql} ${host} ${operands[0]}`,
});

const amid = defineOperator({
  token: '$amid',
  takes: 'list',
  kinds: ['integer'],
  summary: 'is between some of the members',
  sql: ({ column, operands }) => `${column.sql} IN (${operands.join(', ')})`,
});

const options: FilterModuleOptions = { operators: [like, amid] };
const filters = await filterServiceFor([Ware, Owner], options);

/** A request, and what the server adds to it. */
interface Asked {
  readonly request?: string;
  readonly sees?: Sees;
  readonly plan?: Partial<SqlPlan>;
}

function structure({ request = '', sees, plan: changed }: Asked): string {
  const plan = planOf(filters.parse(Ware, request, undefined, sees));
  return structureOf({ ...unorderedPlanOf(plan), sort: plan.asked.sort, ...changed }).text;
}

type Rows = readonly (readonly [differs: string, one: Asked, other: Asked])[];

const asked = (one: string, other: string) => [{ request: one }, { request: other }] as const;
const wares = (one: object, other: object) => [{ sees: { wares: one } }, { sees: { wares: other } }] as const;

const list = (field: string, length: number, write: (index: number) => string) =>
  Array.from({ length }, (_, index) => `filters[${field}][$in][${index}]=${write(index + 1)}`).join('&');
const idIn = (length: number) => list('id', length, String);
const soldIn = (length: number) => list('soldAt', length, (day) => `2024-01-0${day}`);

/** Neighbours that have one statement. */
// prettier-ignore
const same: Rows = [
  ['values', ...asked('filters[name]=a', 'filters[name]=b')],
  ['the number of members, by little', ...asked(idIn(3), idIn(4))],
  ['the text that is searched', ...asked('search=oak', 'search=ash')],
  ['instants', ...asked('filters[soldAt][$gte]=2024-01-01T10:00:00Z', 'filters[soldAt][$gte]=2025-01-01T10:00:00Z')],
  ['values of a scope', ...wares({ tenant: 1 }, { tenant: 2 })],
  ['values of related rows of a scope', ...wares({ owner: { name: 'Ann' } }, { owner: { name: 'Bob' } })],
  ['the number of members of a scope, by little', ...wares({ tenant: { $in: [1, 2, 3, 4, 5] } }, { tenant: { $in: [1, 2, 3, 4, 5, 6, 7] } })],
  ['the number of days, by little', ...asked(`${soldIn(3)}`, `${soldIn(4)}`)],
  ['the spelling', ...asked('filters[name]=a', 'filters[name][$eq]=a')],
];

/** Neighbours that have statements of their own. */
// prettier-ignore
const others: Rows = [
  ['the field', ...asked('filters[id]=1', 'filters[tenant]=1')],
  ['the operator', ...asked('filters[id]=1', 'filters[id][$ne]=1')],
  ['the number of members, by much', ...asked(idIn(2), idIn(3))],
  ['the number of members of a list of the host', ...wares({ tenant: { $amid: [1, 2, 3] } }, { tenant: { $amid: [1, 2, 3, 4] } })],
  ['the type that a transformer returns', ...asked('filters[coded]=1', 'filters[coded]=2')],
  ['one member and several', ...asked('filters[id][$in][]=1', 'filters[id][$in][]=1&filters[id][$in][]=2')],
  ['the number of elements',...asked('filters[sizes][$hasEvery][0]=a&filters[sizes][$hasEvery][1]=b', 'filters[sizes][$hasEvery][0]=a&filters[sizes][$hasEvery][1]=b&filters[sizes][$hasEvery][2]=c')],
  ['a day and an instant', ...asked('filters[soldAt][$gte]=2024-01-01', 'filters[soldAt][$gte]=2024-01-01T00:00:00Z')],
  ['which of two is a day',...asked('filters[soldAt][$between][0]=2024-01-01&filters[soldAt][$between][1]=2024-02-01T00:00:00Z', 'filters[soldAt][$between][0]=2024-01-01T00:00:00Z&filters[soldAt][$between][1]=2024-02-01')],
  ['a flag', ...asked('filters[price][$null]=true', 'filters[price][$null]=false')],
  ['the group',...asked('filters[$or][0][id]=1&filters[$or][1][tenant]=2', 'filters[$and][0][id]=1&filters[$and][1][tenant]=2')],
  ['the place of a bracket',...asked('filters[$or][0][id]=1&filters[$or][1][$and][0][tenant]=2&filters[$or][1][$and][1][name]=a', 'filters[$and][0][$or][0][id]=1&filters[$and][0][$or][1][tenant]=2&filters[$and][1][name]=a')],
  ['the relation', ...asked('filters[owner][id][$gt]=1', 'filters[id][$gt]=1')],
  ['the quantifier', ...asked('filters[owner][$exists]=true', 'filters[owner][$exists]=false')],
  ['the number of words', ...asked('search=oak', 'search=oak ash')],
  ['the order', ...asked('sort=name', 'sort=tenant')],
  ['its direction', ...asked('sort=name', 'sort=name:desc')],
  ['its placement of NULL', ...asked('sort=price:asc:nullsFirst', 'sort=price:asc:nullsLast')],
  ['the order of its keys', ...asked('sort=name,tenant', 'sort=tenant,name')],
  ['its relation', ...asked('sort=owner.name', 'sort=name')],
  ['the operator of a scope', ...wares({ tenant: 1 }, { tenant: { $ne: 1 } })],
  ['the column of a scope', ...wares({ tenant: 1 }, { price: 1 })],
  ['the group of a scope', ...wares({ $or: [{ tenant: 1 }, { price: 1 }] }, { $and: [{ tenant: 1 }, { price: 1 }] })],
  ['the negation in a scope', ...wares({ tenant: { $gt: 1 } }, { $not: { tenant: { $gt: 1 } } })],
  ['whether there is a scope', ...wares({ tenant: 1 }, {})],
  ['the entity of a scope', { request: 'filters[owner][name]=a', sees: { wares: { id: 1 } } }, { request: 'filters[owner][name]=a', sees: { owners: { id: 1 } } }],
  ['a scope and a condition', { request: 'filters[tenant]=1' }, { sees: { wares: { tenant: 1 } } }],
  ['the strategy', { plan: { strategy: 'in' } }, { plan: { strategy: 'exists' } }],
  ['the placement of NULL', { plan: { nulls: 'first' } }, { plan: { nulls: 'last' } }],
  ['the direction of the key', { plan: { keyDirection: 'asc' } }, {}],
  ['whether the order is total', { plan: { total: true } }, { plan: { total: false } }],
  ['whether the list is whole', { plan: { isWhole: true } }, {}],
  ['what is ordered by first', { plan: { leading: ['"a"'] } }, { plan: { leading: ['"b"'] } }],
  ['who is given the builder', { plan: { givenAway: true } }, {}],
];

describe('the structure of a plan', () => {
  it.each(same)('is the same where only %s differ', (_, one, other) => {
    expect(structure(other)).toBe(structure(one));
  });

  it.each(others)('is another where %s differs', (_, one, other) => {
    expect(structure(other)).not.toBe(structure(one));
    expect(structure(one)).toBe(structure(one));
  });

  it('is another where the host writes another SQL for a virtual column', () => {
    const request = { request: 'filters[owner][next]=2&sort=owner.next' };
    const first = structure(request);
    expect(structure(request)).toBe(first);
    virtual = (alias) => `SELECT ${alias}.id + 2`;
    expect(structure(request)).not.toBe(first);
  });

  it('is another where the host writes another SQL for its operator', () => {
    const request = { request: 'filters[name][$host]=2' };
    const first = structure(request);
    expect(structure(request)).toBe(first);
    host = '<>';
    expect(structure(request)).not.toBe(first);
  });
});
