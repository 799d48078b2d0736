import { type EntityName, entities } from './expected-model.js';
import { type BlogDataset, type RowSeed, datasetOf } from './dataset.js';

const createdAt = '2024-03-31T00:00:00Z';

/**
 * Four posts: with everything, with nothing, with two of it, and with what is deleted. The links of a post are its
 * author and its tags, those of a comment its author and its post.
 */
export const fourPosts: BlogDataset = datasetOf({
  countries: rows('Country', [{ values: { name: 'a%b' } }]),
  authors: rows('Author', [
    { values: { name: 'a' }, links: [0] },
    { values: { name: 'b', bornOn: '1999-12-31' }, links: [null] },
  ]),
  tags: rows('Tag', [{ values: { name: 'a' } }, { values: { name: 'ab' } }]),
  posts: rows('Post', [
    { values: { title: '[^a]', views: '1', publishedAt: '2024-03-31T00:00:00Z', createdAt }, links: [0, 0] },
    { values: { title: 'a', slug: 'ab', views: '2', createdAt }, links: [null], tenant: 2 },
    {
      values: { title: '_b', slug: 'b', views: '3', publishedAt: '2024-04-01T00:00:00Z', createdAt },
      links: [1, 0, 1],
      tenant: 3,
    },
    { values: { title: 'xb', createdAt }, links: [1] },
  ]),
  comments: rows('Comment', [
    { values: { stars: '5' }, links: [0, 0] },
    { values: {}, links: [null, 2] },
    { values: { stars: '5' }, links: [1, 2] },
    { values: { stars: '5' }, links: [1, 3], deleted: true },
  ]),
});

/** Columns that a row leaves out are NULL, or zero if they are not nullable. */
function rows(entity: EntityName, seeds: readonly Partial<RowSeed>[]): RowSeed[] {
  const fields = Object.entries(entities[entity].fields);
  const unsaid = Object.fromEntries(fields.map(([name, { nullable }]) => [name, nullable ? null : '0']));
  return seeds.map(({ values, ...rest }) => ({
    deleted: false,
    tenant: 1,
    links: [],
    ...rest,
    values: { ...unsaid, ...values },
  }));
}
