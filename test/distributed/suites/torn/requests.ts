import type { DataSource, SelectQueryBuilder } from 'typeorm';
import type { FilterService, Page, ParseOverrides, ReadSettings } from 'nestjs-filterable';
import { Item } from '../../model.js';
import { type World, worlds } from './worlds.js';

/** A request that takes several statements, and has one right answer in each world. */
export interface TornRequest {
  readonly name: string;
  readonly query: string;
  readonly overrides?: ParseOverrides<Item>;
  readonly prepare?: (builder: SelectQueryBuilder<Item>) => SelectQueryBuilder<Item>;
}

const pageSize = 20;
const slice = `sort=id&pagination[pageSize]=${pageSize}`;
const joined = (builder: SelectQueryBuilder<Item>) => builder.leftJoinAndSelect('item.marks', 'mark');

/** Every shape of an answer that more than one statement makes. */
export const tornRequests: readonly TornRequest[] = [
  { name: 'page, total', query: `filters[state]=on&${slice}` },
  { name: 'joined page, total', query: `filters[state]=on&${slice}`, prepare: joined },
  { name: 'page, total, facets', query: `filters[state]=on&facets=kind&${slice}` },
];

/** Reads the page of a request, and returns true if it is the answer of one of the worlds. */
export async function isWhole(
  { filters, source }: { filters: FilterService; source: DataSource },
  { query, overrides = {}, prepare = (builder) => builder }: TornRequest,
  consistency: ReadSettings['consistency'],
): Promise<boolean> {
  const builder = prepare(source.getRepository(Item).createQueryBuilder('item'));
  const page = await filters.page(builder, filters.parse(Item, query, overrides), { reads: { consistency } });
  return worlds.some((world) => isOf(world, page));
}

function isOf({ first, last }: World, { data, meta }: Page<Item>): boolean {
  const length = last - first + 1;
  const { kind } = meta.facets ?? {};
  const counts = kind !== undefined && 'values' in kind ? kind.values.map(({ count }) => count) : [length];
  const ids = Array.from({ length: Math.min(length, pageSize) }, (_, index) => first + index);
  return (
    String(data.map(({ id }) => id)) === String(ids) &&
    data.every(({ marks = [] }) => marks.every(({ name }) => name === 'hot')) &&
    'total' in meta.pagination &&
    meta.pagination.total === length &&
    String(counts) === String([length])
  );
}
