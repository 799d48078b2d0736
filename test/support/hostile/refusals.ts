import { FilterException, type FilterIssue, type FilterService, type ParseOverrides } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { cases } from '../table.js';

/** The body of a refusal. */
export interface Refusal {
  readonly statusCode: number;
  readonly error: string;
  readonly message: readonly string[];
  readonly issues: readonly FilterIssue[];
}

/**
 * Writes out a request whose repetitions are short: `{3*a}` is `aaa`, and `{3&a#}` is `a0&a1&a2`.
 */
export function expand(text: string): string {
  return text.replace(/\{(\d+)([*&])(.*?)\}/g, (_, count: string, by: string, piece: string) => {
    const pieces = Array.from({ length: Number(count) }, (_each, index) => piece.replaceAll('#', String(index)));
    return pieces.join(by === '&' ? '&' : '');
  });
}

/**
 * The issues of a refusal in one line: `code /pointer`, or `limit_exceeded(name) /pointer`, with commas between. What
 * a table cannot have is escaped, and so is `>`, because of its arrows.
 */
export function issueLine(issues: readonly FilterIssue[]): string {
  const texts = issues.map(
    ({ code, pointer, limit }) => `${code}${limit === undefined ? '' : `(${limit})`} ${pointer}`,
  );
  return texts.join(', ').replace(/[\p{C}\p{Zl}\p{Zp}`>]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** What is wrong with a refusal, whatever it is for: a body of another form, words of a driver, a value sent. */
export function faultsOf(request: string, { message, issues, ...rest }: Refusal): readonly string[] {
  const sentences = issues.map(sentenceOf);
  const repeats = valuesOf(request).filter((value) =>
    sentences.concat(issues.flatMap(({ allowed }) => allowed ?? [])).some((text) => text.includes(value)),
  );
  return [
    ...(rest.statusCode === 400 && rest.error === 'Bad Request' ? [] : [`is ${JSON.stringify(rest)}`]),
    ...(message.join() === issues.map((issue) => issue.message).join() ? [] : ['has other messages than its issues']),
    ...sentences.filter((text) => driverWords.test(text)).map((text) => `names the driver: ${text}`),
    ...issues.filter(({ path }) => unprintable.test(path)).map(({ path }) => `does not escape ${path}`),
    ...repeats.map((value) => `repeats the value ${value}`),
  ];
}

const driverWords =
  /sqlite|postgres|mysql|mariadb|typeorm|QueryFailed|syntax|SELECT|near "|ER_[A-Z]|node_modules|[\w/]\.[jt]s:\d/i;

/** Characters that break a line of a log or a page, or mislead a reader. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}<>&"'`]/u;

/** A message without the names that the client sent: the path, and the sort key after it. */
function sentenceOf({ message, path }: FilterIssue): string {
  return message.replace(path, '').replace(/^: '[^']*' /, '');
}

/** The values of a request that no refusal contains by itself. */
function valuesOf(request: string): readonly string[] {
  const values = request.split('&').map((piece) => decoded(piece.slice(piece.indexOf('=') + 1 || piece.length)));
  return values.filter((value) => value.length > 3 && !ownWords.includes(value));
}

/** Names of fields and members, ranges, and examples, which messages list. */
const ownWords = [
  'id, title, slug, status, views, visits, rating, score, name, bornOn, author, comments, tags, stops, guide, price, shelf',
  'draft, published, archived, -2147483648 to 2147483647, -9223372036854775808 to 9223372036854775807',
  'deleted: with or only; a date-time such as 2024-03-01T10:00:00Z; true or false; sort[name]=desc',
].join();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Tables of requests for one list, which are read by `parse()` and reach no database. */
export class HostileList<Entity extends ObjectLiteral> {
  constructor(
    private readonly filters: FilterService,
    private readonly entity: EntityTarget<Entity>,
    private readonly overrides?: ParseOverrides<Entity>,
  ) {}

  /** Lines `request -> issues`: the refusal has exactly these. */
  refuses(title: string, table: string): void {
    describe(title, () => {
      it.each(cases(table))('%s -> %s', (line, issues) => this.expectRefusal(expand(line), expand(issues)));
    });
  }

  expectRefusal(request: string, issues: string): void {
    const refusal = this.refusalOf(request);
    expect(issueLine(refusal.issues)).toBe(issues.replaceAll('>', escaped));
    expect(faultsOf(request, refusal)).toEqual([]);
  }

  /** Lines `request -> hidden invented`: the refusals differ in that name, which is NAME in the request, alone. */
  hides(title: string, table: string): void {
    describe(title, () => {
      it.each(cases(table))('%s -> %s', (request, names) => {
        const [hidden = '', invented = ''] = names.split(' ');
        const [real, other] = [hidden, invented].map((name) => this.refusalOf(request.replaceAll('NAME', name)));
        expect(JSON.stringify(real)).toBe(JSON.stringify(other).replaceAll(invented, hidden));
      });
    });
  }

  /** Lines `request -> other request`: both mean the same. */
  equals(title: string, table: string): void {
    describe(title, () => {
      it.each(cases(table))('%s -> %s', (request, other) => {
        expect(this.parse(expand(request))).toBe(this.parse(other));
      });
    });
  }

  private parse(request: string): string {
    return this.filters.parse(this.entity, request, this.overrides).toString();
  }

  private refusalOf(request: string): Refusal {
    try {
      throw new Error(`understood as ${this.parse(request)}`);
    } catch (error) {
      if (error instanceof FilterException) return error.getResponse() as Refusal;
      throw error;
    }
  }
}
