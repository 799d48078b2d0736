import type { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { keysOf } from './find-rows.js';
import { builderFor, rowsFor } from './handlers.js';
import { checkSmallest, same } from './mismatch.js';
import { type Request, print } from './requests.js';
import { type User, seenBy } from './users.js';

/**
 * Checks the page and the total of each user, twice and in turns: the second time what was kept of all of them is
 * there to be taken for another's.
 */
export function checkForUsers(laboratory: Laboratory, request: Request, users: readonly User[]): Promise<void> {
  return checkSmallest(request.filters, async (filters) => {
    for (const user of [...users, ...users]) await check(laboratory, { ...request, filters }, user);
  });
}

async function check(laboratory: Laboratory, request: Request, user: User): Promise<void> {
  const { root, filters, handler } = request;
  const text = `${print(request)}&pagination[pageSize]=100`;
  const query = laboratory.parse(root, text, user);
  const page = await laboratory.service.page(builderFor(laboratory, root, handler), query);
  const count = await laboratory.service.count(builderFor(laboratory, root, handler), query);
  const seen = rowsFor(seenBy(laboratory.dataset, user), root, handler);
  const expected = new Evaluator(laboratory.reading(handler)).matching(filters, seen).sort();
  const asked = `${text} for ${JSON.stringify(user)}`;
  same(asked, 'the rows of a user', keysOf(page.data), expected);
  same(asked, 'the total of a user', [String(count)], [String(expected.length)]);
}
