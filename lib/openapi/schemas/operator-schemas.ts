import { meaningOf } from '../../compatibility/index.js';
import type { Settings } from '../../engine/index.js';
import { existenceTokens, operatorSuits } from '../../operators/index.js';
import { type OperatorSpelling, countTokens, spellingsOf } from '../../parse/index.js';
import type { FieldSchema } from '../../schema/index.js';
import { valueKinds } from '../../values/index.js';
import type { Components, Reference } from './components.js';
import { type JsonSchema, closed, pascal } from './json-schema.js';
import { type ValueLimits, operandSchema, valueSchema } from './value-schemas.js';

/** The settings that decide which words are operators. */
export type Vocabulary = Pick<Settings, 'operators' | 'compatibility'>;

/** The operators of fields, as schemas. Fields of one kind with the same operators share a component. */
export class OperatorSchemas {
  /** @param prefix the beginning of component names: empty, or the name of a handler with limits of its own */
  constructor(
    private readonly components: Components,
    private readonly vocabulary: Vocabulary,
    private readonly limits: ValueLimits,
    private readonly prefix: string,
  ) {}

  /**
   * Returns the reference to the object of a field's operators. Undefined for a field that is only a sort key.
   *
   * @param owner the name of the field's entity or list
   */
  of(field: FieldSchema, owner: string): Reference | undefined {
    if (field.operators.size === 0) return undefined;
    const own = `${owner}${pascal(...field.clientPath)}Operators`;
    const names = this.hasAll(field) ? [`${this.prefix}${kindName(field)}Operators`, own] : [own];
    return this.components.share(names, (self) => closed(this.properties(field, self), descriptionOf(field)));
  }

  /** Returns the reference to the operators of a named filter, which those of one kind share. */
  ofNamed(field: FieldSchema): Reference | undefined {
    if (field.operators.size === 0) return undefined;
    const name = `${this.prefix}Named${kindName(field)}Operators`;
    return this.components.share([name], (self) => closed(this.properties(field, self), descriptionOf(field)));
  }

  /**
   * Returns the operators of a field as properties.
   *
   * @param self the reference to all of them, for `$not`
   */
  properties(field: FieldSchema, self: Reference): Record<string, JsonSchema> {
    const properties: Record<string, JsonSchema> = {};
    for (const each of spellingsOf(field, this.vocabulary)) properties[each.spelling] = this.operator(field, each);
    properties.$not = { allOf: [self], description: 'does not satisfy these' };
    return properties;
  }

  /** Returns the operators that compare the key of a related row, as properties of the relation. */
  keyProperties(key: FieldSchema): Record<string, JsonSchema> {
    const spellings = spellingsOf(key, this.vocabulary).filter(({ spelling }) => !existence.has(spelling));
    return Object.fromEntries(spellings.map((each) => [each.spelling, this.operator(key, each)]));
  }

  /** Returns the comparisons of a number of related rows as properties. */
  countProperties(): Record<string, JsonSchema> {
    const { operators, compatibility } = this.vocabulary;
    const number = valueSchema({ kind: valueKinds.integer, facts: { zone: 'UTC' } }, this.limits);
    const spellings = [...countTokens, ...compatibility.spellings.keys()];
    const properties = spellings.flatMap((spelling) => {
      const { token, negated } = meaningOf(compatibility, spelling);
      const operator = countTokens.includes(token) && !negated ? operators.get(token) : undefined;
      return operator === undefined ? [] : [[spelling, operandSchema(operator.takes, number, this.limits)] as const];
    });
    return Object.fromEntries(properties);
  }

  /** Makes the schema of `$null` and its like. One mode ignores their value, so that only `true` tells what happens. */
  flag(): JsonSchema {
    return this.vocabulary.compatibility.nullFlags === undefined
      ? { type: 'boolean', enum: [true] }
      : { type: 'boolean' };
  }

  private operator(field: FieldSchema, { operator, negated }: OperatorSpelling): JsonSchema {
    const isFlag = existence.has(operator.token);
    const value = valueSchema(field.expression, this.limits);
    const operand = isFlag ? this.flag() : operandSchema(operator.takes, value, this.limits);
    return { ...operand, description: negated ? `not: ${operator.summary}` : operator.summary };
  }

  /** Returns true for a field that has every operator for its kind. */
  private hasAll({ operators, expression: { kind, list } }: FieldSchema): boolean {
    const suitable = [...this.vocabulary.operators.values()].filter((each) =>
      operatorSuits(each, kind, list !== undefined),
    );
    return kind.name !== 'enum' && operators.size === suitable.length;
  }
}

const existence: ReadonlySet<string> = new Set(existenceTokens);

/** Names a kind of field: `DateTime`, `TextList`. */
function kindName({ expression: { kind, list } }: FieldSchema): string {
  const name = kind.name === 'datetime' ? 'DateTime' : pascal(kind.name);
  return list === undefined ? name : `${name}List`;
}

function descriptionOf({ expression: { kind, facts } }: FieldSchema): JsonSchema {
  return kind.comparable ? { description: `A value ${kind.expects(facts)}.` } : {};
}
