import { Filterable } from '../../lib/index.js';
import type { FilterInput, QueryInput, SortInput } from '../../lib/contract/index.js';

interface Caller {
  id: number;
}

@Filterable({
  named: {
    popular: { kind: 'boolean', where: (on: true) => ({ on }) },
    mine: {
      kind: 'boolean',
      where: (_, caller: Caller) => ({ id: caller.id }),
      when: (caller) => caller !== undefined,
    },
    atLeast: { kind: 'integer', where: (least: number) => ({ id: { $gte: least } }), formerly: ['least'] },
    above: { kind: 'decimal', where: (price: string) => ({ id: { $gt: price } }) },
    since: { kind: 'date', where: (day: string) => ({ opened: { $gte: day } }), deprecated: 'use opened' },
    near: { kind: 'datetime', where: (moment: Date | string) => ({ opened: moment }) },
  },
})
export class Club {
  id!: number;
  opened!: string;
  members!: Member[];
  /** No column: the compiler knows the named filter by it. */
  declare readonly popular?: boolean;
}

/** Its named filter is in a merged interface. */
export class Member {
  id!: number;
  club!: Club;
}

declare module '../../lib/contract/shapes.js' {
  interface FilterableMembers {
    Member: { entity: Member; members: { veteran: boolean; sinceYear: number } };
  }
}

// @ts-expect-error there is no such kind
@Filterable({ named: { popular: { kind: 'flag', where: () => ({}) } } })
export class UnknownKind {}

// @ts-expect-error no list is a filter's value
@Filterable({ named: { any: { kind: 'json', where: () => ({}) } } })
export class NoKindOfValues {}

// @ts-expect-error a flag is no text
@Filterable({ named: { popular: { kind: 'boolean', where: (text: string) => ({ id: text }) } } })
export class OtherValue {}

// @ts-expect-error it stands for nothing
@Filterable({ named: { popular: { kind: 'boolean' } } })
export class WithoutMeaning {}

// @ts-expect-error conditions are an object
@Filterable({ named: { popular: { kind: 'boolean', where: () => true } } })
export class NoConditions {}

const club = (filters: FilterInput<Club>): unknown => filters;
const member = (filters: FilterInput<Member>): unknown => filters;
const order = (sort: SortInput<Member>): unknown => sort;
const query = (input: QueryInput<Member>): unknown => input;

club({ popular: true });
club({ $not: { popular: { $eq: true } }, members: { $some: { veteran: true } } });
member({ veteran: true, sinceYear: { $in: [2020, 2021] }, club: { popular: false } });
query({ filters: { $or: [{ veteran: true }, { sinceYear: 2020 }] } });
order('id');
// @ts-expect-error a text is no flag
club({ popular: 'often' });
// @ts-expect-error the filter is that of another class
club({ veteran: true });
// @ts-expect-error a flag is no year
member({ sinceYear: true });
// @ts-expect-error there is no such filter
member({ veterans: true });
