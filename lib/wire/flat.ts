import { Location, type IssueCollector } from '../issues/index.js';
import { type FlatRules, type FlatSort, type FlatTarget, flatNameIn } from './foreign.js';
import { type ParameterNames, type Path, SentNames, decode, indexIn, locate, nameOf } from './names.js';
import type { Parameter } from './parameters.js';
import { type KeyTree, type Member, type Value, invalid, repeated } from './tree.js';

/** Message for a value that cannot be decoded. */
export const malformedValue = 'has a value with malformed percent-encoding';

/** Stands for a direction after a comma that is a sort key as well. */
const ambiguous = Symbol('ambiguous');

/**
 * Rewrites the keys of a sort into their usual spelling: `-title`, `title DESC` and `title,DESC` become `title:desc`.
 * Returns {@link ambiguous} where the direction after a comma could be a key itself.
 */
function respellText(text: string, rules: FlatSort): string | typeof ambiguous {
  const keys: string[] = [];
  for (const part of text.split(',')) {
    const direction = /^(?:asc|desc)$/i.test(part) ? part.toLowerCase() : undefined;
    const before = keys.pop();
    if (before === undefined || direction === undefined) {
      if (before !== undefined) keys.push(before);
      keys.push(respellKey(part));
    } else if (rules.ambiguous.has(direction) || rules.ambiguous.has(part)) return ambiguous;
    else keys.push(`${before}:${direction}`);
  }
  return keys.join(',');
}

function respellKey(key: string): string {
  if (key.startsWith('-') && !key.includes(':')) return `${key.slice(1)}:desc`;
  const [, name, direction] = /^([^\s:]+) (asc|desc)$/i.exec(key) ?? [];
  return name === undefined || direction === undefined ? key : `${name}:${direction.toLowerCase()}`;
}

/** A value of a flat name, and the member of a list that it is. */
interface SentValue {
  readonly member: Member;
  readonly value: Value | typeof invalid;
}

/** One of the two names that a sort has: for its key, or for its direction. */
interface Half {
  readonly name: string;
  readonly text: string;
}

/**
 * Rewrites the flat names of one request. Once all keys have arrived, {@link rewriteInto} puts their values where the
 * same request in brackets has them, and the tree reads them as any others. A place that is taken is asked for twice.
 */
export class FlatKeys {
  private readonly sent = new Map<string, SentValue[]>();
  private readonly names = new SentNames();

  constructor(
    private readonly rules: FlatRules,
    private readonly params: ParameterNames,
    private readonly issues: IssueCollector,
  ) {}

  /**
   * Reads a key and its value, which is not decoded, and undefined for a key without `=`.
   *
   * @returns false for a key that begins with no flat name
   */
  read(key: string, raw: string | undefined): boolean {
    const name = flatNameIn(key, this.rules);
    const target = name === undefined ? undefined : this.rules.targets.get(name);
    if (name === undefined || target === undefined) return false;
    const isList = target.takes === 'list';
    const member = key === name ? undefined : memberIn(key.slice(name.length));
    if (key !== name && (member === undefined || !isList)) {
      const forms = isList ? `${name}[]=value or ${name}=value` : `${name}=value`;
      this.refuse(name, 'malformed_key', `has a key that cannot be read; write ${forms}`);
    } else if (raw === undefined) {
      this.refuse(name, 'expected_value', `has no value; write ${name}=value`);
    } else {
      this.add(name, isList, { member, value: decode(raw) ?? invalid });
    }
    return true;
  }

  private add(name: string, isList: boolean, value: SentValue): void {
    const before = this.sent.get(name);
    if (value.value === invalid) {
      const index = value.member === 'next' ? (before?.length ?? 0) : value.member;
      const at = index === undefined ? Location.root(name) : Location.root(name).child(index);
      this.issues.add(at, { code: 'malformed_encoding' }, malformedValue);
    }
    if (before === undefined) this.sent.set(name, [value]);
    else if (!isList && value.value !== invalid && before[0]?.value !== invalid) {
      this.refuse(name, 'duplicate_key', repeated);
      before[0] = { ...value, value: invalid };
    } else before.push(value);
  }

  /** Returns true for a key that begins with one of our parameters, and is a flat name: `sort` as such a name. */
  owns(key: string, parameter: Parameter): boolean {
    if (!this.rules.takesSort || parameter !== 'sort') return false;
    return this.rules.closed.has('sort') || key === this.params.sort;
  }

  /** Returns true for a parameter whose keys may be flat names, or are refused. */
  readsClosely(parameter: Parameter): boolean {
    return this.refuses(parameter) || (parameter === 'sort' && this.rules.takesSort);
  }

  /** Returns true for a parameter whose usual spelling the list does not read. */
  refuses(parameter: Parameter): boolean {
    return this.rules.closed.has(parameter);
  }

  /** Refuses a key that could not be decoded, where it begins with a flat name. */
  refuseGarbled(key: string): boolean {
    const name = flatNameIn(key, this.rules);
    if (name !== undefined) this.refuse(name, 'malformed_encoding', 'has a key with malformed percent-encoding');
    return name !== undefined;
  }

  /** Returns the value of a key in brackets: in the usual spelling, where `sort` itself has another one. */
  rewritten(parameter: Parameter, { length }: Path, value: Value | typeof invalid): Value | typeof invalid {
    const isOwnSort = parameter === 'sort' && length === 1 && this.rules.sort?.isOwn === true;
    return isOwnSort ? this.respelled(this.params.sort, value) : value;
  }

  /** Puts the values into the tree of the request, and returns the names that they were sent by. */
  rewriteInto(tree: KeyTree): SentNames {
    const halves: { [half in 'field' | 'direction']?: Half } = {};
    for (const [name, values] of this.sent) {
      const target = this.rules.targets.get(name);
      if (target === undefined || isNothing(values, target) || values.some(({ value }) => value === invalid)) continue;
      const { parameter, takes } = target;
      const path = [nameOf(parameter, this.params), ...target.path];
      if (takes === 'field' || takes === 'direction') halves[takes] = { name, text: String(values[0]?.value) };
      else if (this.claim(tree, name, path))
        for (const each of this.valuesOf(name, target)) tree.add(parameter, path, each.member, each.value);
    }
    this.addHalves(tree, halves);
    return this.names;
  }

  /** Returns the values of a name as the place in brackets takes them. */
  private *valuesOf(name: string, { takes, separator, respell }: FlatTarget): Generator<SentValue> {
    const usual = (value: SentValue['value']) =>
      respell === undefined || typeof value !== 'string' ? value : respell(value);
    for (const { member, value } of this.sent.get(name) ?? []) {
      if (takes === 'keys') yield { member, value: this.respelled(name, value) };
      else if (takes !== 'list' || member !== undefined) yield { member, value: usual(value) };
      else if (separator === undefined || value === '' || typeof value !== 'string')
        yield { member: 'next', value: usual(value) };
      else
        for (const part of value.split(separator)) {
          if (part !== '') yield { member: 'next', value: usual(part) };
          else
            this.refuse(
              name,
              'expected_value',
              `has an empty member; write the values with one ${separator} between them`,
            );
        }
    }
  }

  /** Writes a sort in its usual spelling, and refuses one that has two meanings. */
  private respelled(name: string, value: Value | typeof invalid): Value | typeof invalid {
    const { sort } = this.rules;
    const text = typeof value === 'string' && sort !== undefined ? respellText(value, sort) : value;
    if (text !== ambiguous) return text;
    this.refuse(name, 'invalid_direction', 'has a direction that is a key as well; write key:asc or key:desc');
    return invalid;
  }

  /** Adds the sort that two names have: its key, and its direction. */
  private addHalves(tree: KeyTree, { field, direction }: { field?: Half; direction?: Half }): void {
    const path = [this.params.sort];
    const { keyOfDirection } = this.rules;
    if (field === undefined) {
      if (direction === undefined) return;
      if (keyOfDirection === undefined) this.refuse(direction.name, 'expected_value', directionAlone);
      else if (this.claim(tree, direction.name, path)) {
        const sort = this.joined({ name: direction.name, text: keyOfDirection }, direction);
        tree.add('sort', path, undefined, sort ?? invalid);
      }
    } else if (this.claim(tree, field.name, path)) {
      const sort = direction === undefined ? field.text : this.joined(field, direction);
      if (direction !== undefined) this.names.add(partOfSort(path, direction.name));
      tree.add('sort', path, undefined, sort ?? invalid);
    }
  }

  private joined(field: Half, direction: Half): string | undefined {
    if (/[,:]/.test(field.text))
      return this.refuse(field.name, 'expected_value', `must be one key, because ${direction.name} is its direction`);
    if (!/^(?:asc|desc)$/i.test(direction.text))
      return this.refuse(direction.name, 'invalid_direction', 'must be asc or desc');
    return `${field.text}:${direction.text.toLowerCase()}`;
  }

  /** Records the name of a place. Refuses it where the place is taken. */
  private claim(tree: KeyTree, name: string, path: Path): boolean {
    const { pointer } = locate(path);
    const from = tree.freeFrom(path);
    if (from !== undefined) {
      const members =
        this.sent.get(name)?.some(({ member }) => member !== undefined) === true ? 'in brackets' : 'by index';
      this.names.add({ pointer, name, from, members });
      return true;
    }
    const other = this.names.at(pointer);
    const text = other === undefined ? 'in brackets, too' : `by ${other}, too`;
    this.refuse(name, 'duplicate_key', `is sent ${text}; send one of them`);
    return false;
  }

  private refuse(name: string, code: FlatCode, text: string): undefined {
    this.issues.add(Location.root(name), { code }, text);
  }
}

/** The end of a refusal of a direction that has no key. */
export const directionAlone = 'is a direction without a key to sort by';

/** Returns the name of a direction beside its key. Only what is wrong with the direction itself is at this place. */
function partOfSort(path: Path, name: string): Parameters<SentNames['add']>[0] {
  return { pointer: locate(path).child('direction').pointer, name, from: Infinity, members: 'unnamed' };
}

type FlatCode = 'malformed_key' | 'malformed_encoding' | 'expected_value' | 'invalid_direction' | 'duplicate_key';

/** Returns the member that brackets after a name stand for: `[]`, `[3]`, or undefined for any others. */
function memberIn(brackets: string): number | 'next' | undefined {
  if (brackets === '[]') return 'next';
  return /^\[\d+\]$/.test(brackets) ? indexIn(brackets.slice(1, -1)) : undefined;
}

/** True for what an empty form sends. */
function isNothing([first, ...others]: readonly SentValue[], { keepsEmpty }: FlatTarget): boolean {
  return !keepsEmpty && others.length === 0 && first?.value === '';
}
