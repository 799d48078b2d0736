import { type Condition, type Selection, type Shaped, type SortTerm, someCondition } from '../ast/index.js';
import { type Operand, type OperandLog, type ValueRules, readText } from '../parse/index.js';
import type { FilterValue } from '../values/index.js';
import {
  type KeyPlace,
  type Parameter,
  type ParameterNames,
  PlainObject,
  type RequestTree,
  type TextShape,
  decode,
  placesOf,
} from '../wire/index.js';
import { type ConditionTemplate, type Operands, templateOf, valuesIn } from './condition-template.js';
import { ShapePieces } from './shape-pieces.js';

/** The parts of a request that its shape decides, but for the values of its conditions. */
export interface ShapedParts {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[] | undefined;
  readonly fields: Selection | undefined;
}

/** A request of a known shape: the parts that are ready, and the tree of those that every request reads anew. */
export interface ShapedRequest extends ShapedParts {
  readonly rest: RequestTree;
  readonly shaped: Shaped;
}

/** A request that was read, from which its shape is learned. */
export interface Lesson extends ShapedParts {
  readonly shape: TextShape;
  readonly params: ParameterNames;
  /** The operands of its conditions. */
  readonly operands: OperandLog;
}

/** A value that a shape leaves out: one of a condition, or the value of a parameter that every request reads anew. */
type Slot =
  | {
      readonly type: 'value';
      readonly operand: Pick<Operand, 'operator' | 'type'>;
      /** The place of the operand among all, and of the value in it. */
      readonly at: readonly [number, number];
    }
  | { readonly type: 'rest'; readonly parameter: Parameter; readonly name: string | undefined };

/** The tree of a request while its parameters are added. */
type RestTree = { -readonly [P in keyof RequestTree]: RequestTree[P] };

/** A shape that was learned from a request: everything that its values do not decide. */
export class KnownShape {
  private constructor(
    /** The query strings of the shape. */
    readonly pieces: ShapePieces,
    private readonly slots: readonly Slot[],
    private readonly operands: number,
    private readonly filters: ConditionTemplate | undefined,
    private readonly parts: Pick<ShapedParts, 'sort' | 'fields'>,
  ) {}

  /**
   * Learns a shape. Undefined where the shape does not decide everything: a value is true or false, which decides the operator;
   * or it is read by rules that only the parser knows.
   */
  static of({ shape, params, operands, filters, sort, fields }: Lesson): KnownShape | undefined {
    const places = placesOf(shape.keys, params);
    const inOrder = filters === undefined ? [] : valuesIn(filters);
    const slots = places && slotsOf(places, operandsOf(inOrder, operands));
    if (places === undefined || slots === undefined || (filters !== undefined && hasOwnRules(filters)))
      return undefined;
    const parts = { sort: sort && Object.freeze([...sort]), fields };
    const template = filters && templateOf(filters, new Map(inOrder.map((values, index) => [values, index])));
    return new KnownShape(new ShapePieces(shape), slots, inOrder.length, template, parts);
  }

  /**
   * Reads the values of a request that has this shape. Undefined where one of them is refused, or may mean more than a value:
   * the parser then reads the whole request, and says what is wrong.
   *
   * @param texts the values that the shape leaves out, not decoded
   */
  read(texts: readonly string[], rules: ValueRules): ShapedRequest | undefined {
    const operands: FilterValue[][] = [];
    for (let index = 0; index < this.operands; index += 1) operands.push([]);
    const rest: RestTree = {};
    for (let index = 0; index < texts.length; index += 1) {
      const slot = this.slots[index];
      const text = decode(texts[index] ?? '');
      if (slot === undefined || text === undefined) return undefined;
      if (slot.type === 'rest') {
        put(rest, slot, text);
        continue;
      }
      const value = readText(slot.operand, text, rules);
      const values = operands[slot.at[0]];
      if (value === undefined || values === undefined) return undefined;
      values[slot.at[1]] = value;
    }
    const { sort, fields } = this.parts;
    const filters = this.filters?.(operands);
    return { filters, sort, fields, rest, shaped: { shape: this, operands, filters, sort } };
  }
}

/** Returns what was noted of operands; undefined for one that was not read from values of the request. */
function operandsOf(inOrder: Operands, log: OperandLog): readonly (Operand | undefined)[] {
  return inOrder.map((values) => log.get(values));
}

/** Returns true for a condition whose values cost what only the parser counts, or are given to a transformer of the host's. */
function hasOwnRules(condition: Condition): boolean {
  return someCondition(condition, (each) => {
    if (each.type !== 'comparison') return false;
    const { isSubquery, accepts } = each.field.expression;
    return isSubquery || accepts !== undefined;
  });
}

/** An operand, its place among all, and that of one of its values in it. */
interface PlacedOperand {
  readonly operand: Operand;
  readonly at: readonly [number, number];
}

/** Returns the slot of each place. Undefined where a value of a condition has no operand, or an operand no place. */
function slotsOf(places: readonly KeyPlace[], operands: readonly (Operand | undefined)[]): readonly Slot[] | undefined {
  const byPointer = new Map<string, PlacedOperand>();
  for (const [index, operand] of operands.entries()) {
    if (operand === undefined) return undefined;
    for (const [place, pointer] of operand.pointers.entries()) byPointer.set(pointer, { operand, at: [index, place] });
  }
  const slots: Slot[] = [];
  for (const place of places) {
    const slot = slotOf(place, byPointer.get(place.pointer));
    if (slot === undefined || !(byPointer.delete(place.pointer) || slot.type === 'rest')) return undefined;
    slots.push(slot);
  }
  return byPointer.size === 0 ? slots : undefined;
}

function slotOf({ parameter, path }: KeyPlace, placed: PlacedOperand | undefined): Slot | undefined {
  if (parameter === 'filters') {
    if (placed === undefined) return undefined;
    const { operator, type } = placed.operand;
    return { type: 'value', operand: { operator, type }, at: placed.at };
  }
  const [, name, ...deeper] = path;
  return deeper.length > 0 ? undefined : { type: 'rest', parameter, name };
}

/** Puts the value of a parameter into the tree of those that are read anew. */
function put(rest: RestTree, { parameter, name }: Slot & { readonly type: 'rest' }, text: string): void {
  if (name === undefined) {
    rest[parameter] = text;
    return;
  }
  const object = rest[parameter] ?? new PlainObject();
  if (object instanceof PlainObject) object[name] = text;
  rest[parameter] = object;
}
