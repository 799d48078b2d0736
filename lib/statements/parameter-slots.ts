import type { DataSource } from 'typeorm';
import { boundByDriver } from '../typeorm/index.js';

type Driver = DataSource['driver'];

/** The values of a statement's parameters, by their names. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Place of a parameter: its index in the plan and its addition, or its name among the builder's own. */
export type ParameterPlace = number | string;

/** Place in the values of a statement, with its parameter. */
export interface Slot<Place extends ParameterPlace = ParameterPlace> {
  readonly parameter: Place;
  /** Index in a spread list. Undefined for a parameter that is bound as it is. */
  readonly index: number | undefined;
  /** True where the driver binds a converted value, as SQLite's drivers do for a boolean and a Date. */
  readonly converted: boolean;
}

/** The places of a statement's values. */
export interface Binding<Place extends ParameterPlace = ParameterPlace> {
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
export function placed({ slots, lists }: Binding<string>, names: readonly string[]): Binding {
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
export function listsOf(slots: readonly Slot<string>[], parameters: Parameters): Binding<string>['lists'] {
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
export interface MarkedValues {
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
export function slotsOf(statement: MarkedValues): Slot<string>[] | undefined {
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
