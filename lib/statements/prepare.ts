import { isDeepStrictEqual } from 'node:util';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { limitSql } from '../sql/index.js';
import {
  type DriverStatement,
  type EntitiesMade,
  type RowsAs,
  type TableHydrator,
  boundByDriver,
  dataSourceOf,
  entityTablesOf,
  hydratorOf,
  replaceParameters,
  statementOf,
} from '../typeorm/index.js';

type Driver = DataSource['driver'];

/** The values of a statement's parameters, by their names. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Place of a parameter: its index in the plan and its addition, or its name among the builder's own. */
export type ParameterPlace = number | string;

/** Place in the values of a statement, with its parameter. */
interface Slot<Place extends ParameterPlace = ParameterPlace> {
  readonly parameter: Place;
  /** Index in a spread list. Undefined for a parameter that is bound as it is. */
  readonly index: number | undefined;
  /** True where the driver binds a converted value, as SQLite's drivers do for a boolean and a Date. */
  readonly converted: boolean;
}

/** The places of a statement's values. */
interface Binding<Place extends ParameterPlace = ParameterPlace> {
  readonly slots: readonly Slot<Place>[];
  /** Lists with a place for each member, and the number of members that the text was written for. */
  readonly lists: readonly { readonly parameter: Place; readonly length: number }[];
}

/**
 * Returns the values in the order of their slots. With another number of list members, the statement would
 * answer another question.
 *
 * @returns undefined where a list has another number of members than places in the text
 */
export function valuesOf<Place extends ParameterPlace>(
  { slots, lists }: Binding<Place>,
  valueOf: (parameter: Place) => unknown,
  driver: Driver,
): unknown[] | undefined {
  for (const { parameter, length } of lists) {
    const list = valueOf(parameter);
    if (!Array.isArray(list) || list.length !== length) return undefined;
  }
  return slots.map(({ parameter, index, converted }) => {
    const value = valueOf(parameter);
    if (index !== undefined) return Array.isArray(value) ? (value[index] as unknown) : undefined;
    return converted ? boundByDriver(driver, value)[0] : value;
  });
}

/** Replaces the names of a plan's parameters by their places. */
function placed({ slots, lists }: Binding<string>, names: readonly string[]): Binding {
  const placeOf = (name: string): ParameterPlace => {
    const place = names.indexOf(name);
    return place < 0 ? name : place;
  };
  return {
    slots: slots.map((slot) => ({ ...slot, parameter: placeOf(slot.parameter) })),
    lists: lists.map((list) => ({ ...list, parameter: placeOf(list.parameter) })),
  };
}

/** Returns the lists whose members each have a slot. An empty list has none, spread or not. */
function listsOf(slots: readonly Slot<string>[], parameters: Parameters): Binding<string>['lists'] {
  const lists: Binding<string>['lists'][number][] = [];
  for (const [parameter, value] of Object.entries(parameters)) {
    if (!Array.isArray(value)) continue;
    const own = slots.filter((slot) => slot.parameter === parameter);
    const isSpread = own.length === 0 ? value.length === 0 : own.some(({ index }) => index !== undefined);
    if (isSpread) lists.push({ parameter, length: value.length });
  }
  return lists;
}

/** Stands for a value while the parameters' places are found. It is an object, which every driver binds as it is. */
class Marker {
  constructor(
    readonly name: string,
    readonly index: number | undefined,
  ) {}
}

/** Returns parameters with a marker for each value, except for numbers that the driver writes into the text. */
export function marked(parameters: Parameters, driver: Driver): Parameters {
  const isText = (value: unknown): boolean => typeof value === 'number' && boundByDriver(driver, value).length === 0;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((_, index) => new Marker(name, index))];
      return [name, isText(value) ? value : new Marker(name, undefined)];
    }),
  );
}

/** Values of a statement, known twice: as they are, and as markers. */
interface MarkedValues {
  readonly values: readonly unknown[];
  readonly markers: readonly unknown[];
  readonly parameters: Parameters;
  /** Parameters with markers, and TypeORM's own. */
  readonly marked: Parameters;
}

/**
 * Finds the slots of a statement by the markers among its values.
 *
 * @returns undefined for a value without a parameter
 */
function slotsOf(statement: MarkedValues): Slot<string>[] | undefined {
  const slots: Slot<string>[] = [];
  for (const place of statement.markers.keys()) {
    const slot = slotAt(place, statement);
    if (slot === undefined) return undefined;
    slots.push(slot);
  }
  return slots;
}

function slotAt(place: number, { values, markers, parameters, marked: all }: MarkedValues): Slot<string> | undefined {
  const marker = markers[place];
  if (marker instanceof Marker) {
    const { name: parameter, index } = marker;
    return { parameter, index, converted: index === undefined && !Object.is(values[place], parameters[parameter]) };
  }
  for (const [parameter, value] of Object.entries(all)) {
    if (!Array.isArray(value)) continue;
    // A list that is bound as one value, or a member of TypeORM's own list: the discriminators of an entity.
    if (value === marker) return { parameter, index: undefined, converted: false };
    const index = value.indexOf(marker);
    if (index >= 0) return { parameter, index, converted: false };
  }
  return undefined;
}

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
interface GivenParameters {
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
