import { isDeepStrictEqual } from 'node:util';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { limitSql } from '../sql/index.js';
import { type EntitiesMade, type TableHydrator, hydratorOf } from '../typeorm/index.js';
import {
  type DriverStatement,
  type RowsAs,
  dataSourceOf,
  entityTablesOf,
  replaceParameters,
  statementOf,
} from '../typeorm/index.js';
import { type Binding, type Parameters, listsOf, marked, placed, slotsOf, valuesOf } from './parameter-slots.js';

/** A run of consecutive rows of an ordered list. */
export interface Window {
  /** The number of rows before the window. */
  readonly skip: number;
  /** The largest number of rows in it. */
  readonly take: number;
}

/** A builder as it would be sent, without its window, and the names of the values selected beside its entities. */
export interface WrittenStatement<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly names: readonly string[];
}

/** Use of a statement. */
export interface StatementUse {
  readonly rowsAs: RowsAs;
  /** What entities are made of, where they are wanted: by default all that TypeORM puts into them. */
  readonly made?: EntitiesMade | undefined;
  /** The window of the rows to read. Undefined for all of them. */
  readonly window?: Window | undefined;
}

/** A statement that only needs values and a window. It holds no value of the request that it was made for. */
export interface PreparedStatement {
  /** The text, without its window. */
  readonly text: string;
  readonly binding: Binding;
  readonly names: readonly string[];
  readonly hydrate: TableHydrator;
  /** The text with its latest window, which counts as much as the text. */
  sent?: SentText;
}

interface SentText {
  readonly window: Window;
  readonly text: string;
}

/**
 * Returns the text of a statement with a window. Most pages repeat the window of the first page, and then get the same
 * string, so that drivers and caches need not compare all of its characters.
 */
export function textWith(statement: PreparedStatement, window: Window | undefined): string {
  if (window === undefined) return statement.text;
  const { sent } = statement;
  if (sent?.window.skip === window.skip && sent.window.take === window.take) return sent.text;
  const text = statement.text + windowText(window);
  statement.sent = { window, text };
  return text;
}

/** Returns the text of a window, which stands at the end of a statement. */
function windowText(window: Window | undefined): string {
  if (window === undefined) return '';
  return limitSql(window.take, window.skip);
}

/** Parameters of a request before its builder is written. Later ones are always among them. */
export interface GivenParameters {
  readonly parameters: Parameters;
  /** Names of the plan's parameters, and of the added ones. */
  readonly planned: readonly string[];
}

/**
 * Prepares the statement of a builder, or returns the reason why that is impossible. The result is compared
 * with TypeORM's own: its text with a window, and the values of this request in their places. The builder
 * must not be used afterwards.
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

/** Returns the function that makes entities from the rows, if requested, or the reason why there is none. */
function hydratorFor<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { rowsAs, made }: StatementUse,
): TableHydrator | string {
  if (rowsAs === 'values') return () => [];
  const tables = entityTablesOf(builder, made);
  return typeof tables === 'string' ? tables : hydratorOf(tables);
}

/** Limits a builder to the window, and returns TypeORM's statement. */
export function statementWith<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { rowsAs, window }: StatementUse,
): DriverStatement {
  if (window !== undefined) builder.limit(window.take);
  if (window !== undefined && window.skip > 0) builder.offset(window.skip);
  return statementOf(builder, rowsAs);
}

/** Finds the parameters' places among the values of a builder's statement. Leaves markers instead of the values. */
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
