import type { DataSource, ObjectLiteral, QueryRunner } from 'typeorm';
import { limitTable } from '../../lib/limits.js';
import { type EngineName, engines } from '../support/databases.js';
import { idsOf, onEngines } from '../support/engines.js';
import type { SampleColumn } from '../support/samples/columns.js';
import { hasCitext } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { ignoringCase } from '../support/samples/texts.js';
import { cases, idsIn } from '../support/table.js';
import { listTables, ofLists } from './operators/lists.js';
import { open } from './operators/samples.js';

for (const table of listTables) onEngines(`operators on lists, in ${table.name},`, ...ofLists(table));

const citext = engines.includes('postgres') && (await hasCitext());
const long = 'x'.repeat(4_000);

/** The lists of texts that are stored, by the ids of their rows. A NULL in place of a list is a row without one. */
const stored: readonly (readonly (string | null)[] | null)[] = [
  ['a', 'b'], // 1
  [], // 2
  null, // 3
  ['a', '', 'b'], // 4
  ['A'], // 5
  ['a '], // 6
  ['smart', 'party'], // 7
  ['', ''], // 8
  ['é', '😀'], // 9
  ['e', '😁'], // 10
  ['%', '_', '*', "o'k", '"q"', 'b\\s', '{x}', '[y]', ':p', '$1', '?'], // 11
  [long, 'end'], // 12
  [' '], // 13
  ['NULL', 'null'], // 14
  ['ab', 'b,a'], // 15
  [null], // 16
  ['a', null], // 17
];

/** Conditions on lists of texts, and the rows that they find. */
const textCases = cases(`
  $has ["a"] -> 1 4 17  # not A, not a with a space, and beside NULL
  $has ["A"] -> 5  # case counts
  $has ["a "] -> 6  # a space at the end counts
  $has [" "] -> 13  # a space is a text
  $has [""] -> 4 8  # the empty text is no element of the empty list
  $has ["art"] -> -  # a part is no element
  $has ["smart"] -> 7  # first
  $has ["party"] -> 7  # last
  $has ["smart,party"] -> -  # two elements are not one
  $has ["b,a"] -> 15  # a comma is a character of an element in an array
  $has [","] -> -  # nor is a comma alone
  $has ["é"] -> 9  # an accent counts
  $has ["e"] -> 10  # and so does none
  $has ["e\\u0301"] -> -  # a letter and its accent are two characters
  $has ["😀"] -> 9  # one emoji is not as good as another
  $has ["😁"] -> 10  # the other
  $has ["%"] -> 11  # a wildcard is a text
  $has ["_"] -> 11  # another
  $has ["*"] -> 11  # of GLOB
  $has ["o'k"] -> 11  # a quote
  $has ["\\"q\\""] -> 11  # quotes
  $has ["b\\\\s"] -> 11  # a backslash
  $has ["b\\\\"] -> -  # a backslash at the end
  $has ["{x}"] -> 11  # braces
  $has ["{}"] -> -  # an empty array is no element
  $has [":p"] -> 11  # what looks like a parameter
  $has ["$1"] -> 11  # what looks like another
  $has ["?"] -> 11  # and a third
  $has ["NULL"] -> 14  # a word
  $has ["null"] -> 14  # in lower case
  $has ["Null"] -> -  # in neither
  $has ["long"] -> 12  # a long text
  $has ["shorter"] -> -  # the beginning of a long text
  $hasEvery ["a","b"] -> 1 4  # both
  $hasEvery ["b","a"] -> 1 4  # in any order
  $hasEvery ["a","a"] -> 1 4 17  # one twice is one
  $hasEvery ["a","c"] -> -  # one of them is not enough
  $hasEvery ["a","A"] -> -  # two cases are two
  $hasEvery ["a",""] -> 4  # with the empty text
  $hasEvery ["ab","b,a"] -> 15  # with a comma
  $hasSome ["a","b"] -> 1 4 17  # either
  $hasSome ["A","smart"] -> 5 7  # either of different lists
  $hasSome ["c","d"] -> -  # neither
  $hasSome ["b,a","A"] -> 5 15  # with a comma
  $hasSome ["b,a","a,b"] -> 15  # only with commas
  $hasSome [""," "] -> 4 8 13  # of nothing and a space
  $empty [] -> 2  # NULL is an element, the empty text is another, and a list that is NULL is none
`);

/** Columns with lists of texts: the ways to store them, and the collations that would find others equal. */
const textColumns: Readonly<Record<EngineName, Readonly<Record<string, SampleColumn>>>> = {
  sqlite: {
    plain: { type: 'simple-array' },
    nocase: { type: 'simple-array', collation: 'NOCASE' },
    rtrim: { type: 'simple-array', collation: 'RTRIM' },
  },
  mariadb: {
    plain: { type: 'simple-array' },
    general: { type: 'simple-array', charset: 'utf8mb4', collation: 'utf8mb4_general_ci' },
    binary: { type: 'simple-array', charset: 'utf8mb4', collation: 'utf8mb4_bin' },
    latin: { type: 'simple-array', charset: 'latin1', collation: 'latin1_swedish_ci' },
    wide: { type: 'simple-array', charset: 'utf16', collation: 'utf16_unicode_ci' },
  },
  postgres: {
    plain: { type: 'simple-array' },
    ignoring: { type: 'simple-array', collation: ignoringCase },
    bytes: { type: 'simple-array', collation: 'C' },
    texts: { type: 'text', array: true },
    varchars: { type: 'varchar', array: true },
    ignoringTexts: { type: 'varchar', array: true, collation: ignoringCase },
    byteTexts: { type: 'varchar', array: true, collation: 'C' },
    citexts: { type: 'citext', array: true },
  },
};

/** Requests cannot look for what a column does not hold: a comma in a text with commas, a letter beyond its charset. */
function canAsk(column: SampleColumn, values: readonly string[]): boolean {
  if (column.charset === 'latin1' && values.some((value) => /[^\0-\xff]/.test(value))) return false;
  return column.array === true || values.every((value) => !value.includes(','));
}

/** Returns true where a column can hold a list, and holds it apart from the other lists. */
function canHold(column: SampleColumn, list: readonly (string | null)[]): boolean {
  if (column.charset === 'latin1' && list.some((element) => /[^\0-\xff]/.test(element ?? ''))) return false;
  return column.array === true || list.every((element) => element !== null && !element.includes(','));
}

/** Ids of the rows in which a column holds a list. */
function heldIn(column: SampleColumn): readonly number[] {
  return stored.flatMap((list, index) => (list !== null && canHold(column, list) ? [index + 1] : []));
}

function columnsOn(engine: EngineName): readonly (readonly [name: string, column: SampleColumn])[] {
  return Object.entries(textColumns[engine]).filter(([name]) => citext || name !== 'citexts');
}

const models = {
  sqlite: entityOf('lists', Object.fromEntries(columnsOn('sqlite'))),
  postgres: entityOf('lists', Object.fromEntries(columnsOn('postgres'))),
  mariadb: entityOf('lists', Object.fromEntries(columnsOn('mariadb'))),
} as const;

async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const Lists = models[engine];
  for (const [index, list] of stored.entries()) {
    const held = (column: SampleColumn) => (list !== null && canHold(column, list) ? list : null);
    const lists = Object.fromEntries(columnsOn(engine).map(([name, column]) => [name, held(column)]));
    await source.getRepository(Lists).insert(Object.assign(new Lists(), { id: index + 1 }, lists));
  }
}

onEngines(
  'lists of texts',
  {
    entities: (engine) => [models[engine]],
    seed,
    open,
    options: { limits: Object.fromEntries(Object.entries(limitTable).map(([name, { cap }]) => [name, cap])) },
  },
  (world) => {
    const Lists: new () => ObjectLiteral = models[world.engine];
    const find = async (filters: object) => {
      const builder = world.builder(Lists).select('root.id').orderBy('root.id');
      return idsOf(await world.filters.apply(builder, world.filters.parse(Lists, { filters })).getMany());
    };

    it.each(columnsOn(world.engine))('in %s are found by what is in them', async (name, column) => {
      const held = heldIn(column);
      const faults: string[] = [];
      for (const [question, verdict] of textCases) {
        const [operator = '', json = ''] = question.split(/ (.*)/s);
        const values = (JSON.parse(json) as readonly string[]).map((value) =>
          value === 'long' ? long : value === 'shorter' ? long.slice(1) : value,
        );
        if (!canAsk(column, values)) continue;
        const operand = operator === '$empty' ? true : operator === '$has' ? values[0] : values;
        const due = idsIn(verdict).filter((id) => held.includes(id));
        const others = held.filter((id) => !due.includes(id));
        const found = await find({ [name]: { [operator]: operand } });
        const rest = await find({ [name]: { $not: { [operator]: operand } } });
        const [answer, right] = [JSON.stringify([found, rest]), JSON.stringify([due, others])];
        if (answer !== right) faults.push(`${question}: ${answer}, instead of ${right}`);
      }
      expect(faults).toEqual([]);
    });

    it.each(columnsOn(world.engine))('in %s are asked for as many elements as there may be', async (name) => {
      // Of a list in a text, ten elements cost as much as one text that is looked for anywhere.
      const many = Array.from({ length: 150 }, (_, index) => `${index}`);
      expect(await find({ [name]: { $hasSome: [...many, 'smart'] } })).toEqual([7]);
      expect(await find({ [name]: { $hasEvery: [...many, 'smart'] } })).toEqual([]);
    });
  },
);

const Indexed = entityOf('indexed', {
  tags: { type: 'varchar', array: true },
  numbers: { type: 'int', array: true },
  words: { type: 'simple-array' },
});

onEngines('an index on a list', { on: ['postgres'], entities: [Indexed], open }, (world) => {
  let runner: QueryRunner;

  beforeAll(async () => {
    runner = world.source.createQueryRunner();
    await runner.query('CREATE INDEX "tags_index" ON "indexed" USING GIN ("tags")');
    await runner.query('CREATE INDEX "numbers_index" ON "indexed" USING GIN ("numbers")');
    await runner.query(`CREATE INDEX "words_index" ON "indexed" USING GIN (string_to_array("words", ','))`);
    await runner.query('SET enable_seqscan = off');
  });

  afterAll(() => runner.release());

  it.each(
    cases(`
      filters[tags][$has]=a -> tags_index
      filters[tags][$hasEvery][]=a&filters[tags][$hasEvery][]=b -> tags_index
      filters[tags][$hasSome][]=a&filters[tags][$hasSome][]=b -> tags_index
      filters[tags][$empty]=true -> tags_index
      filters[numbers][$has]=1 -> numbers_index
      filters[numbers][$hasEvery][]=1&filters[numbers][$hasEvery][]=2 -> numbers_index
      filters[numbers][$hasSome][]=1&filters[numbers][$hasSome][]=2 -> numbers_index
      filters[numbers][$empty]=true -> numbers_index
      filters[words][$has]=a -> words_index
      filters[words][$hasEvery][]=a&filters[words][$hasEvery][]=b -> words_index
      filters[words][$hasSome][]=a&filters[words][$hasSome][]=b -> words_index
    `),
  )('serves %s -> %s', async (request, index) => {
    const builder = world.filters.apply(world.builder(Indexed), world.filters.parse(Indexed, request));
    const [sql, parameters] = builder.getQueryAndParameters();
    const plan = JSON.stringify(await runner.query(`EXPLAIN (COSTS OFF) ${sql}`, parameters));
    expect(plan).toContain(`Bitmap Index Scan on ${index}`);
  });
});
