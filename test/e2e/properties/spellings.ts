import fc from 'fast-check';
import type { ParseOverrides } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import type { Laboratory } from './database.js';
import type { Property } from './laws.js';
import { filtersOf } from './filters.js';
import { findByText, keysOf } from './find-rows.js';
import { type RootName, builderFor, plainHandler } from './handlers.js';
import { checkSmallest, same } from './mismatch.js';
import { type Dice, dice, permuted, shuffled } from './permutations.js';
import { parametersOf, queryStringOf } from './printing.js';
import type { Conditions } from './tree.js';

/** How a spelling is checked: the rows that are asked for, and the filters to respell. */
interface Subject {
  readonly root: RootName;
  readonly samples: fc.Arbitrary<Conditions>;
}

/** A request that is written in two ways is one request: the same canonical texts, and the same rows. */
function spelling(
  name: string,
  { root, samples }: Subject,
  respell: (filters: Conditions, roll: Dice) => string,
): Property {
  const holds = (laboratory: () => Laboratory) =>
    fc.asyncProperty(samples, dice, (asked, throwDice) =>
      checkSmallest(asked, (part) =>
        checkSpelling({ laboratory: laboratory(), name, root }, part, respell(part, throwDice())),
      ),
    );
  return { name, holds, endOnFailure: true };
}

interface Checked {
  readonly laboratory: Laboratory;
  readonly name: string;
  readonly root: RootName;
}

async function checkSpelling(
  { laboratory, name, root }: Checked,
  asked: Conditions,
  other: string | object,
): Promise<void> {
  const text = queryStringOf(parametersOf(asked));
  const query = laboratory.parse(root, text);
  const respelled = laboratory.parse(root, other);
  const texts = `${text}\n${typeof other === 'string' ? other : JSON.stringify(other)}`;
  same(texts, `${name}: toString()`, [respelled.toString()], [query.toString()]);
  same(texts, `${name}: toJSON()`, [JSON.stringify(respelled)], [JSON.stringify(query)]);
  const rows = await findByText(laboratory, root, text);
  same(texts, `${name}: the rows`, await findByText(laboratory, root, other), rows);
}

/** The ways to write a request for rows of an entity. */
export function spellingsOf(root: RootName): Property[] {
  const subject = { root, samples: filtersOf(root) };
  // Room for three bytes in place of one.
  const short = { root, samples: filtersOf(root, { parts: 2 }) };
  return [
    spelling('the order of parameters, and which index stands for what, mean nothing', subject, (asked, roll) =>
      queryStringOf(shuffled(parametersOf(permuted(asked, roll)), roll)),
    ),
    spelling('any byte may be percent-encoded', short, (asked, roll) =>
      queryStringOf(parametersOf(asked), () => roll(3) === 0),
    ),
    spelling('a list may be written in any way', subject, (asked, roll) =>
      queryStringOf(parametersOf(asked, () => (['indexes', 'brackets', 'repeated'] as const)[roll(3)] ?? 'indexes')),
    ),
    printed(subject),
  ];
}

function printed({ root, samples }: Subject): Property {
  const name = 'what a query prints is the query';
  const holds = (laboratory: () => Laboratory) =>
    fc.asyncProperty(samples, (asked) =>
      checkSmallest(asked, async (part) => {
        const query = laboratory().parse(root, queryStringOf(parametersOf(part)));
        const checked = { laboratory: laboratory(), root };
        await checkSpelling({ ...checked, name: 'what toString() prints' }, part, query.toString());
        await checkSpelling({ ...checked, name: 'what toJSON() gives' }, part, query.toJSON());
      }),
    );
  return { name, holds, endOnFailure: true };
}

/** The relations of posts, all by one strategy. */
const byStrategy = (strategy: 'in' | 'exists'): ParseOverrides<Post> => ({
  relations: [
    { name: 'author', strategy },
    { name: 'comments', strategy },
    { name: 'tags', strategy },
  ],
});
const strategies = [byStrategy('in'), byStrategy('exists')];

async function checkStrategies(laboratory: Laboratory, asked: Conditions): Promise<void> {
  const text = queryStringOf(parametersOf(asked));
  const rows = await findByText(laboratory, 'Post', text);
  for (const strategy of strategies) {
    const query = laboratory.service.parse(Post, text, strategy);
    const found = await laboratory.service.apply(builderFor(laboratory, 'Post', plainHandler), query).getMany();
    same(text, 'the rows by another strategy', keysOf(found.map((row) => ({ ...row }))), rows);
  }
}

const filters = filtersOf('Post');

export const spellings: readonly Property[] = [
  ...spellingsOf('Post'),
  {
    name: 'a relation finds the same rows by IN and by EXISTS',
    endOnFailure: true,
    holds: (laboratory) =>
      fc.asyncProperty(filters, (asked) => checkSmallest(asked, (part) => checkStrategies(laboratory(), part))),
  },
];
