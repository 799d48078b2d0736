import type { BadgeRow, ChefRow, GuideData, RestaurantRow, ReviewRow, TagRow } from './dataset.js';
import type { GuideContext } from './guide.js';

/*
 * The meaning of `populate`, written once more: all rows are in memory, and every answer is put together from them. It
 * knows nothing of the library.
 */

interface Rows {
  readonly chef: ChefRow;
  readonly badge: BadgeRow;
  readonly restaurant: RestaurantRow;
  readonly tag: TagRow;
  readonly review: ReviewRow;
}

export type EntityName = keyof Rows;
type Row = Readonly<Record<string, unknown>>;

/** What is asked of the rows of an entity. */
export interface Asked {
  readonly filters?: Condition;
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly populate?: Readonly<Record<string, Asked>>;
}

/** Conditions as a request has them: of fields, of relations, or alternatives. */
export interface Condition {
  readonly [name: string]: unknown;
}

/** What is known of a relation, in the words of the dialect. */
export interface RelationFacts {
  readonly target: EntityName;
  readonly toMany: boolean;
  readonly limit: number;
  readonly maximum: number;
  readonly sort: readonly string[];
  readonly fields: readonly string[] | undefined;
  readonly where: (row: Row) => boolean;
  readonly related: (row: Row, data: GuideData) => readonly Row[];
}

export interface EntityFacts {
  readonly fields: readonly string[];
  readonly key: readonly string[];
  readonly rows: (data: GuideData) => readonly Row[];
  readonly isVisible: (row: Row, context: GuideContext) => boolean;
  readonly relations: Readonly<Record<string, RelationFacts>>;
  /** The relations that filters may lead through, and that may be populated. */
}

const one = (target: EntityName, related: RelationFacts['related'], fields?: readonly string[]): RelationFacts => ({
  ...{ target, related, fields, toMany: false, limit: 1, maximum: 1, sort: [] },
  where: () => true,
});

type ManyFacts = Partial<Pick<RelationFacts, 'sort' | 'fields' | 'where'>> & Pick<RelationFacts, 'limit' | 'maximum'>;

const many = (target: EntityName, related: RelationFacts['related'], facts: ManyFacts): RelationFacts => ({
  ...{ target, related, toMany: true, sort: [], fields: undefined, where: () => true },
  ...facts,
});

/** The entities of the guide, as `guide.ts` declares them. */
export const facts: Readonly<Record<EntityName, EntityFacts>> = {
  chef: {
    fields: ['id', 'name', 'rank', 'born'],
    key: ['id'],
    rows: ({ chefs }) => asRows(chefs),
    isVisible: (row, { region, hidden = [] }) =>
      row['isDeleted'] === false && Number(row['region']) <= region && !hidden.includes(Number(row['id'])),
    relations: {
      mentor: one('chef', (row, { chefs }) => asRows(chefs).filter(({ id }) => id === row['mentor'])),
      badge: one('badge', (row, { badges }) => asRows(badges).filter(({ chef }) => chef === row['id'])),
      apprentices: many('chef', (row, { chefs }) => asRows(chefs).filter(({ mentor }) => mentor === row['id']), {
        ...{ limit: 2, maximum: 4, sort: ['rank:desc'] },
      }),
      restaurants: many(
        'restaurant',
        (row, { restaurants }) => asRows(restaurants).filter(({ chef }) => chef === row['id']),
        { limit: 3, maximum: 5 },
      ),
    },
  },
  badge: {
    fields: ['series', 'number', 'metal'],
    key: ['series', 'number'],
    rows: ({ badges }) => asRows(badges),
    isVisible: () => true,
    relations: { chef: one('chef', (row, { chefs }) => asRows(chefs).filter(({ id }) => id === row['chef'])) },
  },
  restaurant: {
    fields: ['id', 'code', 'title', 'price'],
    key: ['id'],
    rows: ({ restaurants }) => asRows(restaurants),
    isVisible: (row, { region }) => Number(row['region']) <= region,
    relations: {
      chef: one('chef', (row, { chefs }) => asRows(chefs).filter(({ id }) => id === row['chef'])),
      tags: many(
        'tag',
        (row, { tags, taggings }) =>
          asRows(tags).filter(({ id }) =>
            taggings.some(({ restaurant, tag }) => restaurant === row['id'] && tag === id),
          ),
        { limit: 3, maximum: 6, sort: ['label'] },
      ),
      reviews: many(
        'review',
        (row, { reviews }) => asRows(reviews).filter(({ restaurant }) => restaurant === row['code']),
        { limit: 2, maximum: 5, sort: ['stars:desc'], where: ({ spam }) => spam === false },
      ),
    },
  },
  tag: {
    fields: ['id', 'label', 'weight'],
    key: ['id'],
    rows: ({ tags }) => asRows(tags),
    isVisible: () => true,
    relations: {
      restaurants: many(
        'restaurant',
        (row, { restaurants, taggings }) =>
          asRows(restaurants).filter(({ id }) =>
            taggings.some(({ restaurant, tag }) => restaurant === id && tag === row['id']),
          ),
        { limit: 2, maximum: 3, fields: ['id', 'title', 'price'] },
      ),
    },
  },
  review: {
    fields: ['id', 'stars', 'text'],
    key: ['id'],
    rows: ({ reviews }) => asRows(reviews),
    isVisible: (row, { leastStars }) => row['isDeleted'] === false && Number(row['stars']) >= leastStars,
    relations: {
      restaurant: one('restaurant', (row, { restaurants }) =>
        asRows(restaurants).filter(({ code }) => code === row['restaurant']),
      ),
      author: one('chef', (row, { chefs }) => asRows(chefs).filter(({ id }) => id === row['author']), ['name', 'rank']),
    },
  },
};

function asRows(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}

/** Puts answers together. */
export class Oracle {
  /** The relations of which a row has more related rows than were answered. */
  readonly more: Record<string, { limit: number; hasMore: true }> = {};

  constructor(
    private readonly data: GuideData,
    private readonly context: GuideContext,
  ) {}

  /** Returns the rows of a list. */
  list(entity: EntityName, asked: Asked): readonly Row[] {
    const visible = facts[entity].rows(this.data).filter((row) => this.isFound(entity, row, asked));
    return inOrder(visible, entity, asked.sort ?? []).map((row) => this.answer(entity, row, { asked, path: '' }));
  }

  private isFound(entity: EntityName, row: Row, { filters }: Asked): boolean {
    return facts[entity].isVisible(row, this.context) && (filters === undefined || this.holds(entity, row, filters));
  }

  private answer(entity: EntityName, row: Row, { asked, path, declared }: Answered): Row {
    const { fields, key, relations } = facts[entity];
    const names = new Set([...key, ...(asked.fields ?? declared ?? fields)]);
    const answer: Record<string, unknown> = Object.fromEntries([...names].map((name) => [name, row[name]]));
    for (const [name, inner] of Object.entries(asked.populate ?? {})) {
      const relation = relations[name];
      if (relation === undefined) throw new Error(`no relation ${name}`);
      answer[name] = this.related(row, relation, { asked: inner, path: path === '' ? name : `${path}.${name}` });
    }
    return answer;
  }

  private related(row: Row, relation: RelationFacts, { asked, path }: Answered): unknown {
    const { target, toMany, limit: usual, sort, where, fields } = relation;
    const found = relation
      .related(row, this.data)
      .filter((other) => where(other) && this.isFound(target, other, asked));
    const answers = (rows: readonly Row[]) =>
      rows.map((other) => this.answer(target, other, { asked, path, declared: fields }));
    if (!toMany) return answers(found)[0] ?? null;
    const limit = asked.limit ?? usual;
    if (found.length > limit) this.more[path] = { limit, hasMore: true };
    return answers(inOrder(found, target, asked.sort ?? sort).slice(0, limit));
  }

  private holds(entity: EntityName, row: Row, condition: Condition): boolean {
    return Object.entries(condition).every(([name, value]) => {
      if (name === '$or') return (value as Condition[]).some((part) => this.holds(entity, row, part));
      const relation = facts[entity].relations[name];
      if (relation === undefined) return compares(row[name], value as Record<string, unknown>);
      return relation
        .related(row, this.data)
        .some((other) => this.isFound(relation.target, other, { filters: value as Condition }));
    });
  }
}

interface Answered {
  readonly asked: Asked;
  readonly path: string;
  /** The fields that the declaration leaves. */
  readonly declared?: readonly string[] | undefined;
}

/** True where a value satisfies all operators; NULL satisfies `$null` alone. */
function compares(value: unknown, operators: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(operators).every(([operator, operand]) => {
    if (operator === '$null') return (value === null) === operand;
    if (value === null) return false;
    switch (operator) {
      case '$eq':
        return order(value, operand) === 0;
      case '$ne':
        return order(value, operand) !== 0;
      case '$gte':
        return order(value, operand) >= 0;
      case '$lt':
        return order(value, operand) < 0;
      case '$in':
        return (operand as unknown[]).some((member) => order(value, member) === 0);
      case '$contains':
        return textOf(value).includes(textOf(operand));
      default:
        throw new Error(`no operator ${operator}`);
    }
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const numeric = /^-?\d+(\.\d+)?$/;

function order(one: unknown, other: unknown): number {
  const [a, b] = [textOf(one), textOf(other)];
  if (numeric.test(a) && numeric.test(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts rows by the keys of a sort, NULL last, and then by the primary key in the direction of the last key. */
function inOrder(rows: readonly Row[], entity: EntityName, sort: readonly string[]): readonly Row[] {
  const keys = sort.map((text) => {
    const [name = '', direction = 'asc'] = text.split(':');
    return { name, sign: direction === 'desc' ? -1 : 1 };
  });
  const sign = keys.at(-1)?.sign ?? 1;
  const all = [...keys, ...facts[entity].key.map((name) => ({ name, sign }))];
  return [...rows].sort((a, b) => {
    for (const key of all) {
      const [one, other] = [a[key.name], b[key.name]];
      if (one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      const difference = order(one, other) * key.sign;
      if (difference !== 0) return difference;
    }
    return 0;
  });
}
