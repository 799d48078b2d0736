import { flagTexts } from '../compatibility/index.js';
import type { Operand } from '../parse/index.js';
import {
  type KeyPlace,
  type ListKey,
  type Parameter,
  type ParameterNames,
  type ShapeKey,
  type ShapeValues,
  type TextShape,
  keyOfMember,
  placesOf,
} from '../wire/index.js';

/** The rules by which the values of an operand are read. */
type OperandRules = Pick<Operand, 'operator' | 'type'>;

/** What a shape leaves out: values of a condition or of the slice, or the value of a parameter that every request reads anew. */
export type Slot =
  | {
      readonly type: 'value';
      readonly operand: OperandRules;
      /** The place of the operand among all, and of the value in it. */
      readonly at: readonly [number, number];
    }
  /** All values of an operand, as many as there are. */
  | { readonly type: 'list'; readonly operand: OperandRules; readonly at: number }
  /** A parameter of the slice. */
  | { readonly type: 'slice'; readonly name: string }
  | { readonly type: 'rest'; readonly parameter: Parameter; readonly name: string | undefined };

/** The slots of a shape. */
export interface Slots {
  readonly slots: readonly Slot[];
  /** The keys of the shape, with those of all members in the place of a list that has a slot for each, and flags with their values. */
  readonly keys: readonly ShapeKey[];
  /** The places of these lists and flags among the values of the shape. Another number of members, or another flag, makes another shape. */
  readonly fixed: readonly number[];
}

/** An operand, its place among all, and that of one of its values in it. */
interface PlacedOperand {
  readonly operand: Operand;
  readonly at: readonly [number, number];
}

/** The operands of a request by the places of their values. */
type ByPointer = Map<string, PlacedOperand>;

/**
 * Returns the slots of a shape. Undefined where a value of a condition has no operand, or an operand no place. A flag needs none: it
 * decides the operator.
 *
 * @param operands those of the request; undefined for one that was not read from values of the request
 */
export function slotsOf(
  shape: TextShape,
  params: ParameterNames,
  operands: readonly (Operand | undefined)[],
): Slots | undefined {
  const places = placesOf(rawKeysOf(shape), params);
  const byPointer = pointersOf(operands);
  if (places === undefined || byPointer === undefined) return undefined;
  const draft = new SlotDraft(byPointer, shape.values);
  let next = 0;
  let value = 0;
  for (const key of shape.keys) {
    const length = key.takes === 'nothing' ? 0 : lengthAt(shape, value);
    if (!draft.add(key, places.slice(next, next + length), value)) return undefined;
    next += length;
    if (key.takes !== 'nothing') value += 1;
  }
  return byPointer.size === 0 ? draft : undefined;
}

/** Returns the keys that have values, those of all members of a list included. */
function rawKeysOf(shape: TextShape): readonly string[] {
  return shape.keys
    .filter(({ takes }) => takes !== 'nothing')
    .flatMap((key, value) => Array.from({ length: lengthAt(shape, value) }, (_, index) => rawKey(key, index)));
}

function rawKey({ raw, takes }: ShapeKey, index: number): string {
  return typeof takes === 'string' ? raw : keyOfMember(takes, index);
}

function lengthAt({ values }: TextShape, index: number): number {
  const value = values[index];
  return typeof value === 'string' ? 1 : (value?.length ?? 0);
}

function pointersOf(operands: readonly (Operand | undefined)[]): ByPointer | undefined {
  const byPointer: ByPointer = new Map();
  for (const [index, operand] of operands.entries()) {
    if (operand === undefined) return undefined;
    for (const [place, pointer] of operand.pointers.entries()) byPointer.set(pointer, { operand, at: [index, place] });
  }
  return byPointer;
}

/** The slots of a shape while its keys are added. */
class SlotDraft implements Slots {
  readonly slots: Slot[] = [];
  readonly keys: ShapeKey[] = [];
  readonly fixed: number[] = [];

  /**
   * @param byPointer the operands that have no slot yet
   * @param values those of the shape
   */
  constructor(
    private readonly byPointer: ByPointer,
    private readonly values: ShapeValues,
  ) {}

  /**
   * Adds a key. False where one of its values has no slot.
   *
   * @param places those of its value, or of the members of a list
   */
  add(key: ShapeKey, places: readonly KeyPlace[], value: number): boolean {
    const { takes } = key;
    if (takes === 'nothing') this.keys.push(key);
    if (typeof takes === 'string')
      return places.every((place) => this.addFlag(key, place, value) || this.addValue(key, place));
    if (this.addList(key, places)) return true;
    this.fixed.push(value);
    return places.every((place, index) => this.addValue(memberOf(takes, index), place));
  }

  /**
   * Adds the key of a flag, with its text. False for any other key. A text that is a flag in no mode has no shape: strangers could make one
   * up with each.
   */
  private addFlag({ raw }: ShapeKey, { parameter, pointer }: KeyPlace, value: number): boolean {
    const text = this.values[value];
    if (parameter !== 'filters' || this.byPointer.has(pointer)) return false;
    if (typeof text !== 'string' || !flagTexts.has(text)) return false;
    this.keys.push({ raw: `${raw}=${text}`, takes: 'nothing' });
    this.fixed.push(value);
    return true;
  }

  private addValue(key: ShapeKey, place: KeyPlace): boolean {
    const slot = slotOf(place, this.byPointer.get(place.pointer));
    if (slot === undefined || !(this.byPointer.delete(place.pointer) || slot.type !== 'value')) return false;
    this.slots.push(slot);
    this.keys.push(key);
    return true;
  }

  /** Adds a list of any length. False for one that is not all of an operand, or whose length decides more than its values. */
  private addList(key: ShapeKey, places: readonly KeyPlace[]): boolean {
    const all = places.map(({ pointer }) => this.byPointer.get(pointer));
    const [first] = all;
    if (first === undefined || !isOfAnyLength(first.operand) || first.operand.pointers.length !== all.length)
      return false;
    if (!all.every((placed, index) => placed?.operand === first.operand && placed.at[1] === index)) return false;
    const { operator, type } = first.operand;
    this.slots.push({ type: 'list', operand: { operator, type }, at: first.at[0] });
    this.keys.push(key);
    for (const { pointer } of places) this.byPointer.delete(pointer);
    return true;
  }
}

/** True for an operand that is one list, each member of which costs the same: to look for elements in a list costs more in tens. */
function isOfAnyLength({ operator }: Operand): boolean {
  return operator.takes === 'list' && operator.list === undefined;
}

function memberOf(list: ListKey, index: number): ShapeKey {
  return { raw: keyOfMember(list, index), takes: 'value' };
}

function slotOf({ parameter, path }: KeyPlace, placed: PlacedOperand | undefined): Slot | undefined {
  if (parameter === 'filters') {
    if (placed === undefined) return undefined;
    const { operator, type } = placed.operand;
    return { type: 'value', operand: { operator, type }, at: placed.at };
  }
  const [, name, ...deeper] = path;
  if (deeper.length > 0) return undefined;
  return parameter === 'pagination' && name !== undefined ? { type: 'slice', name } : { type: 'rest', parameter, name };
}
