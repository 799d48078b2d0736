import fc from 'fast-check';
import type { Askable } from './asking.js';
import type { GuideData } from './dataset.js';
import { type Condition, type Facts, type RelationFacts, type Row, factsOf } from './facts.js';
import type { GuideContext } from './guide.js';
import { numberOperators, textOperators } from './operators.js';

type Relation = RelationFacts<GuideData, GuideContext>;

const one = (target: string, related: Relation['related'], fields?: readonly string[]): Relation => ({
  ...{ target, related, fields, toMany: false, limit: 1, maximum: 1, sort: [] },
  ...{ where: () => true, isShown: () => true },
});

type ManyFacts = Partial<Pick<Relation, 'sort' | 'fields' | 'where'>> & Pick<Relation, 'limit' | 'maximum'>;

const many = (target: string, related: Relation['related'], facts: ManyFacts): Relation => ({
  ...{ target, related, toMany: true, sort: [], fields: undefined },
  ...{ where: () => true, isShown: () => true },
  ...facts,
});

/** The entities of the guide, as `guide.ts` declares them. */
export const guideFacts: Facts<GuideData, GuideContext> = {
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

/** Values and operators of the fields, by name: fields of one name have one kind. */
const operands: Readonly<Record<string, fc.Arbitrary<Condition>>> = {
  name: textOperators(),
  title: textOperators(),
  label: textOperators(),
  text: textOperators(),
  metal: textOperators(),
  rank: numberOperators(4),
  stars: numberOperators(5),
  weight: numberOperators(3),
  born: fc.record({ $gte: fc.constantFrom('1961-02-03', '1965-01-01') }),
  price: fc.record({ $gte: fc.constantFrom('3', '2.25') }),
};

/** The guide, as requests ask for its rows. */
export const guideModel: Askable = {
  facts: guideFacts,
  operators: (_, field) => operands[field],
  sorts: (entity) => factsOf(guideFacts, entity).fields,
};
