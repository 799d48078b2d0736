import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  Column,
  type ColumnOptions,
  type DataSource,
  Entity,
  type EntityTarget,
  JoinColumn,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { type FilterService, Filterable, type RangeFacet, type ValuesFacet } from 'nestjs-filterable';
import { type QueryInput, toQueryString } from 'nestjs-filterable/client';
import { type JsonSchema, filterJsonSchema } from 'nestjs-filterable/openapi';
import { rowSchema } from '../../../lib/openapi/rows.js';
import { Components, ListMaker } from '../../../lib/openapi/schemas.js';
import { engineOf } from '../../../lib/service/index.js';
import type { EngineName } from '../../support/databases.js';
import { idsOf, onEngines } from '../../support/engines.js';
import { insertRaw } from '../../support/samples/database.js';
import { share } from '../../support/thorough.js';
import { type ShownColumn, columns, numeric, ranged, unordered } from './shown-columns.js';
import { storages } from './storage.js';

/* What an answer shows of a field can be sent back as it stands, and finds what it stands for. */

const ordered = columns.filter(({ kind }) => !unordered.has(kind));
const virtual = columns.filter(({ transformer, kind }) => transformer === undefined && kind !== 'enum');
const inDocuments = columns.filter(({ kind }) => !['enum', 'time', 'datetime'].includes(kind));
/** Texts between commas. */
const delimited = columns.filter(({ type, transformer }) => type === 'varchar' && transformer === undefined);
/** PostgreSQL's driver makes Dates of dates in an array, and doubles of decimals: exceptions of docs/dialect.md. */
const arrays = columns.filter(
  ({ type, transformer, options: { postgres } }) =>
    type !== 'date' && transformer === undefined && !(type === 'decimal' && (postgres.precision ?? 0) > 15),
);

/** Where values are shown in a row: the columns, and the names that lead to each. */
type Place = readonly [columns: readonly ShownColumn[], path: (name: string) => readonly string[]];

const placesOf = (engine: EngineName): Readonly<Record<string, Place>> => ({
  'a column': [columns, (name) => [name]],
  'an embedded column': [columns, (name) => ['part', name]],
  'a virtual column': [virtual, (name) => [`virtual_${name}`]],
  'a path of a document': [inDocuments, (name) => ['doc', name]],
  'a list in a document': [inDocuments, (name) => ['doc', `list_${name}`]],
  'a simple-array': [delimited, (name) => [`delimited_${name}`]],
  ...(engine === 'postgres' ? { 'an array': [arrays, (name: string) => [`array_${name}`]] as const } : {}),
  'a declared aggregate': [ordered, (name) => [`max_${name}`]],
});

/** The rows that have a place, by the name of a relation: the row itself, and those that are populated. */
const rowsWith = { 'the row': [], 'a related row': ['twin'], 'related rows': ['twins'] } as const;

/** Makes the items: each has the columns in itself, a part, a document, lists, virtual columns, and in its twin. */
function model(engine: EngineName) {
  class Part {}

  class Item {
    @PrimaryColumn() id!: number;
    @Column(() => Part) part!: object;
    @Column(storages[engine].document) doc!: object | null;
    @ManyToOne(() => Item, (item) => item.twins, { nullable: true, createForeignKeyConstraints: false })
    @JoinColumn({ name: 'twinId' })
    twin!: Relation<Item> | null;
    @OneToMany(() => Item, (item) => item.twin) twins!: Relation<Item>[];
  }

  const places = placesOf(engine);
  const quote = engine === 'mariadb' ? '`' : '"';
  for (const { name, options: of, transformer } of columns) {
    const options: ColumnOptions = { ...of[engine], nullable: true };
    const column = transformer === undefined ? options : { ...options, transformer };
    for (const { prototype } of [Item, Part]) Column(column)(prototype, name);
  }
  for (const { name, type, options: of } of places['an array']?.[0] ?? []) {
    // An array shows no more of a date-time than a JavaScript Date has.
    const precision = type === 'datetime' ? { precision: 3 } : {};
    const options: ColumnOptions = { ...of[engine], ...precision, nullable: true, array: true };
    Column(options)(Item.prototype, `array_${name}`);
  }
  for (const { name } of delimited) {
    Column({ type: 'simple-array', nullable: true })(Item.prototype, `delimited_${name}`);
  }
  for (const { name, options } of virtual) {
    const query = (alias: string) => `SELECT v.${quote}${name}${quote} FROM item v WHERE v.id = ${alias}.id`;
    VirtualColumn({ type: options[engine].type ?? 'text', query })(Item.prototype, `virtual_${name}`);
  }
  for (const { name } of ordered) Filterable({ of: 'twins', max: name, load: true })(Item.prototype, `max_${name}`);
  const declared = columns.flatMap(({ name, declared: kind }) =>
    ['', 'part.'].map((before) => (kind === undefined ? before + name : { name: before + name, kind })),
  );
  Filterable({
    fields: [
      'id',
      ...declared,
      ...virtual.map(({ name, kind, type }) => ({
        name: `virtual_${name}`,
        // SQLite has doubles alone.
        kind: /single|measured/.test(type) && engine !== 'sqlite' ? 'real' : kind,
      })),
      ...delimited.map(({ name, kind }) => ({ name: `delimited_${name}`, kind })),
      ...(places['an array']?.[0] ?? []).map(({ name, declared: kind }) => ({ name: `array_${name}`, kind })),
      {
        name: 'doc',
        paths: Object.fromEntries(
          inDocuments.flatMap(({ name, kind }) => [
            [name, kind],
            [`list_${name}`, { kind, list: true }],
          ]),
        ),
      },
    ],
    relations: ['twin', { name: 'twins', aggregates: true }],
    populate: ['twin', 'twins'],
    facets: Object.values(places).flatMap(([shown, path]) =>
      shown.flatMap(({ name }) => Object.values(rowsWith).map((relation) => [...relation, ...path(name)].join('.'))),
    ),
    aggregates: Object.fromEntries(
      columns.map(({ name, kind }) => [name, unordered.has(kind) ? ['distinct'] : ['min', 'max', 'distinct']]),
    ),
  } as object)(Item);
  Entity({ name: 'item' })(Item);
  return Item;
}

const models = { sqlite: model('sqlite'), postgres: model('postgres'), mariadb: model('mariadb') } as const;

/** Two rows for each value of the longest column: the values of the others, and NULL, come round at other times. */
const size = 2 * Math.max(...columns.map(({ stored }) => stored.length)) + 1;

/**
 * A text as an engine can keep and show it: TypeORM writes milliseconds into SQLite, whose numbers have the digits of a
 * double or of 64 bits, and the driver of MariaDB reads a year below 100 as another.
 */
function kept(engine: EngineName, { kind }: ShownColumn, text: string | null): string | null {
  if (text === null || engine === 'postgres') return text;
  if (engine === 'mariadb') return text.replace(/^00(?=\d\d-\d\d-)/, '01');
  const isExact = text.length < 16 || Number.isSafeInteger(Number(text));
  if (/bigint|decimal/.test(kind) && !isExact) return text.slice(0, 15).replace(/\.$/, '');
  return text.replace(/(:\d\d\.\d{3})\d{3}$/, '$1');
}

/** Of a cycle of values and NULL, the one at a place. */
function at<Value>(values: readonly Value[], place: number): Value | null {
  return values[place % (values.length + 1)] ?? null;
}

/** Returns a list of two values, an empty one, or NULL. */
function listAt<Value>(values: readonly Value[], place: number): readonly Value[] | null {
  if (place % 7 === 5) return null;
  return place % 7 === 6 ? [] : [at(values, place), at(values, 2 * place + 1)].filter((value) => value !== null);
}

async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const { 'an array': [ofArrays] = [[]] } = placesOf(engine);
  const rows = Array.from({ length: size }, (_, index) => {
    const cells = columns.flatMap((column, place) => {
      const { name, stored } = column;
      const value = kept(engine, column, at(stored, index + place));
      return [
        [name, value],
        [`part${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`, value],
      ] as const;
    });
    const lists = (of: readonly ShownColumn[], prefix: string, write: (list: readonly string[]) => string) =>
      of.map(({ name, stored }, place) => {
        const list = listAt(stored, index + place);
        return [prefix + name, list && write(list)] as const;
      });
    return {
      id: String(index + 1),
      twinId: String(Math.ceil((index + 1) / 2)),
      ...Object.fromEntries([
        ...cells,
        ...lists(delimited, 'delimited_', String),
        ...lists(ofArrays, 'array_', (list) => `{${list.map((text) => JSON.stringify(text)).join()}}`),
      ]),
    };
  });
  await insertRaw(source, 'item', rows);
  const repository = source.getRepository<ObjectLiteral>(models[engine]);
  const items = await repository.find();
  const inDocument = (kind: string, value: unknown): unknown => {
    if (!numeric.has(kind) || value === null) return value;
    // The driver makes a JavaScript number of it.
    return Number.isInteger(Number(value)) && !Number.isSafeInteger(Number(value)) ? null : Number(value);
  };
  for (const [index, item] of items.entries()) {
    const doc = inDocuments.flatMap(({ name, kind }) => {
      const values = items.map((each) => inDocument(kind, each[name])).filter((value) => value !== null);
      return [
        [name, inDocument(kind, item[name])],
        [`list_${name}`, listAt(values, index)],
      ] as const;
    });
    await repository.update(item['id'] as number, {
      doc: JSON.parse(JSON.stringify(Object.fromEntries(doc))) as object,
    });
  }
}

/** Returns the values at the end of a path: those of each related row, and of each list. */
function shownAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => shownAt(each, name === undefined ? [] : [name, ...rest]));
  return name === undefined ? [value] : shownAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

/** Returns the conditions on what is at the end of a path. */
function askedAt([name, ...rest]: readonly string[], condition: unknown): unknown {
  return name === undefined ? condition : { [name]: askedAt(rest, condition) };
}

const triedOn = (engine: EngineName) =>
  Object.entries(rowsWith)
    .flatMap(([whose, relation]) =>
      Object.entries(placesOf(engine)).map(([what, [shown, path]]) => ({ whose, what, relation, shown, path })),
    )
    .flatMap(({ whose, what, relation, shown, path }, turn) =>
      share(shown, 24, turn).map(
        (column) => [what, whose, column.name, column, [...relation, ...path(column.name)]] as const,
      ),
    );

const ajv = addFormats.default(new Ajv2020({ strict: false }));

/** Returns the schema of the rows that documents of OpenAPI have. */
function schemaOfRows(service: FilterService, entity: EntityTarget<ObjectLiteral>): JsonSchema {
  const engine = engineOf(service);
  if (engine === undefined) throw new TypeError('the service has no engine');
  const components = new Components('#/$defs/');
  const context = undefined;
  const maker = new ListMaker(engine, { components, context, nesting: 'none', readers: 'programs' });
  const { profile } = maker.list({ entity }, 'Items');
  const { schema, limits } = profile;
  const { populate: populatables = new Map<string, never>(), fields: aggregates = {} } =
    profile.list('client').declared;
  const populated = { populatables, hops: limits.populateHops };
  const described = {
    schema,
    relations: [],
    isSelected: false,
    populated,
    aggregates,
    name: 'Items',
    subject: 'Items',
  };
  const row = rowSchema(described, { components, context, isOpenApi30: false });
  return { ...row, $defs: components.all() };
}

/** Returns the validator of the schema at the end of a path through rows or conditions. */
function validatorOf(root: JsonSchema, path: readonly string[]): (value: unknown) => readonly unknown[] {
  const $defs = root.$defs as Readonly<Record<string, JsonSchema>>;
  const resolved = (schema: JsonSchema): JsonSchema => {
    const { $ref, anyOf, items } = schema as { $ref?: string; anyOf?: JsonSchema[]; items?: JsonSchema };
    const whole = anyOf?.find((each) => '$ref' in each || 'properties' in each);
    const next = $ref === undefined ? (whole ?? items) : $defs[$ref.slice('#/$defs/'.length)];
    return next === undefined ? schema : resolved(next);
  };
  const schema = path.reduce((around, name) => {
    const { properties } = resolved(around) as { properties?: Readonly<Record<string, JsonSchema>> };
    // Anything may be in a document.
    const inner = properties === undefined ? {} : properties[name];
    if (inner === undefined) throw new TypeError(`no schema has ${path.join('.')}`);
    return inner;
  }, root);
  const validate = ajv.compile({ ...resolved(schema), $defs });
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** The types that the values of a kind have in JSON. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  bigint: ['string', 'number'],
  boolean: ['boolean'],
  date: ['string'],
  datetime: ['string'],
  decimal: ['string', 'number'],
  enum: ['string', 'number'],
  float: ['number'],
  integer: ['number'],
  real: ['number'],
  smallint: ['number'],
  text: ['string'],
  time: ['string'],
  uuid: ['string'],
};

onEngines('what is shown', { entities: (engine) => [models[engine]], seed }, (world) => {
  const Item = models[world.engine];
  const everything = { pagination: { pageSize: 100 }, sort: 'id' };
  const limits = { facetValues: 100 };
  let rows: readonly ObjectLiteral[] = [];
  let schemas: Readonly<Record<'shown' | 'asked', JsonSchema>>;

  /** Asks as a client does. */
  async function found(filters: object): Promise<readonly number[]> {
    const builder = world.builder<ObjectLiteral>(Item).select('root.id');
    const request = toQueryString<ObjectLiteral>({ ...everything, filters } as QueryInput<ObjectLiteral>);
    world.filters.apply(builder, world.filters.parse<ObjectLiteral>(Item, request));
    return idsOf(await builder.getMany());
  }

  /** The answer as a client has it. */
  function sent<Answer>(answer: Answer): Answer {
    return JSON.parse(JSON.stringify(answer)) as Answer;
  }

  beforeAll(async () => {
    schemas = { shown: schemaOfRows(world.filters, Item), asked: filterJsonSchema(world.filters, Item) };
    rows = (await world.page<ObjectLiteral>(Item, { ...everything, populate: 'twin,twins' })).data;
  });

  describe.each(triedOn(world.engine))('in %s of %s, %s', (what, whose, _, column, path) => {
    const isList = /list|array/.test(what);
    const facet = path.join('.');
    const asked = (condition: unknown) => askedAt(path, condition) as object;

    it('finds its rows', async () => {
      const values = new Map<string, { readonly ids: number[]; readonly native: unknown }>();
      for (const row of rows) {
        for (const native of new Set(shownAt(row, path))) {
          const text = JSON.stringify(native);
          const { ids } = values.get(text) ?? { ids: [] };
          values.set(text, { ids: [...ids, row['id'] as number], native });
        }
      }
      expect(values.size).toBeGreaterThan(1);
      for (const [text, { ids, native }] of values) {
        const value: unknown = JSON.parse(text);
        const conditions: unknown[] = [value, { [isList ? '$hasSome' : '$in']: [value] }];
        if (isList) conditions.push({ $has: value }, { $hasEvery: [value] });
        else if (!unordered.has(column.kind))
          conditions.push({ $gte: value, $lte: value }, { $between: [value, value] });
        const all = expect.arrayContaining(ids) as unknown;
        for (const condition of conditions) {
          expect([condition, await found(asked(condition))]).toEqual([condition, all]);
        }
        const others = await found({ $not: asked(value) });
        expect([value, '$not', others.filter((id) => ids.includes(id))]).toEqual([value, '$not', []]);
        const inCode = world.filters.and(world.filters.parse<ObjectLiteral>(Item, everything), asked(native));
        const byNative = idsOf((await world.filters.page(world.builder<ObjectLiteral>(Item), inCode)).data);
        expect([native, byNative]).toEqual([native, all]);
      }
    });

    it('has the kind that descriptions and schemas say', () => {
      const values = new Set(sent(rows.flatMap((row) => shownAt(row, path))));
      const field = world.filters.describe<ObjectLiteral>(Item).fields.find(({ name }) => name === facet);
      // The fields of a related row are those of the entity itself.
      expect(field !== undefined).toBe(whose === 'the row');
      const types = typesOf[field?.kind ?? column.kind];
      const shown = validatorOf(schemas.shown, path);
      const asked = validatorOf(schemas.asked, ['filters', ...path, isList ? '$has' : '$eq']);
      for (const value of values) {
        expect([value, types]).toEqual([value, expect.arrayContaining([typeof value])]);
        expect([value, shown(value), asked(value)]).toEqual([value, [], []]);
      }
    });

    it('finds what a facet counts', async () => {
      const overrides = { facets: [{ name: facet, type: 'values' as const, limit: 100 }], limits };
      const query = world.filters.parse<ObjectLiteral>(Item, { facets: facet }, overrides);
      const answer = sent(await world.filters.facets(world.repository<ObjectLiteral>(Item), query));
      const { values } = (answer as Record<string, ValuesFacet>)[facet] as ValuesFacet;
      expect(values.length).toBeGreaterThan(1);
      for (const { value, count } of values) {
        const ids = await found(asked(value === null ? { $null: true } : value));
        expect([value, ids.length]).toEqual([value, count]);
      }
    });

    if (!isList && ranged.has(column.kind)) {
      it('is within the range of a facet', async () => {
        const overrides = { facets: [{ name: facet, type: 'range' as const }] };
        const query = world.filters.parse<ObjectLiteral>(Item, { facets: facet }, overrides);
        const answer = sent(await world.filters.facets(world.repository<ObjectLiteral>(Item), query));
        const { min, max } = (answer as Record<string, RangeFacet>)[facet] as RangeFacet;
        const all = await found(asked({ $notNull: true }));
        expect([min, max, await found(asked({ $gte: min, $lte: max }))]).toEqual([min, max, all]);
        expect(await found(asked(min))).not.toEqual([]);
        expect(await found(asked(max))).not.toEqual([]);
      });
    }
  });

  it.each(columns.map((column) => [column.name, column] as const))(
    'as an aggregate, %s is reached',
    async (name, column) => {
      const functions = unordered.has(column.kind) ? ['distinct'] : ['min', 'max', 'distinct'];
      const request = { aggregates: functions.map((each) => `${name}:${each}`).join(), facets: name };
      const { meta } = sent(await world.page<ObjectLiteral>(Item, request, { facets: [{ name, limit: 100 }], limits }));
      const { aggregates, facets } = meta as unknown as {
        readonly aggregates: Record<
          string,
          { readonly min?: unknown; readonly max?: unknown; readonly distinct: number }
        >;
        readonly facets: Record<string, ValuesFacet>;
      };
      const { min, max, distinct } = aggregates[name] ?? { distinct: 0 };
      expect(facets[name]?.values.filter(({ value }) => value !== null)).toHaveLength(distinct);
      if (unordered.has(column.kind)) return;
      expect(await found({ [name]: min })).not.toEqual([]);
      expect(await found({ [name]: max })).not.toEqual([]);
      expect(await found({ [name]: { $gte: min, $lte: max } })).toEqual(await found({ [name]: { $notNull: true } }));
    },
  );
});
