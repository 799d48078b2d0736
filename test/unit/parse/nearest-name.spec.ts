import { nearestName } from '../../../lib/parse/node.js';

const names = ['isFeatured', 'created_at', 'title', 'id', 'ids', 'a'.repeat(64)];

describe('the name that a typo is nearest to', () => {
  it.each<[typo: string, name: string | undefined, why: string]>([
    ['titel', 'title', 'two letters that have changed places'],
    ['Title', 'title', 'another case'],
    ['TITLEX', 'title', 'another case and one edit'],
    ['is_featured', 'isFeatured', 'the other way to write two words'],
    ['createdAt', 'created_at', 'and back'],
    ['__created__at__', 'created_at', 'any number of underscores'],
    ['created-at', 'created_at', 'another sign is one edit'],
    ['name', undefined, 'none is near'],
    ['ix', undefined, 'short names have too many neighbours'],
    ['ID', 'id', 'but for their case'],
    ['IDS', 'ids', 'the first that is equal, not one that is near'],
    ['A'.repeat(64), 'a'.repeat(64), 'as long as a typo may be'],
    ['a'.repeat(65), undefined, 'longer than that'],
  ])('%s: %s, %s', (typo, name) => {
    expect(nearestName(typo, names)).toBe(name);
  });
});
