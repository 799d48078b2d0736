import type { DataSource } from 'typeorm';
import { boundByDriver } from '../sql/index.js';

type Driver = DataSource['driver'];

/** The values of a statement's parameters, by their names. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * A place in the values of a statement: the parameter that stands there.
 *
 * @typeParam Name what tells parameters apart: their names, or their places among those of a template
 */
export interface Slot<Name extends string | number = string> {
  readonly name: Name;
  /** The place in a list that is spread; undefined for a parameter that is bound as it is. */
  readonly index: number | undefined;
  /** True where the driver binds something else than the value itself, as SQLite's do for a boolean and a Date. */
  readonly converted: boolean;
}

/** The places of a statement's values. */
export interface Binding<Name extends string | number = string> {
  readonly slots: readonly Slot<Name>[];
  /** The lists that have a place for each member, and the number of members that the text was written for. */
  readonly lists: readonly { readonly name: Name; readonly length: number }[];
}

/**
 * Returns the values in the order of their slots; undefined where a list has another number of members than the text has places
 * for. Whatever a statement was found by, it would answer another question then.
 */
export function valuesOf<Name extends string | number>(
  { slots, lists }: Binding<Name>,
  parameters: Readonly<Record<Name, unknown>>,
  driver: Driver,
): unknown[] | undefined {
  for (const { name, length } of lists) {
    const list = parameters[name];
    if (!Array.isArray(list) || list.length !== length) return undefined;
  }
  return slots.map(({ name, index, converted }) => {
    const parameter = parameters[name];
    if (index !== undefined) return Array.isArray(parameter) ? (parameter[index] as unknown) : undefined;
    return converted ? boundByDriver(driver, parameter)[0] : parameter;
  });
}

/** Returns the lists of which each member has a slot. An empty list has none, whether it is spread or not. */
export function listsOf(slots: readonly Slot[], parameters: Parameters): Binding['lists'] {
  const lists: Binding['lists'][number][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (!Array.isArray(value)) continue;
    const own = slots.filter((slot) => slot.name === name);
    const isSpread = own.length === 0 ? value.length === 0 : own.some(({ index }) => index !== undefined);
    if (isSpread) lists.push({ name, length: value.length });
  }
  return lists;
}

/** Stands for a value while the places of the parameters are found. It is an object, which every driver binds as it is. */
class Marker {
  constructor(
    readonly name: string,
    readonly index: number | undefined,
  ) {}
}

/** Returns parameters with a marker in the place of each value, apart from numbers that the driver writes into the text. */
export function marked(parameters: Parameters, driver: Driver): Parameters {
  const isText = (value: unknown): boolean => typeof value === 'number' && boundByDriver(driver, value).length === 0;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((_, index) => new Marker(name, index))];
      return [name, isText(value) ? value : new Marker(name, undefined)];
    }),
  );
}

/** A statement whose values are known twice: as they are, and as markers. */
export interface MarkedStatement {
  readonly values: readonly unknown[];
  readonly markers: readonly unknown[];
  readonly parameters: Parameters;
  /** The parameters with markers, and those that TypeORM adds by itself. */
  readonly marked: Parameters;
}

/** Finds the slots of a statement by the markers among its values; undefined where a value is of no parameter. */
export function slotsOf(statement: MarkedStatement): Slot[] | undefined {
  const slots: Slot[] = [];
  for (const place of statement.markers.keys()) {
    const slot = slotAt(place, statement);
    if (slot === undefined) return undefined;
    slots.push(slot);
  }
  return slots;
}

function slotAt(place: number, { values, markers, parameters, marked: all }: MarkedStatement): Slot | undefined {
  const marker = markers[place];
  if (marker instanceof Marker) {
    const { name, index } = marker;
    return { name, index, converted: index === undefined && !Object.is(values[place], parameters[name]) };
  }
  for (const [name, value] of Object.entries(all)) {
    if (!Array.isArray(value)) continue;
    // A list that is bound as one value, and a member of one that TypeORM adds: the discriminators of an entity.
    if (value === marker) return { name, index: undefined, converted: false };
    const index = value.indexOf(marker);
    if (index >= 0) return { name, index, converted: false };
  }
  return undefined;
}
