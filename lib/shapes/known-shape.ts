import { type Condition, type Selection, type SortTerm, someCondition } from '../ast/index.js';
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
import { type ConditionTemplate, type Positions, templateOf, valuesIn } from './condition-template.js';

/** The parts of a request that its shape decides, but for the values of its conditions. */
export interface ShapedParts {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[] | undefined;
  readonly fields: Selection | undefined;
}

/** A request of a known shape: the parts that are ready, and the tree of those that every request reads anew. */
export interface ShapedRequest extends ShapedParts {
  readonly rest: RequestTree;
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
  | { readonly type: 'value'; readonly operand: Pick<Operand, 'operator' | 'type'> }
  | { readonly type: 'rest'; readonly parameter: Parameter; readonly name: string | undefined };

/** The tree of a request while its parameters are added. */
type RestTree = { -readonly [P in keyof RequestTree]: RequestTree[P] };

/** A shape that was learned from a request: everything that its values do not decide. */
export class KnownShape {
  private constructor(
    private readonly slots: readonly Slot[],
    private readonly filters: ConditionTemplate | undefined,
    private readonly parts: Pick<ShapedParts, 'sort' | 'fields'>,
  ) {}

  /**
   * Learns a shape. Undefined where the shape does not decide everything: a value is true or false, which decides the operator;
   * or it is read by rules that only the parser knows.
   */
  static of({ shape, params, operands, filters, sort, fields }: Lesson): KnownShape | undefined {
    const places = placesOf(shape.keys, params);
    const slots = places && slotsOf(places, filters === undefined ? [] : operandsIn(filters, operands));
    if (places === undefined || slots === undefined || (filters !== undefined && hasOwnRules(filters)))
      return undefined;
    const parts = { sort: sort && Object.freeze([...sort]), fields };
    return new KnownShape(slots, filters && templateOf(filters, positionsOf(operands, places)), parts);
  }

  /**
   * Reads the values of a request that has this shape. Undefined where one of them is refused, or may mean more than a value:
   * the parser then reads the whole request, and says what is wrong.
   *
   * @param texts the values that the shape leaves out, not decoded
   */
  read(texts: readonly string[], rules: ValueRules): ShapedRequest | undefined {
    const values: FilterValue[] = [];
    const rest: RestTree = {};
    for (let index = 0; index < texts.length; index += 1) {
      const slot = this.slots[index];
      const text = decode(texts[index] ?? '');
      if (slot === undefined || text === undefined) return undefined;
      if (slot.type === 'rest') put(rest, slot, text);
      const value = slot.type === 'rest' ? text : readText(slot.operand, text, rules);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return { filters: this.filters?.(values), sort: this.parts.sort, fields: this.parts.fields, rest };
  }
}

/** Returns the operands of a condition; undefined for one that was not read from values of the request. */
function operandsIn(condition: Condition, log: OperandLog): readonly (Operand | undefined)[] {
  return valuesIn(condition).map((values) => log.get(values));
}

/** Returns true for a condition whose values cost what only the parser counts, or are given to a transformer of the host's. */
function hasOwnRules(condition: Condition): boolean {
  return someCondition(condition, (each) => {
    if (each.type !== 'comparison') return false;
    const { isSubquery, accepts } = each.field.expression;
    return isSubquery || accepts !== undefined;
  });
}

/** Returns the slot of each place. Undefined where a value of a condition has no operand, or an operand no place. */
function slotsOf(places: readonly KeyPlace[], operands: readonly (Operand | undefined)[]): readonly Slot[] | undefined {
  const byPointer = new Map<string, Operand>();
  for (const operand of operands) {
    if (operand === undefined) return undefined;
    for (const pointer of operand.pointers) byPointer.set(pointer, operand);
  }
  const slots: Slot[] = [];
  for (const place of places) {
    const slot = slotOf(place, byPointer.get(place.pointer));
    if (slot === undefined || !(byPointer.delete(place.pointer) || slot.type === 'rest')) return undefined;
    slots.push(slot);
  }
  return byPointer.size === 0 ? slots : undefined;
}

function slotOf({ parameter, path }: KeyPlace, operand: Operand | undefined): Slot | undefined {
  if (parameter === 'filters') {
    return operand && { type: 'value', operand: { operator: operand.operator, type: operand.type } };
  }
  const [, name, ...deeper] = path;
  return deeper.length > 0 ? undefined : { type: 'rest', parameter, name };
}

/** Returns the position of each value among all values of the request. */
function positionsOf(operands: OperandLog, places: readonly KeyPlace[]): Positions {
  const indexes = new Map(places.map(({ pointer }, index) => [pointer, index]));
  const indexesOf = ({ pointers }: Operand) => pointers.flatMap((pointer) => indexes.get(pointer) ?? []);
  return new Map([...operands].map(([values, operand]) => [values, indexesOf(operand)]));
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
