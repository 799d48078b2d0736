import type { FilterQueryOverrides } from 'nestjs-filterable';
import type { ObjectLiteral } from 'typeorm';
import { type World, type WorldOptions, idsOf } from '../../support/engines.js';
import { marketModels } from '../aggregates/model.js';
import { type Row, fillTables, rows as rowsIn } from '../aggregates/rows.js';

/*
 * The stalls: One has reviews of every sort, Two two plain ones, Three none, Four only such as nobody sees, Five one
 * without values, Six the same values as Two, Seven and Eight sums at the ends of 64 bits.
 */
const tables = {
  stall: rowsIn('id name', '1 One', '2 Two', '3 Three', '4 Four', '5 Five', '6 Six', '7 Seven', '8 Eight'),
  review: rowsIn(
    'id stall_id stars amount views score at words topic approved secret deleted_at',
    '1 1 5 10.125 10 1.5 2024-01-02 fine food 1 0 -',
    '2 1 4 0.001 20 2.5 2023-01-02 good wine 0 0 -',
    '3 1 2 1.000 5 - - so food 1 0 -',
    '4 1 1 99.000 1000 - - zzz none 1 0 2024-01-01',
    '5 1 1 99.000 1000 - - zz hall 1 1 -',
    '6 2 3 2.500 7 - 2022-05-05 fine food 1 0 -',
    '7 2 4 2.500 8 - - well wine 1 0 -',
    '8 4 5 1.000 1 - - - none 1 0 2024-01-01',
    '9 4 5 1.000 1 - - - hall 1 1 -',
    '10 5 - - - - - - food 1 0 -',
    '11 6 3 2.500 7 - 2022-05-05 fine wine 1 0 -',
    '12 6 4 2.500 8 - - well wine 1 0 -',
    '13 7 1 - 9223372036854775807 - - - food 0 0 -',
    '14 7 2 - 9223372036854775807 - - - food 0 0 -',
    '15 8 2 - -9223372036854775808 - - - food 0 0 -',
    '16 8 2 - -3 - - - food 0 0 -',
  ).map(({ at = null, ...row }): Row => ({ ...row, at, seen: at && `${at} 10:00:00` })),
  tag: rowsIn('id name weight', '1 thai 10', '2 cheap 2', '3 quiet -'),
  stall_tag: rowsIn('stall_id tag_id', '1 1', '1 2', '2 2', '2 3', '5 3'),
  vehicle: rowsIn('id type seats stall_id', '1 van 8 1', '2 cart 100 1', '3 van 6 1', '4 cart 1 2'),
};

/** The reviews, for an evaluator in memory. */
export const reviews = tables.review.map(
  ({ stall_id, stars, amount, views, words, topic, approved, secret, deleted_at }) => ({
    ...{ of: Number(stall_id), stars, amount, views, words, topic },
    ...{ isApproved: approved === '1', isSecret: secret === '1', isDeleted: deleted_at !== null },
  }),
);

/** What the tests of declared aggregates run under. */
export const market: WorldOptions = {
  entities: (engine) => marketModels[engine].entities,
  seed: (source) => fillTables(source, tables),
  options: { limits: { aggregatedRelations: 10, pageSize: 50 } },
};

/** A request: its list, its context, and what its handler overrides. */
export interface Asking {
  readonly about?: 'Stall' | 'Review' | 'Tag' | undefined;
  readonly context?: unknown;
  readonly overrides?: FilterQueryOverrides<ObjectLiteral> | undefined;
}

/** The ways to ask for the rows of the market. */
export function asking(world: World) {
  const classOf = (about: Asking['about'] = 'Stall'): new () => ObjectLiteral => marketModels[world.engine][about];
  const rows = (about?: Asking['about']) => world.builder(classOf(about));
  const parse = (query: string, { about, context, overrides = { select: true } }: Asking = {}) =>
    world.filters.parse(classOf(about), query, { ...overrides, context });
  const page = (query: string, asked: Asking = {}) => world.filters.page(rows(asked.about), parse(query, asked));
  return {
    ...{ Stall: classOf(), classOf, rows, parse, page },
    ids: async (query: string, asked: Asking = {}) => idsOf((await page(query, asked)).data),
  };
}
