import { type Condition, type Selection, type Shaped, type Slice, type SortTerm, someCondition } from '../ast/index.js';
import type { WorkParts } from '../cost.js';
import type { Limits } from '../limits.js';
import { type Operand, type OperandLog, type ValueRules, readSliceTexts, readText } from '../parse/index.js';
import type { FilterValue } from '../values/index.js';
import {
  type ParameterNames,
  PlainObject,
  type RequestTree,
  type ShapeValues,
  type TextShape,
  decode,
  mostValues,
} from '../wire/index.js';
import { type ConditionTemplate, type Operands, templateOf, valuesIn } from './condition-template.js';
import { CostGauge } from './cost-gauge.js';
import { ShapePattern } from './shape-pattern.js';
import { type Slot, type Slots, slotsOf } from './slots.js';

/** The parts of a request that its shape decides, but for the values of its conditions. */
export interface ShapedParts {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[] | undefined;
  readonly fields: Selection | undefined;
}

/** A request of a known shape: the parts that are ready, and those that every request reads anew. */
export interface ShapedRequest extends ShapedParts {
  /** The slice, if the shape has one. */
  readonly slice: Slice | undefined;
  /** Undefined where there is no such part. */
  readonly rest: UnreadRest | undefined;
  readonly shaped: Shaped;
}

/** The parts of a request that are read anew, and the work that those which are ready ask for. */
interface UnreadRest {
  readonly tree: RequestTree;
  readonly spent: WorkParts;
}

/** A request that was read, from which its shape is learned. */
export interface Lesson extends ShapedParts {
  readonly shape: TextShape;
  readonly params: ParameterNames;
  readonly pagination: Slice | undefined;
  /** The work that its conditions and its sort ask for. */
  readonly work: WorkParts;
  /** The operands of its conditions. */
  readonly operands: OperandLog;
}

/** What was learned of a request. */
export interface Learned {
  /** The shape; undefined where it does not decide everything. */
  readonly shape: KnownShape | undefined;
  /** The places of the lists of which it decides the lengths, and of the flags that it decides. */
  readonly fixed: readonly number[];
}

/** The tree of a request while its parameters are added. */
type RestTree = { -readonly [P in keyof RequestTree]: RequestTree[P] };

/** The parts that are the same in all requests of a shape, and a slice that has the parameters of theirs. */
interface SharedParts extends Pick<ShapedParts, 'sort' | 'fields'> {
  readonly like: Slice | undefined;
  readonly gauge: CostGauge;
}

/** A shape that was learned from a request: everything that its values do not decide. */
export class KnownShape {
  /** The query strings of the shape. */
  readonly pattern: ShapePattern;
  private readonly slots: readonly Slot[];
  /** The number of parameters that are no members of a list of any length, and of their values in conditions. */
  private readonly parameters: number;
  private readonly values: number;
  private readonly hasLists: boolean;
  private readonly hasRest: boolean;

  private constructor(
    { keys, slots }: Slots,
    private readonly operands: number,
    private readonly filters: ConditionTemplate | undefined,
    private readonly parts: SharedParts,
  ) {
    const lists = slots.filter(({ type }) => type === 'list').length;
    this.pattern = new ShapePattern(keys);
    this.slots = slots;
    this.parameters = keys.length - lists;
    this.values = slots.filter(({ type }) => type === 'value').length;
    this.hasLists = lists > 0;
    this.hasRest = slots.some(({ type }) => type === 'rest');
  }

  /**
   * Learns a shape. There is none where the shape does not decide everything: a value is JSON text with conditions of its own, or is
   * read by rules that only the parser knows.
   */
  static of({ shape, params, operands, filters, sort, fields, pagination, work }: Lesson): Learned {
    const inOrder = filters === undefined ? [] : valuesIn(filters);
    const slots = slotsOf(shape, params, operandsOf(inOrder, operands));
    if (slots === undefined || (filters !== undefined && hasOwnRules(filters))) return { shape: undefined, fixed: [] };
    const { fixed } = slots;
    if (slots.slots.length > mostValues) return { shape: undefined, fixed };
    const like = slots.slots.some(({ type }) => type === 'slice') ? pagination : undefined;
    const parts = { sort: sort && Object.freeze([...sort]), fields, like, gauge: new CostGauge(work) };
    const template = filters && templateOf(filters, new Map(inOrder.map((values, index) => [values, index])));
    return { shape: new KnownShape(slots, inOrder.length, template, parts), fixed };
  }

  /**
   * Reads the values of a request that has this shape. Undefined where one of them is refused, or may mean more than a value:
   * the parser then reads the whole request, and says what is wrong.
   *
   * @param texts the values that the shape leaves out, not decoded
   */
  read(texts: ShapeValues, rules: ValueRules): ShapedRequest | undefined {
    const values = this.valuesIn(texts, rules.budget.limits);
    if (values === undefined) return undefined;
    const operands: FilterValue[][] = [];
    for (let index = 0; index < this.operands; index += 1) operands.push([]);
    const draft: Draft = { operands, rest: {}, slice: {} };
    for (let index = 0; index < texts.length; index += 1) {
      const slot = this.slots[index];
      const text = texts[index];
      if (slot === undefined || text === undefined || !readInto(draft, slot, text, rules)) return undefined;
    }
    const { sort, fields, like, gauge } = this.parts;
    const slice = like && readSliceTexts(like, draft.slice, rules);
    if (slice === undefined && like !== undefined) return undefined;
    if (!gauge.isWithin(values, slice, rules.budget.limits)) return undefined;
    const filters = this.filters?.(operands);
    const rest = this.hasRest ? { tree: draft.rest, spent: gauge.workOf(values, slice) } : undefined;
    return { filters, sort, fields, slice, rest, shaped: { shape: this, operands, filters, sort } };
  }

  /** Returns the number of values in the conditions; undefined where lists have more members than the parser would read. */
  private valuesIn(texts: ShapeValues, limits: Limits): number | undefined {
    if (!this.hasLists) return this.values;
    let members = 0;
    for (const text of texts) {
      if (typeof text === 'string') continue;
      if (text.length > limits.members) return undefined;
      members += text.length;
    }
    const values = this.values + members;
    return values <= limits.values && this.parameters + members <= limits.parameters ? values : undefined;
  }
}

/** The parts of a request while its values are read. */
interface Draft {
  readonly operands: FilterValue[][];
  readonly rest: RestTree;
  /** The texts of the slice, by their names. */
  readonly slice: Record<string, string>;
}

/** Reads what stands in a slot. False where it is refused, or more than a value. */
function readInto(
  { operands, rest, slice }: Draft,
  slot: Slot,
  raw: string | readonly string[],
  rules: ValueRules,
): boolean {
  if (typeof raw !== 'string') {
    const values = slot.type === 'list' ? operands[slot.at] : undefined;
    return slot.type === 'list' && values !== undefined && readMembers(values, slot.operand, raw, rules);
  }
  const text = decode(raw);
  if (text === undefined || slot.type === 'list') return false;
  if (slot.type === 'slice') slice[slot.name] = text;
  if (slot.type === 'rest') put(rest, slot, text);
  if (slot.type !== 'value') return true;
  const value = readText(slot.operand, text, rules);
  const values = operands[slot.at[0]];
  if (value === undefined || values === undefined) return false;
  values[slot.at[1]] = value;
  return true;
}

function readMembers(
  values: FilterValue[],
  operand: Parameters<typeof readText>[0],
  texts: readonly string[],
  rules: ValueRules,
): boolean {
  for (const raw of texts) {
    const text = decode(raw);
    const value = text === undefined ? undefined : readText(operand, text, rules);
    if (value === undefined) return false;
    values.push(value);
  }
  return true;
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
