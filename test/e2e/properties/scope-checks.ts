import type { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { keysOf } from './find-rows.js';
import { builderFor, rowsFor } from './handlers.js';
import { checkSmallest, same } from './mismatch.js';
import { type Request, print } from './requests.js';
import { type User, seenBy } from './users.js';

/**
 * Checks the page, the total, the aggregates and the pages by cursor of each user, twice and in turns: the second time
 * what was kept of all of them is there to be taken for another's.
 */
export function checkForUsers(laboratory: Laboratory, request: Request, users: readonly User[]): Promise<void> {
  return checkSmallest(request.filters, async (filters) => {
    for (const user of [...users, ...users]) await check(laboratory, { ...request, filters }, user);
    await walk(laboratory, { ...request, filters }, users);
  });
}

/** The keys of the rows that a request finds for a user, in their order. */
function expectedFor(laboratory: Laboratory, { root, filters, handler }: Request, user: User): string[] {
  const seen = rowsFor(seenBy(laboratory.dataset, user), root, handler);
  return new Evaluator(laboratory.reading(handler)).matching(filters, seen).sort();
}

async function check(laboratory: Laboratory, request: Request, user: User): Promise<void> {
  const { root, handler } = request;
  const text = `${print(request)}&pagination[pageSize]=100`;
  const query = laboratory.parse(root, text, user);
  const page = await laboratory.service.page(builderFor(laboratory, root, handler), query);
  const count = await laboratory.service.count(builderFor(laboratory, root, handler), query);
  const expected = expectedFor(laboratory, request, user);
  const asked = `${text} for ${JSON.stringify(user)}`;
  same(asked, 'the rows of a user', keysOf(page.data), expected);
  same(asked, 'the total of a user', [String(count)], [String(expected.length)]);
  const aggregating = laboratory.parse(root, `${text}&aggregates[id]=count,sum,min,max`, user);
  const { meta } = await laboratory.service.page(builderFor(laboratory, root, handler), aggregating);
  const { count: rows, sum, min, max } = meta.aggregates?.['id'] ?? {};
  same(asked, 'the aggregates of a user', [rows, sum, min, max].map(String), aggregated(expected));
}

/** The number of keys, their sum, and their ends. */
function aggregated(keys: readonly string[]): string[] {
  const numbers = keys.map(Number);
  if (numbers.length === 0) return ['0', 'null', 'null', 'null'];
  const sum = numbers.reduce((all, each) => all + each, 0);
  return [numbers.length, sum, Math.min(...numbers), Math.max(...numbers)].map(String);
}

/** The keys that a user has seen, and the cursor of the next page. Null after the last one. */
interface Walk {
  readonly user: User;
  readonly keys: string[];
  after: string | null;
}

/** Walks through the pages of several users at a time, a page of each in turn, and each of them on. */
async function walk(laboratory: Laboratory, request: Request, users: readonly User[]): Promise<void> {
  const { root, handler } = request;
  const text = `${print(request)}&sort=id:desc&pagination[pageSize]=2&pagination[withCount]=false`;
  const walks = users.map((user): Walk => ({ user, keys: [], after: '' }));
  for (let turn = 0; turn < 4; turn += 1) {
    for (const each of walks.filter(({ after }) => after !== null)) {
      const query = laboratory.parse(
        root,
        `${text}&pagination[after]=${encodeURIComponent(each.after ?? '')}`,
        each.user,
      );
      const { data, meta } = await laboratory.service.page(builderFor(laboratory, root, handler), query);
      each.keys.push(...data.map(({ id }) => String(id)));
      each.after = 'next' in meta.pagination ? meta.pagination.next : null;
    }
  }
  for (const { user, keys, after } of walks) {
    const expected = expectedFor(laboratory, request, user).sort((one, other) => Number(other) - Number(one));
    const reached = after === null ? expected : expected.slice(0, 8);
    same(`${text} for ${JSON.stringify(user)}`, 'the pages of a user by cursor', keys, reached);
  }
}
