import fc from 'fast-check';
import type { FilterService } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Author, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import { rootEntity } from '../../e2e/properties/expected-model.js';
import { replaceValues } from '../../e2e/properties/replace-values.js';
import { type Request, print, requestsFor } from '../../e2e/properties/requests.js';
import { runs, seed } from '../../e2e/properties/settings.js';
import { type Node, isList, isObject } from '../../e2e/properties/tree.js';
import { shopClasses } from '../../e2e/properties/shop/entities.js';
import { queryFrom } from '../fuzz/queries.js';
import { Random } from '../fuzz/random.js';
import { serviceFor } from '../parse/asking.js';
import { BothWays } from './both-ways.js';

const shop = shopClasses('sqlite');
const worlds: readonly (readonly [
  name: string,
  FilterService,
  Readonly<Record<string, EntityTarget<ObjectLiteral>>>,
])[] = [
  ['blog', await serviceFor(blogEntities), { Post, Author, Tag }],
  ['shop', await serviceFor(Object.values(shop) as never), shop],
];

/** How many requests of each kind are made. Each is read sixteen times. */
const requests = Math.ceil(runs / 3);

/** The request with its own values, and twice with others, by which every shape is seen, learned, and known. */
function textsOf({ root, filters, lists }: Request): readonly string[] {
  const replaced = replaceValues(rootEntity(root), filters);
  const texts = [filters, replaced, filters, replaced].map((each) => print({ filters: each, lists }));
  return [...texts, ...texts.map((text) => `${text}&pagination[page]=2`)];
}

/** Replaces every list of values by one of another length, of the same values over and over. */
function resized(node: Node, length: number): Node {
  if (isObject(node))
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, resized(inner, length)]));
  if (!isList(node)) return node;
  if (!node.every((member) => typeof member === 'string')) return node.map((member) => resized(member, length));
  return Array.from({ length }, (_, index) => node[index % node.length] ?? '');
}

/** The request, with lists of its own length, and of others. */
function textsOfLengths({ filters, lists }: Request, lengths: readonly number[]): readonly string[] {
  const others = lengths.map((length) => resized(filters, length));
  return [filters, filters, ...others, filters, ...others].map(
    (each) => `${print({ filters: each as never, lists })}&utm`,
  );
}

describe.each(worlds)(`requests of the %s, from seed ${seed}`, (name, service, entities) => {
  const lists = Object.fromEntries(
    Object.entries(entities).map(([root, entity]) => [root, new BothWays(service, entity)]),
  );
  const random = name === 'shop' ? requestsFor('Product', 'Maker', 'Variant') : requestsFor('Post', 'Author', 'Tag');

  it('are read by their shapes as the parser reads them', () => {
    fc.assert(
      fc.property(random, (request) => {
        const differences = textsOf(request).flatMap((text) => lists[request.root]?.difference(text) ?? []);
        if (differences.length > 0) throw new Error(differences.join('\n'));
      }),
      { numRuns: requests, seed },
    );
    fc.assert(
      fc.property(
        random,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 3, maxLength: 3 }),
        (request, lengths) => {
          const texts = textsOfLengths(request, lengths);
          const all = [...texts.map((text) => text.slice(0, -'&utm'.length)), ...texts];
          const differences = all.flatMap((text) => lists[request.root]?.difference(text) ?? []);
          if (differences.length > 0) throw new Error(differences.join('\n'));
        },
      ),
      { numRuns: requests, seed },
    );
    const known = Object.values(lists).reduce((sum, { byShape }) => sum + byShape, 0);
    // Four times each, unless a flag is first seen, a key is repeated, or a column is virtual.
    expect(known).toBeGreaterThan(requests / 2);
  });
});

describe.each(['default', 'purity', 'strapi'] as const)('requests that are broken a little, in the mode %s', (mode) => {
  it('are read, or refused, as the parser reads and refuses them', async () => {
    const list = new BothWays(await serviceFor(blogEntities, { compatibility: mode }), Post);
    const random = new Random(seed);
    const differences: string[] = [];
    for (let run = 0; run < requests && differences.length < 10; run += 1) {
      const text = queryFrom(random);
      const others = [text, text, text.replace(/=[^&]*/, '=1'), text.replaceAll(/=[^&]*/g, '=a'), text];
      differences.push(...others.flatMap((each) => list.difference(each) ?? []));
    }
    expect(differences).toEqual([]);
    expect(list.byShape).toBeGreaterThan(requests / 10);
  });
});
