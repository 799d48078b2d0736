import type { JsonSchema } from 'nestjs-filterable/openapi';

/** A source of random numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes random values that a schema allows. It knows the keywords that the library writes, and fails at any other;
 * patterns are matched by the texts below.
 */
export class RandomValues {
  constructor(
    private readonly root: JsonSchema,
    private readonly random: () => number,
  ) {}

  value(schema: JsonSchema, depth = 0): unknown {
    const known = this.resolved(schema);
    const { enum: members, anyOf, type } = known;
    if (Array.isArray(members)) return this.one(members);
    if (Array.isArray(anyOf)) return this.value(this.one(anyOf as JsonSchema[]), depth);
    switch (type) {
      case 'object':
        return this.object(known, depth);
      case 'array':
        return this.array(known, depth);
      case 'boolean':
        return this.random() < 0.5;
      case 'integer':
      case 'number':
        return this.number(known);
      case 'string':
        return this.text(known);
      default:
        throw new TypeError(`a schema of no type: ${JSON.stringify(known).slice(0, 200)}`);
    }
  }

  resolved(schema: JsonSchema): JsonSchema {
    if (typeof schema.$ref === 'string') {
      const found = schema.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((node, name) => (node as JsonSchema)[name], this.root);
      return this.resolved(found as JsonSchema);
    }
    return Array.isArray(schema.allOf) ? this.resolved(schema.allOf[0] as JsonSchema) : schema;
  }

  private object(schema: JsonSchema, depth: number): object {
    const {
      properties = {},
      required = [],
      not,
    } = schema as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
      not?: unknown;
    };
    const names = Object.keys(properties);
    const shallow = names.filter((name) => !this.leadsOn(properties[name] ?? {}));
    const pool = depth > 2 && shallow.length > 0 ? shallow : names;
    const most = depth === 0 ? 3 : depth < 3 ? 2 : 1;
    const chosen = new Set(required);
    for (let left = 1 + Math.floor(this.random() * most); left > 0; left -= 1) chosen.add(this.one(pool));
    // The one `not` in use: a $where alone counts nothing.
    if (not !== undefined && [...chosen].join() === '$where') chosen.add('$gte');
    return Object.fromEntries([...chosen].map((name) => [name, this.value(properties[name] ?? {}, depth + 1)]));
  }

  /** True for objects that are not made of operators alone. */
  private leadsOn(schema: JsonSchema): boolean {
    const { type, properties, items } = this.resolved(schema) as JsonSchema & {
      properties?: object;
      items?: JsonSchema;
    };
    if (type === 'array') return this.leadsOn(items ?? {});
    return type === 'object' && !Object.keys(properties ?? {}).every((name) => /^\$(?!and|or|some|where)/.test(name));
  }

  private array(schema: JsonSchema, depth: number): unknown[] {
    const { minItems = 0, maxItems = 3, items, uniqueItems } = schema;
    const length = Math.min(Number(maxItems), Number(minItems) + Math.floor(this.random() * 2));
    const list = Array.from({ length }, () => this.value(items as JsonSchema, depth + 1));
    return uniqueItems === true ? [...new Set(list)] : list;
  }

  private number({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): number {
    const [least, most] = [Number(minimum), Number(maximum)];
    const edge = this.random();
    if (edge < 0.1) return least;
    if (edge < 0.2) return most;
    const [from, to] = edge < 0.6 ? [Math.max(least, -100), Math.min(most, 100)] : [least, most];
    const number = from <= to ? from + this.random() * (to - from) : least;
    if (type === 'integer') return Math.min(most, Math.max(least, Math.round(number)));
    // With no more digits than a decimal has.
    return Number(number.toFixed(3));
  }

  private text({ format, pattern, minLength = 0, maxLength = 20 }: JsonSchema): string {
    if (typeof pattern === 'string') {
      const fitting = [...texts, ...sortKeysIn(pattern)].filter((text) => new RegExp(pattern, 'u').test(text));
      if (fitting.length === 0) throw new TypeError(`no text for ${pattern}`);
      return this.one(fitting);
    }
    const two = (most: number) => String(1 + Math.floor(this.random() * most)).padStart(2, '0');
    const date = `20${two(30)}-${two(12)}-${two(28)}`;
    if (format === 'date') return date;
    if (format === 'date-time')
      return `${date}T${two(23)}:${two(59)}:${two(59)}${this.one(['Z', '+02:00', '.5Z', '-11:30'])}`;
    if (format === 'uuid') return `${two(90)}8fad5b-d9cb-469f-a165-7086772895${two(90)}`;
    const length = Number(minLength) + Math.floor(this.random() * Math.min(12, Number(maxLength) - Number(minLength)));
    return Array.from({ length }, () => this.one([...characters])).join('');
  }

  private one<Member>(list: readonly Member[]): Member {
    const member = list[Math.floor(this.random() * list.length)];
    if (member === undefined) throw new TypeError('nothing to choose from');
    return member;
  }
}

/** The sort keys of a pattern, which begins with them: `^(id|chef\\.name)(:…)?$`. */
function sortKeysIn(pattern: string): readonly string[] {
  const [, names] = /^\^\(([^()]*)\)\(:/.exec(pattern) ?? [];
  const keys = names?.split('|').map((name) => name.replaceAll('\\', '')) ?? [];
  return keys.flatMap((key) => [key, `${key}:desc`, `${key}:asc:nullsLast`]);
}

const characters = 'ab cÄ%_\\[]{}"\'&=+#$,.:;!?<>|~ñ漢🎉\t\n0123456789';

/** Texts for the patterns in use: numbers that JavaScript cannot hold, decimals, and times of day. */
const texts = [
  ...['now', 'now-7d/d', 'now+1M-2d', 'now/Q', 'now-999y-9999M'],
  ...[
    '0',
    '7',
    '-7',
    '18446744073709551615',
    '9007199254740993',
    '-9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
  ],
  ...['1.5', '-0.000000000000000000000000000001', '12345678901234567890123456789012345.5'],
  ...['', 'a', 'b c', '%', 'ñ🎉'],
  ...['00:00', '09:30', '23:59:59', '23:59:59.999999'],
];
