import { type AnyOperator, FilterException, FilterService, builtInOperators } from 'nestjs-filterable';
import type { DataSource } from 'typeorm';
import { documentKinds } from '../../../lib/dialects/dialect.js';
import { dialects } from '../../../lib/dialects/index.js';
import { valueKinds } from '../../../lib/values/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { expectReviewed } from '../../support/reviewed.js';
import { type SampleColumn, type SampleColumnName, sampleColumns } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';

/*
 * The SQL of every operator of every kind on every engine: `operators.sqlite.sql` and its neighbours, which
 * `npm test -- -u` writes. An operator or a kind that is new appears there by itself.
 */

type Pair = readonly [lower: string, higher: string];

/** The values that each kind is compared with. The text has every character that means something in a pattern. */
const values = {
  text: ["50%_!*?['", 'Zoë\\'],
  tinyint: ['-128', '127'],
  smallint: ['-32768', '32767'],
  mediumint: ['-8388608', '8388607'],
  integer: ['7', '2147483647'],
  bigint: ['9007199254740993', '9223372036854775807'],
  decimal: ['0.1', '12345678901234567890.123'],
  real: ['0.1', '1e3'],
  float: ['0.1', '1e300'],
  boolean: ['false', 'true'],
  date: ['2024-02-29', '2024-03-31'],
  datetime: ['2024-03-01T10:00:00Z', '2024-03-31T10:00:00.123456Z'],
  instant: ['2024-03-01T10:00:00Z', '2024-03-31T10:00:00.123456Z'],
  time: ['09:30', '17:00:00.5'],
  uuid: ['0F8FAD5B-D9CB-469F-A165-70867728950E', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  enum: ['small', 'large'],
  json: ['{}', '[]'],
  opaque: ['00', 'ff'],
} as const satisfies Partial<Record<SampleColumnName, Pair>>;

const days: Pair = ['2024-03-01', '2024-03-31'];

const order = ['$lt', '$lte', '$gt', '$gte'];
const ranges = ['$between', '$notBetween'];
const equality = ['$eq', '$ne', '$in', '$notIn'];
const texts = [
  ...['$eqi', '$nei', '$eqc'],
  ...['$contains', '$notContains', '$startsWith', '$endsWith'],
  ...['$containsi', '$notContainsi', '$startsWithi', '$endsWithi'],
  ...['$containsc', '$notContainsc', '$startsWithc', '$endsWithc'],
];
const lists = ['$has', '$hasEvery', '$hasSome', '$empty'];

/** The operators that a kind refuses. A kind accepts the others, and a list `lists`, `$null` and `$notNull` alone. */
const refused: Readonly<Record<string, readonly string[]>> = {
  text: lists,
  boolean: [...order, ...ranges, ...texts, ...lists],
  uuid: [...ranges, ...texts, ...lists],
  enum: [...order, ...ranges, ...texts, ...lists],
  json: [...equality, ...order, ...ranges, ...texts, ...lists],
  opaque: [...equality, ...order, ...ranges, ...texts, ...lists],
};

/** What is compared: a column, a path in a document, or a list. */
interface Subject {
  readonly name: string;
  readonly kind: string;
  readonly values: Pair;
  readonly list?: boolean;
  /** Its moments are bound in the time zone of this process. */
  readonly local?: boolean;
  readonly filters: (condition: object) => object;
}

const column = (name: string, kind: string, values: Pair): Subject => ({
  name,
  kind,
  values,
  filters: (condition) => ({ [name]: condition }),
});

function isAccepted({ kind, list = false }: Subject, { token }: AnyOperator): boolean {
  if (list) return [...lists, '$null', '$notNull'].includes(token);
  return !(refused[kind] ?? [...texts, ...lists]).includes(token);
}

/** The operand of an operator, of one value or of both. */
function operandOf({ takes }: AnyOperator, values: Pair): unknown {
  if (takes === 'boolean') return 'true';
  return takes === 'list' || takes === 'pair' ? values : values[0];
}

/** An entity, and the SQL of conditions on it. */
class Writer {
  private constructor(
    private readonly source: DataSource,
    private readonly entity: ReturnType<typeof entityOf>,
    readonly service = FilterService.forDataSource(source),
  ) {}

  static async of(engine: EngineName, columns: Readonly<Record<string, SampleColumn>>): Promise<Writer> {
    const Sample = entityOf('sample', columns);
    return new Writer(await describeEntities(engine, [Sample]), Sample);
  }

  kindOf(column: string): string | undefined {
    return this.service.describe(this.entity).fields.find(({ name }) => name === column)?.kind;
  }

  /** The WHERE of a statement without its outer brackets, and the parameters. */
  where(filters: object): readonly [string, readonly unknown[]] {
    const builder = this.source.createQueryBuilder(this.entity, 's').select('s.id');
    const [bare] = builder.getQueryAndParameters();
    const query = this.service.parse(this.entity, { filters });
    const [text, parameters] = this.service.apply(builder, query).getQueryAndParameters();
    expect(text.slice(0, bare.length + 8)).toBe(`${bare} WHERE (`);
    return [text.slice(bare.length + 8, -1), parameters];
  }

  refusal(filters: object): string | undefined {
    try {
      this.service.parse(this.entity, { filters });
      return undefined;
    } catch (error) {
      return error instanceof FilterException ? error.issues[0]?.code : String(error);
    }
  }
}

/** Expressions that are shortened to a word: `x` is what is compared, and of a list `each` and `there` besides. */
function wordsOf(writer: Writer, { filters, list = false, values }: Subject): Readonly<Record<string, string>> {
  const x = writer.where(filters({ $null: true }))[0].replace(/ IS NULL$/, '');
  if (!list) return { x };
  const [has] = writer.where(filters({ $has: values[0] }));
  const [, each, element] = /^\(EXISTS \(SELECT 1 FROM (.*?) WHERE (.*) IN \(.*\)\)\)$/.exec(has) ?? [];
  return x.length < 20 ? { x } : { there: x, ...(each && element && { each, x: element }) };
}

/** Blocks of operators with all of their parameters, and the section that has the first one. */
type Blocks = Map<string, string>;

/**
 * The lines of a section: the words, then of each operator the forms of its SQL, and who has which. Operators with a
 * block of an earlier section are named behind its title.
 */
function section({ title, subjects }: Part, writer: Writer, blocks: Blocks): readonly string[] {
  const above = new Map<string, string>();
  const alike: (readonly [title: string, token: string])[] = [];
  const words = new Map(subjects.map((subject) => [subject, wordsOf(writer, subject)]));
  const shortened = (subject: Subject, sql: string) =>
    Object.entries(words.get(subject) ?? {})
      .sort(([, one], [, other]) => other.length - one.length)
      .reduce((text, [word, long]) => text.replaceAll(long, word), sql);
  const heads = grouped(
    subjects.flatMap((subject) =>
      Object.entries(words.get(subject) ?? {})
        .filter(([, long]) => long.length > 20)
        .map(([word, long]) => [`${word}: ${long}`, subject.name] as const),
    ),
  );
  const written = builtInOperators.flatMap((operator) => {
    const rows = subjects
      .filter((subject) => isAccepted(subject, operator))
      .map((subject) => {
        const condition = { [operator.token]: operandOf(operator, subject.values) };
        const [holds, parameters] = writer.where(subject.filters(condition));
        const [fails, others] = writer.where(subject.filters({ $not: condition }));
        expect(others).toEqual(parameters);
        const form = `  ${shortened(subject, holds)}\n  not: ${shortened(subject, fails)}`;
        const bound = shown(subject.local === true ? inUtc(parameters) : parameters).slice(1, -1);
        const place = `${subject.name} ${parameters.length}`;
        const isAbove = above.get(place) === bound;
        above.set(place, bound);
        return { form, name: subject.name, bound, isAbove };
      });
    if (rows.length === 0) return [];
    const block = JSON.stringify([operator.token, rows.map(({ form, name, bound }) => [form, name, bound])]);
    const earlier = blocks.get(block);
    if (earlier !== undefined) {
      alike.push([earlier, operator.token]);
      return [];
    }
    blocks.set(block, title);
    const forms = grouped(rows.map(({ form, name, bound, isAbove }) => [form, [name, isAbove ? '' : bound]] as const));
    return [operator.token, ...[...forms].flatMap(([form, by]) => [form, ...boundBy(by)])];
  });
  return [
    '',
    `-- ${title}`,
    ...[...heads].map(([head, names]) => `-- of ${names.join(', ')}, ${head}`),
    ...[...grouped(alike)].map(([earlier, tokens]) => `-- as ${earlier}: ${tokens.join(', ')}`),
    ...written,
  ];
}

/** A line of each subject with its parameters, and one of all that have none, or as many as above and the same. */
function boundBy(rows: readonly (readonly string[])[]): readonly string[] {
  const same = rows.filter(([, bound]) => bound === '').map(([name]) => name);
  const others = rows.filter(([, bound]) => bound !== '');
  return [
    ...(same.length === 0 ? [] : [`    ${same.join(', ')}`]),
    ...others.map(([name = '', bound]) => `    ${name.padEnd(12)}${bound}`),
  ];
}

/** The values of each key, in the order of their coming. */
function grouped<T>(rows: readonly (readonly [key: string, value: T])[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of rows) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value);
}

/** Wall times of this process, as the file has them in every zone. */
function inUtc(bound: unknown): unknown {
  if (Array.isArray(bound)) return bound.map(inUtc);
  const [seconds = '', fraction = ''] = String(bound).split(/(?=\.)/);
  return `local ${new Date(seconds.replace(' ', 'T')).toISOString().slice(0, 19)}${fraction}`;
}

/** Every other operator is refused. */
function expectRefusals(writer: Writer, subjects: readonly Subject[]): void {
  for (const subject of subjects) {
    for (const operator of builtInOperators.filter((operator) => !isAccepted(subject, operator))) {
      const condition = { [operator.token]: operandOf(operator, subject.values) };
      const row = [subject.name, operator.token];
      expect([...row, writer.refusal(subject.filters(condition))]).toEqual([...row, 'operator_not_allowed']);
    }
  }
}

/** A part of the file of an engine: columns, and what is compared of them. */
interface Part {
  readonly title: string;
  readonly columns: Readonly<Record<string, SampleColumn>>;
  readonly subjects: readonly Subject[];
}

const moments = [column('datetime', 'datetime', days), column('instant', 'datetime', days)];
const plain: readonly Subject[] = [
  ...Object.entries(values).map(([name, pair]) => column(name, name === 'instant' ? 'datetime' : name, pair)),
  ...moments.map((subject) => ({ ...subject, name: `${subject.name}Day` })),
];

function documents(name: string, type: SampleColumn): readonly Part[] {
  const paths = (list: boolean) =>
    Object.fromEntries(documentKinds.map((kind) => [kind, { kind, at: ['a', 'b'], as: kind, ...(list && { list }) }]));
  const subjects = (list: boolean) =>
    documentKinds.map((kind) => ({
      ...column(kind, kind, values[kind]),
      list,
      filters: (condition: object) => ({ doc: { [kind]: condition } }),
    }));
  const part = (list: boolean) => ({ columns: { doc: { ...type, paths: paths(list) } }, subjects: subjects(list) });
  return [
    { title: `values in ${name}`, ...part(false) },
    { title: `lists in ${name}`, ...part(true) },
  ];
}

const simpleArray: Part = {
  title: 'simple-array',
  columns: { tags: { type: 'simple-array' } },
  subjects: [{ ...column('tags', 'text', values.text), list: true }],
};

const lines = (alias: string) => `FROM line WHERE line.sample = ${alias}.id`;
const virtual: Part = {
  title: 'virtual columns',
  columns: {
    integer: { query: (alias) => `SELECT COUNT(*) ${lines(alias)}`, kind: 'integer' },
    text: { query: (alias) => `SELECT MIN(name) ${lines(alias)}`, kind: 'text' },
  },
  subjects: [column('integer', 'integer', values.integer), column('text', 'text', values.text)],
};

const arrays: Readonly<Record<string, SampleColumn>> = {
  text: { type: 'text' },
  varchar: { type: 'varchar' },
  smallint: { type: 'smallint' },
  integer: { type: 'int' },
  bigint: { type: 'bigint' },
  decimal: { type: 'numeric' },
  real: { type: 'real' },
  float: { type: 'float8' },
  boolean: { type: 'boolean' },
  date: { type: 'date' },
  datetime: { type: 'timestamp' },
  instant: { type: 'timestamptz' },
  time: { type: 'time' },
  uuid: { type: 'uuid' },
  enum: { type: 'enum', enum: ['small', 'middling', 'large'], enumName: 'sizes' },
};

// prettier-ignore
const parts: Readonly<Record<EngineName, readonly Part[]>> = {
  sqlite: [{ title: 'columns', columns: sampleColumns.sqlite, subjects: plain }, virtual, simpleArray,...documents('text', { type: 'simple-json' }),...documents('jsonb', { type: 'jsonb' })],
  postgres: [
    {
      title: 'columns',
      columns: {
        ...sampleColumns.postgres,
        citext: { type: 'citext' },
        collated: { type: 'varchar', collation: 'ignoring_case' },
        ascii: { type: 'varchar', collation: 'C' },
      },
      subjects: [
        ...plain.map((subject) => ({ ...subject, local: subject.name.startsWith('datetime') })),
        ...['citext', 'collated', 'ascii'].map((name) => column(name, 'text', values.text)),
      ],
    },
    virtual,
    {
      title: 'arrays',
      columns: Object.fromEntries(Object.entries(arrays).map(([name, type]) => [name, { ...type, array: true }])),
      subjects: Object.keys(arrays).map((name) => ({
        ...column(name, name, name === 'varchar' ? values.text : values[name as keyof typeof values]),
        list: true,
        local: name === 'datetime',
      })),
    },
    simpleArray,
    ...documents('jsonb', { type: 'jsonb' }),
    ...documents('json', { type: 'json' }),
  ],
  mariadb: [{ title: 'columns', columns: sampleColumns.mariadb, subjects: plain }, virtual, simpleArray,...documents('json', { type: 'json' })],
};

it('there are parts for every row of lib/dialects', () => {
  const names = Object.keys(parts).map((name) => (name === 'mariadb' ? 'mysql' : name));
  expect(new Set(dialects.map(({ name }) => name))).toEqual(new Set(names));
});

describe.each(Object.entries(parts))('%s', (name, parts) => {
  const engine = name as EngineName;
  const writerOf = ({ columns }: Part) => Writer.of(engine, columns);
  const partOf = (title: string): Part => parts.find((part) => part.title === title) ?? simpleArray;

  it('has a column of every kind', async () => {
    const writer = await writerOf(partOf('columns'));
    const kinds = Object.keys(partOf('columns').columns).map((column) => writer.kindOf(column));
    expect(Object.keys(valueKinds).filter((kind) => !kinds.includes(kind))).toEqual([]);
    expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(valueKinds)));
  });

  it('compares as reviewed', async () => {
    const written: string[] = [
      '-- The SQL of every operator: `npm test -- -u test/unit/sql` writes it. A name alone has the parameters that it has above.',
    ];
    const blocks: Blocks = new Map();
    for (const part of parts) written.push(...section(part, await writerOf(part), blocks));
    expectReviewed(new URL(`operators.${engine}.sql`, import.meta.url), written);
  });

  it.each(parts.map((part) => [part.title, part] as const))('refuses every other operator of %s', async (_, part) => {
    expectRefusals(await writerOf(part), part.subjects);
  });

  it('refuses elements with a comma in a simple-array, because they would be two', async () => {
    const writer = await writerOf(simpleArray);
    expect(writer.refusal({ tags: { $has: 'a,b' } })).toBe('invalid_value');
    expect(writer.refusal({ tags: { $hasSome: ['a', ','] } })).toBe('invalid_value');
  });

  const stores = parts.filter(({ title }) => title.startsWith('values in'));
  it.each(stores.map((part) => [part.title, part] as const))('%s: the document is NULL or not', async (_, part) => {
    const writer = await writerOf(part);
    const [isNull] = writer.where({ doc: { $null: true } });
    const isNotNull = isNull.replace(/NULL$/, 'NOT NULL');
    expect(isNull).toMatch(/^(CASE WHEN .* THEN )?(\(SELECT )?NULLIF\(JSONB?_TYPE(OF)?\(.*'(null|NULL)'\).* IS NULL$/);
    expect(writer.where({ doc: { $null: false } })).toEqual([isNotNull, []]);
    expect(writer.where({ doc: { $notNull: true } })).toEqual([isNotNull, []]);
    expect(writer.where({ doc: { $not: { $null: true } } })).toEqual([isNotNull, []]);
    for (const { token, takes } of builtInOperators.filter(({ token }) => !/^\$(null|notNull)$/.test(token))) {
      const refused = writer.refusal({ doc: { [token]: takes === 'boolean' ? true : 'x' } });
      expect([token, refused]).toEqual([token, 'operator_not_allowed']);
    }
  });
});
