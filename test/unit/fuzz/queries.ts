import { expand } from '../../support/hostile/refusals.js';
import { cases } from '../../support/table.js';
import { refusedRequests } from '../hostile/requests.js';
import type { Random } from './random.js';

/** Parts from which queries are assembled, and characters that break them. */
const tokens: readonly string[] = `
  filters sort pagination [ ] [] [0] [1] [2] [00] [-1] = & && . , : ; # [title] [views] [visits] [rating] [score]
  [isFeatured] [publishedAt] [status] [externalId] [meta] [author] [comments] [tags] [name] [country] [stars]
  [secretNote] [passwordHash] [id] [$eq] [$ne] [$in] [$notIn] [$between] [$null] [$contains] [$startsWithc] [$lt]
  [$gte] [$eqc] [$and] [$or] [$not] [$some] [$every] [$none] [$count] [$where] [$exists] $ $eq [page] [pageSize]
  [start] [limit] [after] [before] [withCount] :desc :asc:nullsLast comments.$count [__proto__] [constructor]
  [toString] __proto__ [hasOwnProperty] % %5B %5D %00 %zz %E0%A4%A %2B %25 + %F0%9F%8C%B1 Spring true null 1 -1
  1e309 NaN 9007199254740993 2024-02-30 2024-03-01T10:00:00Z '-- %25 _
`
  .trim()
  .split(/\s+/)
  .concat('\0', '\u202e', '\ud800', '\u{1f331}');

const known: readonly string[] = Object.values(refusedRequests)
  .flatMap((table) => cases(table).map(([request]) => expand(request)))
  .filter((query) => query.length < 600);

/** Ways to break a query, each a small one; several make a large one. */
const mutations: readonly ((query: string, random: Random) => string)[] = [
  (query, random) => splice(query, random, 0, random.pick(tokens)),
  (query, random) => splice(query, random, 1 + random.below(4), ''),
  (query, random) => splice(query, random, 1, String.fromCharCode(random.below(256))),
  (query, random) => splice(query, random, 0, String.fromCharCode(random.below(0x10000))),
  (query, random) => splice(query, random, 1 + random.below(6), random.pick(tokens)),
  (query, random) => `${query}&${random.pick(known)}`,
  (query, random) => query.slice(0, random.below(query.length + 1)) + random.pick(known),
  (query, random) => `${query}&`.repeat(2 + random.below(3)),
  (query, random) => repeatPart(query, random),
  (query) => query.split('&').reverse().join('&'),
  (query) => query.replaceAll('[', '%5B'),
  (query, random) => query.replace(/=.*?(?=&|$)/, random.pick(['', '=', '=%', `=${random.pick(tokens)}`])),
  (query, random) => encodeOne(query, random),
];

/** A request that was right or at least told apart, broken a little; or no request at all. */
export function queryFrom(random: Random): string {
  if (random.chance(20)) return random.times(200, () => String.fromCharCode(random.below(256))).join('');
  if (random.chance(8)) return random.times(30, () => random.pick(tokens)).join('');
  let query = random.pick(known);
  for (let step = random.below(5); step > 0; step -= 1) query = random.pick(mutations)(query, random);
  return query.slice(0, 20_000);
}

function splice(query: string, random: Random, remove: number, insert: string): string {
  const at = random.below(query.length + 1);
  return query.slice(0, at) + insert + query.slice(at + remove);
}

function repeatPart(query: string, random: Random): string {
  const from = random.below(query.length + 1);
  const to = from + random.below(12);
  return query.slice(0, from) + query.slice(from, to).repeat(1 + random.below(40)) + query.slice(to);
}

function encodeOne(query: string, random: Random): string {
  const at = random.below(query.length + 1);
  const code = query.charCodeAt(at);
  return Number.isNaN(code) || code > 255
    ? query
    : splice(query.slice(0, at), random, 0, `%${code.toString(16)}`) + query.slice(at + 1);
}
