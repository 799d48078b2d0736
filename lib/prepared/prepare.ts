import { isDeepStrictEqual } from 'node:util';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type TableHydrator, hydratorOf } from '../hydration/index.js';
import {
  type DriverStatement,
  type RowsAs,
  dataSourceOf,
  entityTablesOf,
  replaceParameters,
  statementOf,
} from '../sql/index.js';
import { type Binding, type Parameters, listsOf, marked, placed, slotsOf, valuesOf } from './parameter-slots.js';

/** A run of consecutive rows. */
export interface StatementWindow {
  readonly skip: number;
  readonly take: number;
}

/** A builder as it would be sent, apart from its window, and the names of what was selected beside its entities. */
export interface WrittenStatement<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly names: readonly string[];
}

/** What is done with a statement. */
export interface StatementUse {
  readonly rowsAs: RowsAs;
  /** The window of the rows to read; undefined for all of them. */
  readonly window?: StatementWindow | undefined;
}

/** A statement that needs nothing but values and a window. It holds no value of the request that it was made for. */
export interface PreparedStatement {
  /** The text, without its window. */
  readonly text: string;
  readonly binding: Binding;
  readonly names: readonly string[];
  readonly hydrate: TableHydrator;
  /** True after a page that was full, whose total had to be counted. */
  wasFull?: boolean;
  /** The text with the window that it was last sent with, which counts as much as the text. */
  sent?: SentText;
}

interface SentText {
  readonly window: StatementWindow;
  readonly text: string;
}

/**
 * Returns the text of a statement with a window. Most are sent with the same window again, that of the first page, and then as the same
 * string: drivers and caches of statements need not look at all of its characters anew.
 */
export function textWith(statement: PreparedStatement, window: StatementWindow | undefined): string {
  if (window === undefined) return statement.text;
  const { sent } = statement;
  if (sent?.window.skip === window.skip && sent.window.take === window.take) return sent.text;
  const text = statement.text + windowText(window);
  statement.sent = { window, text };
  return text;
}

/** Returns the text of a window, which stands at the end of a statement. */
function windowText(window: StatementWindow | undefined): string {
  if (window === undefined) return '';
  const { skip, take } = window;
  return skip > 0 ? ` LIMIT ${take} OFFSET ${skip}` : ` LIMIT ${take}`;
}

/** The parameters that are known of a request before its builder is written: later ones have no others. */
export interface GivenParameters {
  readonly parameters: Parameters;
  /** The names of the plan's parameters, and of those that were added to it. */
  readonly planned: readonly string[];
}

/**
 * Prepares the statement of a builder, or returns the reason why that cannot be done. What is prepared is compared with what
 * TypeORM makes of the builder: the text with a window, and the values of this request in their places. The builder is used up.
 */
export function prepare<E extends ObjectLiteral>(
  { builder, names }: WrittenStatement<E>,
  use: StatementUse,
  { parameters, planned }: GivenParameters,
): PreparedStatement | string {
  const hydrate = hydratorFor(builder, use);
  if (typeof hydrate === 'string') return hydrate;
  const { text } = statementOf(builder, use.rowsAs);
  const binding = bindingOf(builder, use, parameters);
  if (statementWith(builder, use).text !== text + windowText(use.window))
    return 'the window is not the end of the text';
  return typeof binding === 'string' ? binding : { text, binding: placed(binding, planned), names, hydrate };
}

/** Returns the function that makes entities of the rows, where these are wanted, or the reason why there is none. */
function hydratorFor<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { rowsAs }: StatementUse,
): TableHydrator | string {
  if (rowsAs === 'values') return () => [];
  const tables = entityTablesOf(builder);
  return typeof tables === 'string' ? tables : hydratorOf(tables);
}

/** Limits a builder to the window, and returns the statement that TypeORM then writes. */
export function statementWith<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { rowsAs, window }: StatementUse,
): DriverStatement {
  if (window !== undefined) builder.limit(window.take);
  if (window !== undefined && window.skip > 0) builder.offset(window.skip);
  return statementOf(builder, rowsAs);
}

/** Finds which parameter stands where among the values of a builder's statement. Leaves markers in the place of the values. */
function bindingOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { rowsAs }: StatementUse,
  given: Parameters,
): Binding<string> | string {
  const { driver } = dataSourceOf(builder);
  const { text, values } = statementOf(builder, rowsAs);
  const parameters = builder.getParameters();
  replaceParameters(builder, marked(parameters, driver));
  const { text: markedText, values: markers } = statementOf(builder, rowsAs);
  if (markedText !== text) return 'a value is a part of the text';
  const slots = slotsOf({ values, markers, parameters, marked: builder.getParameters() });
  if (slots === undefined) return 'a value is of no parameter';
  const binding = { slots, lists: listsOf(slots, parameters) };
  const bound = valuesOf(binding, (name) => given[name], driver);
  return isDeepStrictEqual(bound, values) ? binding : 'a value is bound as another one';
}
