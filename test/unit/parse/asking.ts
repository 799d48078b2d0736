import { isDeepStrictEqual } from 'node:util';
import { FilterException, type FilterIssue, type FilterQuery, type ParseOverrides } from 'nestjs-filterable';
import { FilterService } from 'nestjs-filterable';
import { type JsonSchema, filterJsonSchema, toolSchema } from 'nestjs-filterable/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DataSourceOptions, EntityTarget, ObjectLiteral } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { cellText, linesOf } from '../../support/table.js';
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

type Validate = ReturnType<Ajv2020['compile']>;

/**
 * The validators of the schemas of requests, by the overrides or the service, and the entity; and by the schema's text.
 */
const validators = new Map<unknown, Map<unknown, readonly Validators[]>>();
const validatorsOf = new Map<string, Validators>();

/** The validators of one schema. Each is compiled where it is first asked, which takes longer than most tests. */
class Validators {
  private readonly compiled: Validate[] = [];

  constructor(private readonly schema: JsonSchema) {}

  /**
   * Returns what the schema has against the request in this text: what the first has to say where none of them takes
   * it.
   */
  errors(text: string): unknown {
    const takes = (_: unknown, index: number) => this.validate(index)(JSON.parse(text)) === true;
    return ajvs.some(takes) ? [] : this.validate(0).errors;
  }

  private validate(index: number): Validate {
    const ajv = ajvs[index];
    if (ajv === undefined) throw new RangeError(`there is no validator ${index}`);
    return (this.compiled[index] ??= ajv.compile(this.schema));
  }
}

/**
 * What the schema of requests has against the canonical form of one that was understood. That form is without
 * shorthands and spellings; beside those, the schema names neither where NULLs stand in a sort, nor sort keys through
 * several relations.
 */
function schemaErrors(query: FilterQuery<ObjectLiteral>, { of = Post, by = posts, overrides }: Asking): unknown {
  const known = validators.get(overrides ?? by) ?? new Map<unknown, readonly Validators[]>();
  validators.set(overrides ?? by, known);
  const schemas = known.get(of) ?? schemasOf({ of, by, ...(overrides && { overrides }) }).map(validatorsOfSchema);
  known.set(of, schemas);
  const names = by.parameters(of, overrides);
  const own: readonly (readonly [string, unknown])[] = Object.entries(query.toJSON());
  // The canonical form has the library's own names for the parameters, and the schema those of the host.
  const request = Object.fromEntries(own.map(([name, value]) => [names[name as keyof typeof names] ?? name, value]));
  const text = JSON.stringify(request, (key, value: unknown) => (key === names.sort ? withoutNulls(value) : value));
  const [inBody, ofTool] = schemas;
  const asked = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === names.facets || key === names.aggregates ? listed(value) : value,
  );
  return [inBody?.errors(text), ofTool?.errors(asked)].filter((errors) => !isDeepStrictEqual(errors, []));
}

/** Facets and aggregates as agents name them: a list of facets, and of pairs of a field and a function. */
function listed(value: unknown): unknown {
  const entries = Object.entries(value as object) as [string, unknown][];
  return entries.flatMap(([name, each]) => (Array.isArray(each) ? each.map((one) => `${name}:${one}`) : name));
}

/** The schema of requests, and that of the same list as a tool. */
function schemasOf({ of, by, overrides }: Required<Pick<Asking, 'of' | 'by'>> & Asking): readonly JsonSchema[] {
  const { context, ...rest } = overrides ?? {};
  const tool = toolSchema(by, of, { context, ...(Object.keys(rest).length > 0 && { overrides: rest }) });
  return [filterJsonSchema(by, of, { context: undefined, ...overrides }), tool.inputSchema];
}

function validatorsOfSchema(schema: JsonSchema): Validators {
  const text = JSON.stringify(schema);
  const known = validatorsOf.get(text) ?? new Validators(schema);
  validatorsOf.set(text, known);
  return known;
}

function withoutNulls(sort: unknown): unknown {
  const keys = (sort as readonly string[]).map((key) => key.replace(/:nulls(First|Last)$/, ''));
  const near = keys.filter((key) => key.split('.').length < 3 || key.startsWith('specs.'));
  return near.length === 0 ? undefined : near;
}

/** Values are texts in the canonical form, of which one of these makes numbers; numbers beyond 2^53 stay texts. */
const ajvs = [true, false].map((coerceTypes) => addFormats.default(new Ajv2020({ coerceTypes, strict: false })));

/** The canonical form of a request, its values decoded so that a table can be read; or what is wrong with it. */
export function answer(input: Input, asking?: Asking): string | readonly string[] {
  const issues = issuesOf(input, asking);
  return issues.length > 0 ? issues.map(told) : decodeURIComponent(parse(input, asking).toString());
}

/** A request, its canonical form or what is wrong with it, and why the row is there. */
export type Row = readonly [input: Input, expected: string | readonly string[], why: string];

/** Rows, or lines of them: `request -> canonical form # why`, `request -> code /pointer; code /pointer # why`. */
export type Rows = string | readonly Row[];

/** Reads lines of rows. A request in braces is JSON, and a text in double quotes as well. */
export function rowsIn(text: string): readonly Row[] {
  return linesOf(text).map((line): Row => {
    const [, input, expected, why = ''] = /^(.*) -> (.*?)(?: +# (.*))?$/.exec(line) ?? [];
    if (input === undefined || expected === undefined) throw new Error(`not request -> answer: ${line}`);
    const request = /^\s*\{.*\}\s*$/.test(input) ? (JSON.parse(input) as object) : cellText(input);
    return [request, /^[a-z_]+ \//.test(expected) ? expected.trim().split('; ') : cellText(expected), why];
  });
}

/** One test for every row. */
export function answers(list: Rows, asking?: Asking): void {
  const rows = typeof list === 'string' ? rowsIn(list) : list;
  it.each(rows.map(([input, expected, why]) => [named(input), why, input, expected] as const))(
    '%s: %s',
    (_name, _why, input, expected) => {
      expect(answer(input, asking)).toEqual(expected);
      if (typeof expected === 'string') expect(schemaErrors(parse(input, asking), asking ?? {})).toEqual([]);
    },
  );
}

/** The tests of rows that are asked in one way: `answersBy(asking)(rows)`. */
export const answersBy = (asking: Asking) => (rows: Rows) => answers(rows, asking);

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
