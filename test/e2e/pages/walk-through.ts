import type { FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import type { StatementSpy } from '../../support/spy.js';

/** A list, and what its statements are seen by. */
export interface Walked<Row extends { readonly id: number }> {
  readonly filters: FilterService;
  readonly spy: StatementSpy;
  readonly entity: new () => Row;
  readonly builder: () => SelectQueryBuilder<Row>;
}

/** Walks through a list by cursors, two rows at a time, and back again. */
export async function walkThrough<Row extends { readonly id: number }>(
  { filters, spy, entity, builder }: Walked<Row>,
  sort: string,
) {
  const texts: string[] = [];
  let pages = 0;
  const read = async (side: 'after' | 'before', cursor: string) => {
    const slice = `pagination[${side}]=${encodeURIComponent(cursor)}&pagination[pageSize]=2`;
    const query = filters.parse(entity, `sort=${sort}&${slice}`);
    const { result, statements } = await spy.during(() => filters.page(builder(), query));
    texts.push(...statements);
    pages += 1;
    const { pagination } = result.meta;
    if (pagination === undefined || !('next' in pagination)) throw new TypeError('no page by cursor');
    return { rows: result.data.map(({ id }) => id), ...pagination };
  };
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null && ids.length < 100;) {
    const { rows, next } = await read('after', cursor);
    ids.push(...rows);
    cursor = next;
  }
  const back: number[] = [];
  for (let cursor: string | null = ''; cursor !== null && back.length < 100;) {
    const { rows, previous } = await read('before', cursor);
    back.unshift(...rows);
    cursor = previous;
  }
  return { ids, back, texts, pages };
}
