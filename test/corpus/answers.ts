import { FilterException, FilterService, type ParseOverrides } from 'nestjs-filterable';
import type { DataSource } from 'typeorm';
import { Product } from './model.js';

/** A list of the shop: the name by which an entry names it. */
export type ListName = 'plain' | 'declared' | 'flat' | 'strapi' | 'purity';

/** A line of the corpus: a request to a list, and its answer. */
export interface Entry {
  readonly list: ListName;
  readonly query: string;
  readonly answer: Answer;
}

/** Rows as their ids, or whole where the request chose fields or related rows; or the refusals. */
export type Answer =
  | { readonly rows: readonly unknown[]; readonly meta: object; readonly canonical: string }
  | { readonly refused: readonly (readonly string[])[] };

const flat = {
  page: 'page',
  pageSize: ['limit', 'take'],
  sort: { field: 'sortBy', direction: 'order' },
  filters: {
    name: '$contains',
    status: true,
    makerId: 'maker.id',
    from: { field: 'addedOn', operator: '$gte' },
    ids: { field: 'id', operator: '$in', separator: ',' },
  },
} as const;

const declared = { select: true, deleted: true } as const;
/** A list reads nothing of these: they are its host's. */
const bare = { search: false, facets: false, aggregates: false, populate: false } as const;

export const lists: Readonly<Record<ListName, { mode?: 'strapi' | 'purity'; overrides: ParseOverrides<Product> }>> = {
  plain: { overrides: bare },
  declared: { overrides: declared },
  flat: { overrides: { ...bare, flat } },
  strapi: { mode: 'strapi', overrides: declared },
  purity: { mode: 'purity', overrides: bare },
};

/** Answers requests to the lists of the shop, as an application does. */
export class Answering {
  private constructor(
    private readonly source: DataSource,
    private readonly services: Readonly<Record<ListName, FilterService>>,
  ) {}

  static over(source: DataSource): Answering {
    const services: Partial<Record<ListName, FilterService>> = {};
    for (const name of listNames) {
      const { mode } = lists[name];
      const compatibility = mode === undefined ? {} : { compatibility: mode };
      services[name] = FilterService.forDataSource(source, { timezone: 'Europe/Oslo', ...compatibility });
    }
    return new Answering(source, services as Record<ListName, FilterService>);
  }

  async answer(list: ListName, query: string): Promise<Answer> {
    const service = this.services[list];
    try {
      const asked = service.parse(Product, query, lists[list].overrides);
      const { data, meta } = await service.page(this.source.getRepository(Product), asked);
      const isWhole = asked.has('fields') || asked.has('populate');
      const rows: readonly unknown[] = isWhole ? data : data.map(({ id }) => id);
      return plain({ rows, meta, canonical: asked.toString() });
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return { refused: error.issues.map(({ code, path, pointer }) => [code, path, pointer]) };
    }
  }
}

export const listNames = ['plain', 'declared', 'flat', 'strapi', 'purity'] as const satisfies readonly ListName[];

/** As JSON has it: a date as its text. */
function plain(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer;
}
