import { FilterException, type FilterIssue, type FilterQuery, type ParseOverrides } from 'nestjs-filterable';
import { FilterService } from 'nestjs-filterable';
import type { DataSourceOptions, EntityTarget, ObjectLiteral } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { Post, model } from './model.js';

type Entities = NonNullable<DataSourceOptions['entities']>;
type Options = Parameters<typeof FilterService.forDataSource>[1];

/** A service that reads requests and has no database to send them to. */
export async function serviceFor(entities: Entities, options?: Options): Promise<FilterService> {
  return FilterService.forDataSource(await describeEntities('sqlite', entities), options);
}

const posts = await serviceFor(model);

/** How a request is asked, where it is not for posts under the usual rules. */
export interface Asking {
  readonly of?: EntityTarget<ObjectLiteral>;
  readonly by?: FilterService;
  readonly overrides?: ParseOverrides<ObjectLiteral>;
}

/** A request as a client sends it, or as a body or a program has it. */
export type Input = string | object;

export function parse(input: Input, { of = Post, by = posts, overrides }: Asking = {}): FilterQuery<ObjectLiteral> {
  return by.parse<ObjectLiteral>(of, input, overrides);
}

/** Everything that is wrong with a request; nothing where it is understood. */
export function issuesOf(input: Input, asking?: Asking): readonly FilterIssue[] {
  try {
    parse(input, asking);
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues;
    throw error;
  }
}

/** An issue as tables tell it: `code /pointer`, and for a limit its name and number. */
export function told({ code, pointer, limit, max }: FilterIssue): string {
  return limit === undefined ? `${code} ${pointer}` : `${code} ${pointer} (${limit} ${max})`;
}

/** The canonical form of a request, its values decoded so that a table can be read; or what is wrong with it. */
export function answer(input: Input, asking?: Asking): string | readonly string[] {
  const issues = issuesOf(input, asking);
  return issues.length > 0 ? issues.map(told) : decodeURIComponent(parse(input, asking).toString());
}

/** A request, its canonical form or what is wrong with it, and why the row is there. */
export type Row = readonly [input: Input, expected: string | readonly string[], why: string];

/** One test for every row. What is wrong is written as a list, also where it is one issue. */
export function answers(rows: readonly Row[], asking?: Asking): void {
  it.each(rows.map(([input, expected, why]) => [named(input), why, input, expected] as const))(
    '%s: %s',
    (_name, _why, input, expected) => {
      expect(answer(input, asking)).toEqual(expected);
    },
  );
}

function named(input: Input): string {
  const text = typeof input === 'string' ? input : inCode(input);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function inCode(input: object): string {
  return JSON.stringify(input, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return value === undefined ? 'undefined' : value;
  });
}

/** `count` parameters, each written by its index. */
export function pieces(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('&');
}
