import fc from 'fast-check';
import type { FilterService } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Author, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import { rootEntity } from '../../e2e/properties/expected-model.js';
import { replaceValues } from '../../e2e/properties/replace-values.js';
import { type Request, print, requestsFor } from '../../e2e/properties/requests.js';
import { runs, seed } from '../../e2e/properties/settings.js';
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
    const known = Object.values(lists).reduce((sum, { byShape }) => sum + byShape, 0);
    // Four times each, unless a value is true or false, a key is repeated, or a column is virtual.
    expect(known).toBeGreaterThan(requests / 2);
  });
});

describe('requests that are broken a little', () => {
  it('are read, or refused, as the parser reads and refuses them', () => {
    const [, service] = worlds[0] ?? [];
    if (service === undefined) throw new TypeError('there is a blog');
    const list = new BothWays(service, Post);
    const random = new Random(seed);
    const differences: string[] = [];
    for (let run = 0; run < requests * 3 && differences.length < 10; run += 1) {
      const text = queryFrom(random);
      const others = [text, text, text.replace(/=[^&]*/, '=1'), text.replaceAll(/=[^&]*/g, '=a'), text];
      differences.push(...others.flatMap((each) => list.difference(each) ?? []));
    }
    expect(differences).toEqual([]);
    expect(list.byShape).toBeGreaterThan(requests / 10);
  });
});
