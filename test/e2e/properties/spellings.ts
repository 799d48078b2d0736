import fc from 'fast-check';
import type { ParseOverrides } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import type { Laboratory } from './database.js';
import type { Property } from './equivalences.js';
import { filtersOf } from './filters.js';
import { findByText, keysOf } from './find-rows.js';
import { builderFor, plainHandler } from './handlers.js';
import { checkSmallest, same } from './mismatch.js';
import { type Dice, dice, permuted, shuffled } from './permutations.js';
import { parametersOf, queryStringOf } from './printing.js';
import type { Conditions } from './tree.js';

const filters = filtersOf('Post');

/** Room for three bytes in place of one. */
const shortFilters = filtersOf('Post', { parts: 2 });

/** A request that is written in two ways is one request: the same canonical texts, and the same rows. */
function spelling(
  name: string,
  respell: (filters: Conditions, roll: Dice) => string,
  samples: fc.Arbitrary<Conditions> = filters,
): Property {
  const holds = (laboratory: () => Laboratory) =>
    fc.asyncProperty(samples, dice, (asked, throwDice) =>
      checkSmallest(asked, (part) => checkSpelling(laboratory(), name, part, respell(part, throwDice()))),
    );
  return { name, holds, endOnFailure: true };
}

async function checkSpelling(laboratory: Laboratory, name: string, asked: Conditions, other: string): Promise<void> {
  const text = queryStringOf(parametersOf(asked));
  const query = laboratory.parse('Post', text);
  const respelled = laboratory.parse('Post', other);
  same(`${text}\n${other}`, `${name}: toString()`, [respelled.toString()], [query.toString()]);
  same(`${text}\n${other}`, `${name}: toJSON()`, [JSON.stringify(respelled)], [JSON.stringify(query)]);
  const rows = await findByText(laboratory, 'Post', text);
  same(`${text}\n${other}`, `${name}: the rows`, await findByText(laboratory, 'Post', other), rows);
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
    same(text, 'the rows by another strategy', keysOf(found), rows);
  }
}

export const spellings: readonly Property[] = [
  spelling('the order of parameters, and which index stands for what, mean nothing', (asked, roll) =>
    queryStringOf(shuffled(parametersOf(permuted(asked, roll)), roll)),
  ),
  spelling(
    'any byte may be percent-encoded',
    (asked, roll) => queryStringOf(parametersOf(asked), () => roll(3) === 0),
    shortFilters,
  ),
  spelling('a list may be written in any way', (asked, roll) =>
    queryStringOf(parametersOf(asked, () => (['indexes', 'brackets', 'repeated'] as const)[roll(3)] ?? 'indexes')),
  ),
  {
    name: 'what a query prints is the query',
    endOnFailure: true,
    holds: (laboratory) =>
      fc.asyncProperty(filters, (asked) =>
        checkSmallest(asked, async (part) => {
          const query = laboratory().parse('Post', queryStringOf(parametersOf(part)));
          await checkSpelling(laboratory(), 'what toString() prints', part, query.toString());
          const again = laboratory().service.parse(Post, query.toJSON());
          same(query.toString(), 'what toJSON() gives', [again.toString()], [query.toString()]);
        }),
      ),
  },
  {
    name: 'a relation finds the same rows by IN and by EXISTS',
    endOnFailure: true,
    holds: (laboratory) =>
      fc.asyncProperty(filters, (asked) => checkSmallest(asked, (part) => checkStrategies(laboratory(), part))),
  },
];
