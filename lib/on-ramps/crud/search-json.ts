import type { RampRequest } from '../../engine/index.js';
import { NumberText, isPlainObject, readJson } from '../../wire/index.js';
import type { Sent } from '../shared/parameters.js';
import type { Node } from './nodes.js';
import { testOf } from './tests.js';

/** Reads `s`, a JSON object of columns, `$and`, `$or` and `$not`. Returns undefined where it was refused. */
export function readSearchJson(request: RampRequest, { key, value }: Sent): Node | undefined {
  // Each level of conditions is an object in a list in an object.
  const reading = readJson(value, 4 * request.limits.logicalDepth + 4);
  if (reading.outcome === 'read' && isPlainObject(reading.node))
    return new SearchReader(request, key).group(reading.node);
  const text = reading.outcome === 'too_deep' ? 'is nested too deep' : 'must be the JSON text of an object';
  request.refuse(key, { code: 'expected_object' }, text);
  return undefined;
}

type Group = Readonly<Record<string, unknown>>;

class SearchReader {
  constructor(
    private readonly request: RampRequest,
    private readonly key: string,
  ) {}

  /** @param isAlternative true for a member of `$or` */
  group(group: Group, isAlternative = false): Node | undefined {
    const names = Object.keys(group);
    const word = (['$and', '$not'] as const).find((each) => names.includes(each));
    if (word !== undefined && names.length > 1) return this.refuse(`has keys beside ${word}, which are ignored there`);
    if (word === '$not') {
      const part = this.list(group.$not, 'all');
      return part && { type: 'not', part };
    }
    if (word === '$and') return this.list(group.$and, 'all');
    const parts = names.map((name) => this.member(name, group[name], isAlternative && names.length === 1));
    return together(parts, 'all');
  }

  private list(members: unknown, type: 'all' | 'any'): Node | undefined {
    if (!Array.isArray(members) || members.length === 0) return this.refuse('needs a list in $and, $or and $not');
    const groups: readonly unknown[] = members;
    return together(
      groups.map((each) =>
        isPlainObject(each) ? this.group(each, type === 'any') : this.refuse('has a group that is no object'),
      ),
      type,
    );
  }

  private member(name: string, value: unknown, isAlternative: boolean): Node | undefined {
    if (name === '$or') return this.list(value, 'any');
    if (isPlainObject(value)) return this.column(name, value, isAlternative);
    return value === null ? this.test(name, '$isnull', undefined) : this.test(name, '$eq', value);
  }

  private column(name: string, object: Group, isAlternative: boolean): Node | undefined {
    const operators = Object.keys(object);
    if (operators.length === 0) return this.refuse('has a column without a condition; use $isnull, or leave it out');
    if (isAlternative && operators.length > 1) {
      return this.refuse('has several operators of one column in $or, which are alternatives there; use one in each');
    }
    const parts = operators.map((operator) => {
      const value = object[operator];
      if (operator !== '$or') return this.test(name, operator, value);
      if (!isPlainObject(value)) return this.refuse('needs an object of operators in $or of a column');
      return together(
        Object.keys(value).map((each) => this.test(name, each, value[each])),
        'any',
      );
    });
    return together(parts, 'all');
  }

  private test(column: string, operator: string, value: unknown): Node | undefined {
    const { key } = this;
    // There, null finds NULL whatever the operator: under any but this one, the operator says something else.
    if (value === null && operator === '$isnull') return this.test(column, operator, undefined);
    if (value === null) return this.refuse('compares with null; use $isnull or $notnull');
    const operand = Array.isArray(value) ? value.map(textOf) : value === undefined ? undefined : textOf(value);
    const texts = [operand].flat();
    if (value !== undefined && texts.includes(undefined)) return this.refuse('has an object where a value belongs');
    return testOf(this.request, { key, column, operator, value: operand as string | string[] | undefined });
  }

  private refuse(text: string): undefined {
    this.request.refuse(this.key, { code: 'malformed_key' }, text);
    return undefined;
  }
}

/** Joins nodes. Returns undefined where one was refused. An object without keys asks for nothing. */
function together(parts: readonly (Node | undefined)[], type: 'all' | 'any'): Node | undefined {
  const read = parts.filter((part) => part !== undefined);
  return read.length < parts.length ? undefined : { type, parts: read };
}

/** Returns a value as text, or undefined for what is no value. */
function textOf(value: unknown): string | undefined {
  if (value instanceof NumberText) return value.digits;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}
