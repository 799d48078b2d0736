import type { Answer } from '../../support/http/client.js';
import type { HostileCase } from './case.js';

interface Issue {
  readonly code: string;
  readonly path: string;
  readonly pointer: string;
  readonly message: string;
  readonly limit?: string;
  readonly allowed?: readonly string[];
}

interface Refusal {
  readonly statusCode: number;
  readonly error: string;
  readonly message: readonly string[];
  readonly issues: readonly Issue[];
}

/** A response, the one to the baseline, and the rows that the scope leaves. */
interface Responses {
  readonly answer: Answer;
  readonly other: Answer | undefined;
  readonly visible: readonly number[];
}

/** Describes the mistakes of a response; empty if it is correct. */
export function judge({ expected, query }: HostileCase, { answer, other, visible }: Responses): string[] {
  if ('refused' in expected)
    return [...judgeRefusal(query, answer), ...differences(expected.refused, issuesOf(answer))];
  if ('twinOf' in expected) {
    const [sent, twin] = expected.names;
    const untold = [...judgeRefusal(query, answer)];
    return [...untold, ...differences(answer.text, other?.text.replaceAll(twin, sent))];
  }
  const scope = judgeRows(answer, visible);
  if ('sameAs' in expected) return [...scope, ...differences(other?.text, answer.text)];
  if ('rows' in expected) return [...scope, ...differences(expected.rows, idsOf(answer))];
  const strange = idsOf(answer).filter((id) => !expected.among.includes(id));
  return [...scope, ...strange.map((id) => `row ${id} does not match`)];
}

/** The rows of an answer, in order. */
export function idsOf(answer: Answer): readonly number[] {
  return rowsOf(answer).map(({ id }) => id);
}

function rowsOf({ status, text }: Answer): readonly { readonly id: number }[] {
  return status === 200 ? (JSON.parse(text) as { data: { id: number }[] }).data : [];
}

function judgeRows(answer: Answer, visible: readonly number[]): string[] {
  const { status, type, text } = answer;
  if (status !== 200 || !type.startsWith('application/json'))
    return [`is answered ${status} ${type}: ${text.slice(0, 300)}`];
  return idsOf(answer)
    .filter((id) => !visible.includes(id))
    .map((id) => `row ${id} is outside the scope`);
}

function judgeRefusal(query: string, { status, type, text }: Answer): string[] {
  if (status !== 400 || !type.startsWith('application/json'))
    return [`is answered ${status} ${type}: ${text.slice(0, 300)}`];
  const body = JSON.parse(text) as Refusal;
  const told = body.issues.map(sentenceOf);
  return [
    ...differences(['statusCode', 'error', 'message', 'issues'], Object.keys(body)),
    ...differences(
      body.issues.map(({ message }) => message),
      body.message,
    ),
    ...told.filter((message) => driverText.test(message)).map((message) => `tells of the driver: ${message}`),
    ...body.issues.filter(({ path }) => unprintable.test(path)).map(({ path }) => `path is not escaped: ${path}`),
    ...leaks(query, body),
  ];
}

const driverText =
  /sqlite|postgres|mysql|mariadb|typeorm|QueryFailed|syntax|SELECT|near "|ER_[A-Z]|node_modules|[\w/]\.[jt]s:\d/i;

/** Characters that could break a log line or a page, or mislead a reader. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}<>&"'`]/u;

function issuesOf({ status, text }: Answer): readonly string[] {
  if (status !== 400) return [];
  return (JSON.parse(text) as Refusal).issues.map(({ code, pointer, limit }) =>
    limit === undefined ? `${code} ${pointer}` : `${code}(${limit}) ${pointer}`,
  );
}

/** A message without the names that the client sent: the path, and the sort key that it names after it. */
function sentenceOf({ message, path }: Refusal['issues'][number]): string {
  return message.replace(path, '').replace(/^: '[^']*' /, '');
}

/** The values of a query that the refusal repeats. Those are left out that its own words would contain in any case. */
function leaks(query: string, { issues }: Refusal): string[] {
  const keys = query.split('&').map((piece) => piece.split('=', 1)[0] ?? '');
  const values = query.split('&').map((piece, index) => decoded(piece.slice((keys[index] ?? '').length + 1)));
  const said = issues.map((issue) => JSON.stringify([sentenceOf(issue), issue.allowed ?? []])).join('\n');
  return values
    .filter(
      (value) => value.length > 3 && !ownWords.includes(value) && said.includes(JSON.stringify(value).slice(1, -1)),
    )
    .map((value) => `repeats the value ${value}`);
}

/** What a refusal says of itself, whatever was sent: names, members, ranges, and how a value is written. */
const ownWords = [
  'use one of: id, title, slug, status, views, visits, rating, score; id, name, bornOn; author, comments, tags',
  'must be one of: draft, published, archived',
  'must be a whole number from -2147483648 to 2147483647, from -9223372036854775808 to 9223372036854775807',
  'must be a date-time such as 2024-03-01T10:00:00Z',
  'takes true or false',
  'takes keys to sort by, each with a direction: sort[name]=desc; use asc or desc',
].join();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function differences(expected: unknown, found: unknown): string[] {
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(found)];
  return wanted === got ? [] : [`wanted ${wanted}\n    found  ${got}`];
}
