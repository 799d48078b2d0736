import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { type Asking, answers, answersBy, issuesOf, serviceFor } from './asking.js';

/** A station that is sent by a range of keys alone. */
@Entity()
@Filterable({ fields: [{ name: 'id', operators: ['$gt', '$lt'] }, 'name'] })
class Station {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

/** A gauge with a virtual date-time beside one that is stored, and a level whose members are numbers. */
@Entity()
@Filterable({
  fields: ['id', 'built', { name: 'read', kind: 'datetime' }, { name: 'readings', kind: 'integer' }, 'level'],
  relations: ['station'],
})
class Gauge {
  @PrimaryColumn() id!: number;
  @Column('datetime') built!: Date;
  @VirtualColumn({ query: (alias) => `SELECT MAX(at) FROM reading WHERE gauge = ${alias}.id` }) read!: Date;
  @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM reading WHERE gauge = ${alias}.id` }) readings!: number;
  @Column({ type: 'simple-enum', enum: [1, 2] }) level!: number;
  @ManyToOne(() => Station, { nullable: false }) station!: Relation<Station>;
}

const by = await serviceFor([Gauge, Station]);
const asking: Asking = { of: Gauge, by };
const within = (relationConditions: number): Asking => ({ ...asking, overrides: { limits: { relationConditions } } });
const inList = (field: string, ...values: string[]) =>
  values.map((value, index) => `filters[${field}][$in][${index}]=${value}`).join('&');

const exceeded = (most: number, at = 'filters') => [`limit_exceeded /${at} (relationConditions ${most})`];
const [first, second, third] = ['2024-01-01', '2024-01-02', '2024-01-03'] as const;
const instant = '2024-01-01T00:00:00Z';

describe('a virtual date-time, which is a subquery wherever the SQL has it', () => {
  describe('once', () => {
    // prettier-ignore
    answers(
      [
        [inList('read', first), inList('read', first), 'of one day'],
        [inList('read', instant, '2024-01-02T00:00:00Z'), inList('read', instant, '2024-01-02T00:00:00Z'), 'of instants'],
        [inList('read', first, instant), inList('read', first, instant), 'of one day and an instant'],
        [inList('read', first, second), exceeded(1), 'not of two days, which are two ranges'],
        [inList('built', first, second, third), inList('built', first, second, third), 'of a column, as often as asked'],
        ['sort=read', 'sort[0]=read:asc', 'in a sort'],
        ['sort=read,readings', exceeded(1, 'sort'), 'not in two sort keys'],
        ['filters[readings]=1&sort=read', exceeded(1, 'sort'), 'not in a filter and a sort key'],
        ['filters[readings]=1&sort=built,id', 'filters[readings][$eq]=1&sort[0]=built:asc&sort[1]=id:asc', 'sorts by columns'],
      ],
      within(1),
    );
  });

  describe('twice', () => {
    answers(
      [
        [inList('read', first, second), inList('read', first, second), 'of two days'],
        [inList('read', first, instant, second), inList('read', first, instant, second), 'of two days and an instant'],
        [inList('read', first, second, third), exceeded(2), 'not of three'],
        [`${inList('read', first, second)}&filters[readings]=1`, exceeded(2), 'nor beside another'],
      ],
      within(2),
    );
  });
});

describe('a member of an enum that is a number', () => {
  const json = (text: string) => `filters=${encodeURIComponent(text)}`;
  answers(
    [
      [json('{"level":1}'), 'filters[level][$eq]=1', 'is a number in JSON'],
      [json('{"level":"1"}'), 'filters[level][$eq]=1', 'or its text'],
      [json('{"level":3}'), ['invalid_value /filters/level'], 'is one of them'],
      [json('{"level":1.0}'), ['invalid_value /filters/level'], 'has one spelling'],
      [{ filters: { level: 2 } }, 'filters[level][$eq]=2', 'is a number in code'],
    ],
    asking,
  );
});

describe('a relation whose key takes few operators', () => {
  answersBy(asking)(`
    filters[station][id][$gt]=1 -> filters[station][id][$gt]=1           # is asked by them
    filters[station]=1          -> operator_not_allowed /filters/station # and by no value alone
    filters[station][]=1        -> operator_not_allowed /filters/station # nor a list
  `);

  it('is told with what the relation takes, and not its key alone', () => {
    const [issue] = issuesOf('filters[station]=1', asking);
    const allowed = ['id', 'name', '$and', '$or', '$not', '$exists', '$null', '$notNull', '$gt', '$lt'];
    expect(issue?.allowed).toEqual(allowed);
    expect(issue?.message).toBe(
      `filters[station] without an operator means $eq, which this relation does not accept; use one of: ${allowed.join(', ')}`,
    );
  });
});
