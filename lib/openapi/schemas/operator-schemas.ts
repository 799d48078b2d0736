import { meaningOf } from '../../compatibility/index.js';
import type { Settings } from '../../engine/index.js';
import { type OperatorTakes, existenceTokens, operatorSuits } from '../../operators/index.js';
import { type OperatorSpelling, countTokens, spellingsOf } from '../../parse/index.js';
import type { FieldSchema } from '../../schema/index.js';
import { valueKinds } from '../../values/index.js';
import type { Components, Reference } from './components.js';
import type { Readers } from './readers.js';
import { type JsonSchema, closed, pascal } from './json-schema.js';
import { type ValueLimits, operandSchema, valueSchema } from './value-schemas.js';

/** The settings that decide which words are operators. */
export type Vocabulary = Pick<Settings, 'operators' | 'compatibility'>;

/** Everything beside the field that the schema of its operators depends on. */
export interface OperatorFrame {
  readonly components: Components;
  readonly vocabulary: Vocabulary;
  readonly limits: ValueLimits;
  /** Beginning of component names: empty, or the name of a handler with limits of its own. */
  readonly prefix: string;
  readonly readers: Readers;
}

/**
 * The operators of fields, as schemas. Fields of one kind with the same operators share a component. For agents, every
 * kind of value is a component as well, and the tool's description says once what each operator means.
 */
export class OperatorSchemas {
  private readonly components: Components;
  private readonly vocabulary: Vocabulary;
  private readonly limits: ValueLimits;

  constructor(private readonly frame: OperatorFrame) {
    this.components = frame.components;
    this.vocabulary = frame.vocabulary;
    this.limits = frame.limits;
  }

  /**
   * Returns the reference to the object of a field's operators. Undefined for a field that is only a sort key.
   *
   * @param owner the name of the field's entity or list
   */
  of(field: FieldSchema, owner: string): Reference | undefined {
    if (field.operators.size === 0) return undefined;
    const own = `${owner}${pascal(...field.clientPath)}Operators`;
    const names = this.hasAll(field) ? [`${this.frame.prefix}${kindName(field)}Operators`, own] : [own];
    return this.components.share(names, (self) =>
      closed(this.properties(field, self), this.told(descriptionOf(field))),
    );
  }

  /** Returns the reference to the operators of a named filter. All named filters of a kind share it. */
  ofNamed(field: FieldSchema): Reference | undefined {
    if (field.operators.size === 0) return undefined;
    const name = `${this.frame.prefix}Named${kindName(field)}Operators`;
    return this.components.share([name], (self) =>
      closed(this.properties(field, self), this.told(descriptionOf(field))),
    );
  }

  /**
   * Returns the operators of a field as properties.
   *
   * @param self the reference to all of them, for `$not`
   */
  properties(field: FieldSchema, self: Reference): Record<string, JsonSchema> {
    const properties: Record<string, JsonSchema> = {};
    for (const each of spellingsOf(field, this.vocabulary)) properties[each.spelling] = this.operator(field, each);
    properties.$not = this.isForAgents ? self : { allOf: [self], description: 'does not satisfy these' };
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
    const number = this.brief(
      'Integer',
      valueSchema({ kind: valueKinds.integer, facts: { zone: 'UTC' } }, this.limits),
    );
    const spellings = [...countTokens, ...compatibility.spellings.keys()];
    const properties = spellings.flatMap((spelling) => {
      const { token, negated } = meaningOf(compatibility, spelling);
      const operator = countTokens.includes(token) && !negated ? operators.get(token) : undefined;
      return operator === undefined ? [] : [[spelling, this.operand(operator, number, 'Integer')] as const];
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
    if (existence.has(operator.token)) return { ...this.flag(), ...this.told(meaningIn(operator, negated)) };
    const name = valueName(field);
    const value = this.brief(name, valueSchema(field.expression, this.limits));
    return { ...this.operand(operator, value, name), ...this.told(meaningIn(operator, negated)) };
  }

  /** Makes the schema of an operand. For agents, one of a needle, a list or a pair is a component, too. */
  private operand({ takes }: OperatorSpelling['operator'], value: JsonSchema, name: string): JsonSchema {
    return this.brief(`${name}${suffixes[takes]}`, operandSchema(takes, value, this.limits));
  }

  /** Returns a schema, or for agents the reference to the component with this content, where that is shorter. */
  private brief(name: string, schema: JsonSchema): JsonSchema {
    const shortest = JSON.stringify({ $ref: `#/$defs/${name}` }).length;
    if (!this.isForAgents || JSON.stringify(schema).length <= shortest) return schema;
    return this.components.share([name], () => schema);
  }

  /** Returns the keywords that describe a schema; none for agents. */
  private told(description: JsonSchema): JsonSchema {
    return this.isForAgents ? {} : description;
  }

  private get isForAgents(): boolean {
    return this.frame.readers === 'agents';
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

/** Ends of the names of components with operands. */
const suffixes: Readonly<Record<OperatorTakes, string>> = {
  value: '',
  needle: 'Needle',
  list: 's',
  pair: 'Pair',
  boolean: '',
};

function meaningIn({ summary }: OperatorSpelling['operator'], negated: boolean): JsonSchema {
  return { description: negated ? `not: ${summary}` : summary };
}

/** Names the values of a field: `Integer`, or after the field where it is an enum. */
function valueName({ clientPath, expression: { kind, list } }: FieldSchema): string {
  if (kind.name === 'enum') return pascal(...clientPath);
  return list === undefined ? pascal(kind.name) : `${pascal(kind.name)}Element`;
}

/** Names a kind of field: `DateTime`, `TextList`. */
function kindName({ expression: { kind, list } }: FieldSchema): string {
  const name = kind.name === 'datetime' ? 'DateTime' : pascal(kind.name);
  return list === undefined ? name : `${name}List`;
}

function descriptionOf({ expression: { kind, facts } }: FieldSchema): JsonSchema {
  return kind.comparable ? { description: `A value ${kind.expects(facts)}.` } : {};
}
