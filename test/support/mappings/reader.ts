import type { DataSource, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FilterService, Page } from 'nestjs-filterable';
import type { MappingCase } from './mapping.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;

/** The rows of a list, read in every way. */
export interface Readings {
  readonly applied: readonly unknown[];
  /** The first page of two rows. */
  readonly page: readonly unknown[];
  readonly total: number | undefined;
  readonly count: number;
  /** The rows of all pages, from cursor to cursor, two at a time. Undefined without a sort of the client's. */
  readonly cursors: readonly unknown[] | undefined;
}

/** The expected rows of a list. */
export function readingsOf({ finds, query }: MappingCase): Readings {
  const cursors = hasSort(query) ? finds : undefined;
  return { applied: finds, page: finds.slice(0, 2), total: finds.length, count: finds.length, cursors };
}

function hasSort(query: string): boolean {
  return query.includes('sort=');
}

/** Asks the questions of mappings, as a client would. */
export class MappingReader {
  constructor(
    private readonly source: DataSource,
    private readonly service: FilterService,
  ) {}

  builderOf(entity: EntityTarget<ObjectLiteral>): Builder {
    return this.source.getRepository(entity).createQueryBuilder();
  }

  /** A builder that loads every relation of the entity beside it. */
  joinedBuilderOf(entity: EntityTarget<ObjectLiteral>): Builder {
    const builder = this.builderOf(entity);
    for (const [index, { propertyPath }] of this.source.getMetadata(entity).relations.entries()) {
      builder.leftJoinAndSelect(`${builder.alias}.${propertyPath}`, `joined_${index}`);
    }
    return builder;
  }

  async read({ entity, query, by = idOf }: MappingCase, builder: () => Builder): Promise<Readings> {
    const { service } = this;
    const asked = (pagination: string) => service.parse(entity, `${query}&pagination${pagination}`);
    const { data, meta } = await service.page(builder(), asked('[pageSize]=2'));
    const applied = await service.apply(builder(), asked('[pageSize]=50')).getMany();
    return {
      applied: applied.map(by),
      page: data.map(by),
      total: 'total' in meta.pagination ? meta.pagination.total : undefined,
      count: await service.count(builder(), service.parse(entity, query)),
      cursors: hasSort(query) ? (await this.readOn(entity, query, builder)).map(by) : undefined,
    };
  }

  /** Every row, from cursor to cursor, two at a time. */
  async readOn(entity: EntityTarget<ObjectLiteral>, query: string, builder: () => Builder): Promise<ObjectLiteral[]> {
    const rows: ObjectLiteral[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const asked = this.service.parse(entity, `${query}&pagination[after]=${cursor}&pagination[pageSize]=2`);
      const page: Page<ObjectLiteral> = await this.service.page(builder(), asked);
      rows.push(...page.data);
      const meta = page.meta.pagination;
      cursor = 'next' in meta ? meta.next : null;
      if (rows.length > 50) throw new Error('the pages do not end');
    }
    return rows;
  }
}

export function idOf(row: ObjectLiteral): unknown {
  return row['id'];
}
