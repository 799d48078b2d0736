import { isDeepStrictEqual } from 'node:util';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { limitSql } from '../sql/index.js';
import {
  type EntitiesMade,
  type TableHydrator,
  boundByDriver,
  dataSourceOf,
  entityTablesOf,
  hydratorOf,
  replaceParameters,
  statementOf,
} from '../typeorm/index.js';

/** Place of a parameter: its index in the list and its statement, or its name among the builder's own. */
type ParameterPlace = number | string;

export type ValueOf = (place: ParameterPlace) => unknown;

/** The places in the values of a statement, each with its parameter. */
interface Binding {
  readonly slots: readonly {
    readonly parameter: ParameterPlace;
    /** Index in a spread list. Undefined for a parameter that is bound as it is. */
    readonly index: number | undefined;
    /** True where the driver binds a converted value, as SQLite's drivers do for a boolean and a Date. */
    readonly converted: boolean;
  }[];
  /** Lists with a place for each member, and the number of members that the text was written for. */
  readonly lists: readonly (readonly [parameter: ParameterPlace, length: number])[];
}

/** Returns the values in the order of their slots. Undefined where a list has another number of members than places. */
export function valuesIn(
  { slots, lists }: Binding,
  valueOf: ValueOf,
  driver: DataSource['driver'],
): unknown[] | undefined {
  for (const [parameter, length] of lists) {
    const list = valueOf(parameter);
    if (!Array.isArray(list) || list.length !== length) return undefined;
  }
  return slots.map(({ parameter, index, converted }) => {
    const value = valueOf(parameter);
    if (index !== undefined) return Array.isArray(value) ? (value[index] as unknown) : undefined;
    return converted ? boundByDriver(driver, value)[0] : value;
  });
}

type Parameters = Readonly<Record<string, unknown>>;

/** Stands for a value while the parameters' places are found. It is an object, which every driver binds as it is. */
class Marker {
  constructor(
    readonly name: string,
    readonly index: number | undefined,
  ) {}
}

/** Returns parameters with a marker for each value, except for numbers that the driver writes into the text. */
export function marked(parameters: Parameters, driver: DataSource['driver']): Parameters {
  const isText = (value: unknown): boolean => typeof value === 'number' && boundByDriver(driver, value).length === 0;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((_, index) => new Marker(name, index))];
      return [name, isText(value) ? value : new Marker(name, undefined)];
    }),
  );
}

/** A run of consecutive rows of an ordered list. */
export interface Window {
  readonly skip: number;
  readonly take: number;
}

/** A builder as it would be sent, without its window, and the names of the values selected beside its entities. */
export interface Written {
  readonly builder: SelectQueryBuilder<ObjectLiteral>;
  readonly names: readonly string[];
}

/** A statement that only needs values and a window. It holds no value of the request that it was made for. */
export interface PreparedStatement {
  /** The text, without its window. */
  readonly text: string;
  readonly binding: Binding;
  readonly names: readonly string[];
  readonly hydrate: TableHydrator;
  /** The text with its latest window, which counts as much as the text. */
  sent?: { readonly window: Window; readonly text: string };
}

/** Returns the text of a statement with a window: mostly the same string, whose characters nobody need compare. */
export function textWith(statement: PreparedStatement, window: Window | undefined): string {
  if (window === undefined) return statement.text;
  const { sent } = statement;
  if (sent?.window.skip === window.skip && sent.window.take === window.take) return sent.text;
  const text = statement.text + limitSql(window.take, window.skip);
  statement.sent = { window, text };
  return text;
}

/**
 * Prepares the statement of a builder, which must not be used afterwards, or returns the reason why that is impossible.
 * The result is compared with TypeORM's own: its text with a window, and the values of this request in their places.
 *
 * @param makes what entities are made of; undefined where values are read
 * @param names the names of the list's parameters, and of the statement's own
 */
export function prepare(
  { builder, names: selected }: Written,
  makes: EntitiesMade | undefined,
  window: Window | undefined,
  names: readonly string[],
  valueOf: ValueOf,
): PreparedStatement | string {
  const tables = makes && entityTablesOf(builder, makes);
  if (typeof tables === 'string') return tables;
  const hydrate = tables === undefined ? () => [] : hydratorOf(tables);
  const { text } = statementOf(builder, makes !== undefined);
  const binding = bindingOf(builder, makes !== undefined, names, valueOf);
  if (statementWith(builder, makes, window).text !== text + (window ? limitSql(window.take, window.skip) : ''))
    return 'the window is not the end of the text';
  return typeof binding === 'string' ? binding : { text, binding, names: selected, hydrate };
}

/** Limits a builder to the window, and returns TypeORM's statement. */
export function statementWith(
  builder: SelectQueryBuilder<ObjectLiteral>,
  makes: EntitiesMade | undefined,
  window: Window | undefined,
): ReturnType<typeof statementOf> {
  limitTo(builder, window);
  return statementOf(builder, makes !== undefined);
}

export function limitTo(builder: SelectQueryBuilder<ObjectLiteral>, window: Window | undefined): void {
  if (window !== undefined) builder.limit(window.take);
  if (window !== undefined && window.skip > 0) builder.offset(window.skip);
}

/** Finds the parameters' places among the values of a builder's statement. Leaves markers instead of the values. */
function bindingOf(
  builder: SelectQueryBuilder<ObjectLiteral>,
  ofEntities: boolean,
  names: readonly string[],
  valueOf: ValueOf,
): Binding | string {
  const { driver } = dataSourceOf(builder);
  const { text, values } = statementOf(builder, ofEntities);
  const parameters: Parameters = builder.getParameters();
  replaceParameters(builder, marked(parameters, driver));
  const { text: markedText, values: markers } = statementOf(builder, ofEntities);
  if (markedText !== text) return 'a value is a part of the text';
  const placeOf = (name: string): ParameterPlace => {
    const place = names.indexOf(name);
    return place < 0 ? name : place;
  };
  const slots: Binding['slots'][number][] = [];
  for (const [place, marker] of markers.entries()) {
    const found = marker instanceof Marker ? marker : markerOf(marker, builder.getParameters());
    if (found === undefined) return 'a value is of no parameter';
    const { name, index } = found;
    const converted = found === marker && index === undefined && !Object.is(values[place], parameters[name]);
    slots.push({ parameter: placeOf(name), index, converted });
  }
  const binding = { slots, lists: listsIn(slots, parameters, placeOf) };
  const bound = valuesIn(binding, valueOf, driver);
  return isDeepStrictEqual(bound, values) ? binding : 'a value is bound as another one';
}

/** Finds a list that is bound as one value, or a member of TypeORM's own list: the discriminators of an entity. */
function markerOf(value: unknown, parameters: Parameters): Marker | undefined {
  for (const [name, list] of Object.entries(parameters)) {
    if (!Array.isArray(list)) continue;
    if (list === value) return new Marker(name, undefined);
    const index = list.indexOf(value);
    if (index >= 0) return new Marker(name, index);
  }
  return undefined;
}

/** Returns the lists whose members each have a slot. An empty list has none, spread or not. */
function listsIn(
  slots: Binding['slots'],
  parameters: Parameters,
  placeOf: (name: string) => ParameterPlace,
): Binding['lists'] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [];
    const parameter = placeOf(name);
    const own = slots.filter((slot) => slot.parameter === parameter);
    const isSpread = own.length === 0 ? value.length === 0 : own.some(({ index }) => index !== undefined);
    return isSpread ? [[parameter, value.length] as const] : [];
  });
}
