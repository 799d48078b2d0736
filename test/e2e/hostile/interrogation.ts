import type { TestApp } from '../../support/http/adapters.js';
import type { Answer } from '../../support/http/client.js';
import type { HostileCase } from './case.js';
import { idsOf, judge } from './judge.js';

/** A list that is asked hostile questions, over the applications of several adapters. */
export interface Asked {
  /** Its path: `/posts`. A second one, `/posts/all`, answers without pages. */
  readonly path: string;
  readonly adapters: readonly TestApp[];
  /** The rows that the scope leaves, which no request may widen. */
  readonly visible: readonly number[];
}

const prototype = Object.getOwnPropertyNames(Object.prototype).join();

/** The answer of the first adapter, and how those of the others differ. */
export async function ask(path: string, adapters: readonly TestApp[]): Promise<{ answer: Answer; wrong: string[] }> {
  const [answer, ...others] = await Promise.all(adapters.map(({ client }) => client.get(path)));
  if (answer === undefined) throw new Error('nobody was asked');
  const wrong = others.filter((other) => toText(other) !== toText(answer));
  return { answer, wrong: wrong.map((other) => `one says ${toText(answer)}\n    the other ${toText(other)}`) };
}

/** Describes the mistakes of the responses to many requests. */
export async function checkAll(some: readonly HostileCase[], asked: Asked): Promise<string[]> {
  return (await Promise.all(some.map((one) => check(one, asked)))).flat();
}

async function check(hostile: HostileCase, asked: Asked): Promise<string[]> {
  const { query, expected } = hostile;
  const { path, adapters, visible } = asked;
  const { answer, wrong } = await ask(`${path}?${query}`, adapters);
  const baseline = 'sameAs' in expected ? expected.sameAs : 'twinOf' in expected ? expected.twinOf : undefined;
  const other = baseline === undefined ? undefined : await ask(`${path}?${baseline}`, adapters);
  wrong.push(
    ...judge(hostile, { answer, other: other?.answer, visible }),
    ...(await checkApplied(query, answer, asked)),
  );
  if (Object.getOwnPropertyNames(Object.prototype).join() !== prototype) wrong.push('Object.prototype was changed');
  return wrong.map((text) => `${hostile.id} ${query.slice(0, 200)}\n    ${text}`);
}

/** `apply()` finds the very rows that `page()` does; only it takes no cursor, and no page where none is asked for. */
async function checkApplied(query: string, paged: Answer, { path, adapters }: Asked): Promise<string[]> {
  if (paged.status !== 200 || query.includes('pagination')) return [];
  const { answer, wrong } = await ask(`${path}/all?${query}`, adapters);
  const [found, wanted] = [idsOf(answer), idsOf(paged)].map((ids) => [...ids].sort((a, b) => a - b).join());
  return found === wanted ? wrong : [...wrong, `apply() finds ${found}, page() ${wanted}`];
}

/** What is refused before any engine is asked. A cursor is not, but by then the engine does not matter any more. */
export function isRefused({ expected }: HostileCase): boolean {
  return 'refused' in expected || 'twinOf' in expected;
}

function toText({ status, type, text }: Answer): string {
  return `${status} ${type} ${text}`;
}
