import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { FilterException, type FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import type { DataSource, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import {
  type Askable,
  type Asked,
  type AskedOf,
  type Condition,
  type EntityFacts,
  type Facts,
  Oracle,
  type RelationFacts,
  type Row,
  factsOf,
  numberOperators,
  relationOf,
  textOperators,
} from './oracle.js';
import { type Entities, type RandomContext, canary, narrowOf } from './random-database.js';
import {
  type ClassPlan,
  type KeyKind,
  type MappingPlan,
  type RandomData,
  type RandomRow,
  type Side,
  type TablePlan,
  canonical,
  fieldsOf,
  isOf,
  kinds,
  markOf,
  propertiesOf,
  referredBy,
  rowsOfClass,
  sidesOf,
  tableOf,
} from './random-mapping.js';

type RandomFacts = Facts<RandomData, RandomContext>;
type Related = RelationFacts<RandomData, RandomContext>['related'];

/** What a mapping means: its rows by their numbers, whatever keys tell them apart in the database. */
export class RandomModel implements Askable {
  readonly facts: RandomFacts;

  constructor(
    private readonly mapping: MappingPlan,
    private readonly engine: EngineName,
  ) {
    this.facts = Object.fromEntries(mapping.classes.map((of) => [of.name, this.factsOf(of)]));
  }

  operators(entity: string, field: string): fc.Arbitrary<Condition> | undefined {
    if (field === 'label') return textOperators();
    if (field === 'weight' || field === 'extra' || field === 'box.size') return numberOperators(3);
    const kind = this.kindOf(entity, field);
    if (kind === undefined || kind === 'binary' || kind === 'upper') return undefined;
    const value = fc.integer({ min: 1, max: 9 }).map((number) => kinds[kind].shown(number, this.engine));
    return fc.record({ $in: fc.uniqueArray(value, { minLength: 1, maxLength: 4 }) });
  }

  sorts(entity: string): readonly string[] {
    const { fields, relations } = factsOf(this.facts, entity);
    const own = fields.filter((field) => this.kindOf(entity, field) !== 'binary');
    const single = Object.entries(relations).filter(([, { toMany }]) => !toMany);
    return [...own, ...single.flatMap(([name]) => [`${name}.label`, `${name}.weight`])];
  }

  /** True where a cursor can hold the keys of an entity. */
  hasCursors(entity: string): boolean {
    return factsOf(this.facts, entity).key.every((name) => this.kindOf(entity, name) !== 'binary');
  }

  /** Returns a function that tells the hidden keys of an entity's lazy relations from other properties. */
  keysOfLazy(entity: string): (name: string) => boolean {
    const of = this.mapping.classes.find(({ name }) => name === entity);
    // The class that has a table reads the columns of those that share it.
    const lazy = this.mapping.relations.some((each) =>
      [each.owner, each.target].some(({ table }) => each.lazy && table === of?.table),
    );
    return (name) => lazy && /^(c\d|r\d+_\d)$/.test(name);
  }

  /** Lists the marks of the rows that nobody in a context may see. */
  hiddenMarks({ tables }: RandomData, context: RandomContext): readonly string[] {
    return this.mapping.tables.flatMap((table, place) =>
      (tables[place] ?? []).filter((row) => !isVisible(table, row, context)).map((row) => markOf(table, row)),
    );
  }

  private kindOf(entity: string, field: string): KeyKind | undefined {
    const of = this.mapping.classes.find(({ name }) => name === entity);
    if (of === undefined || !/^k\d$/.test(field)) return undefined;
    return tableOf(this.mapping, of).key[Number(field.slice(1))];
  }

  private factsOf(of: ClassPlan): EntityFacts<RandomData, RandomContext> {
    const table = tableOf(this.mapping, of);
    return {
      fields: fieldsOf(this.mapping, of),
      key: propertiesOf('k', table.key),
      rows: (data) => rowsOfClass(this.mapping, of, data).map((row) => this.shown(table, row)),
      isVisible: (row, context) => isVisible(table, rowOf(row), context),
      relations: Object.fromEntries(sidesOf(this.mapping, of).map((side) => [side.name, this.relation(side)])),
    };
  }

  private relation(side: Side): RelationFacts<RandomData, RandomContext> {
    const { plan, toMany, target } = side;
    const { limit, extra, where, when, narrow } = plan;
    return {
      target: target.name,
      toMany,
      limit: toMany ? limit : 1,
      maximum: toMany ? limit + extra : 1,
      sort: toMany ? plan.sort : [],
      fields: narrow ? narrowOf(this.mapping, target) : undefined,
      where: (row, { tier }) =>
        where === 'spam' ? !rowOf(row).spam : where === 'context' ? rowOf(row).tier <= tier : true,
      isShown: ({ shows }) => !when || shows,
      related: this.related(side),
    };
  }

  private related({ relation, target, isOwner }: Side): Related {
    const table = tableOf(this.mapping, target);
    const all = (data: RandomData) => rowsOfClass(this.mapping, target, data);
    const shown = (rows: readonly RandomRow[]) => rows.map((row) => this.shown(table, row));
    if (relation.type === 'many-to-many') {
      return (row, data) => {
        const links = data.links[relation.name] ?? [];
        const { number } = rowOf(row);
        return shown(
          all(data).filter((other) =>
            isOwner
              ? isReachable(relation.byCode, other) &&
                links.some(({ own, far }) => own === number && far === other.number)
              : isReachable(relation.byCode, rowOf(row)) &&
                links.some(({ own, far }) => own === other.number && far === number),
          ),
        );
      };
    }
    const refers = (one: RandomRow, other: RandomRow) =>
      referredBy(one, relation) === other.number && isReachable(relation.byCode, other);
    return (row, data) =>
      shown(all(data).filter((other) => (isOwner ? refers(rowOf(row), other) : refers(other, rowOf(row)))));
  }

  /** Returns a row as answers have it. */
  private shown(table: TablePlan, row: RandomRow): Row {
    const keys = table.key.map((kind, place) => [`k${place}`, kinds[kind].shown(row.number, this.engine)] as const);
    const { label, weight, extra, size } = row;
    return {
      ...Object.fromEntries(keys),
      mark: markOf(table, row),
      label,
      weight,
      extra,
      'box.size': size,
      [origin]: row,
    };
  }
}

/** The row that the values of an answer are of. */
const origin = Symbol('row');

function rowOf(row: Row): RandomRow {
  return (row as unknown as { readonly [origin]: RandomRow })[origin];
}

/** True where a row can be referred to: by its second key only if it has one. */
export function isReachable(byCode: boolean, { hasCode }: RandomRow): boolean {
  return !byCode || hasCode;
}

function isVisible(table: TablePlan, row: RandomRow, { tier, word, hidden }: RandomContext): boolean {
  if (table.deletes && row.isDeleted) return false;
  if (table.scope && (row.tier > tier || hidden.includes(row.label))) return false;
  return table.children.every((child) => !child.scope || !isOf(child, row) || row.label !== word);
}

/** Each strategy; the one that numbers related rows twice, and once with the entities of TypeORM's own code. */
const ways = [
  { strategy: 'adaptive' },
  { strategy: 'in' },
  { strategy: 'in', hydration: 'typeorm' },
  { strategy: 'exists' },
] as const;
const limits = { populate: 20, populateHops: 4, populatedRows: 20_000, cost: 5_000 };
/** The list itself answers its exposed fields, which the client has to ask for. */
const selecting = { select: true } as const;

/** A request in a context, and its number, which decides about all else that is compared. */
export interface Request extends AskedOf {
  readonly context: RandomContext;
  readonly number: number;
}

/** Compares answers with those that an oracle puts together. */
export class Judge {
  private readonly services: readonly FilterService[];

  constructor(
    private readonly source: DataSource,
    private readonly entities: Entities,
    private readonly model: RandomModel,
  ) {
    this.services = ways.map((way) => FilterService.forDataSource(source, { ...way, limits, nulls: 'last' }));
  }

  async judge(data: RandomData, request: Request): Promise<void> {
    const { entity, asked, context, number } = request;
    const { fields } = factsOf(this.model.facts, entity);
    const all = { ...asked, fields: asked.fields ?? fields };
    const service = this.services[number % this.services.length];
    if (service === undefined) throw new Error('no service');
    const list = new List(service, { ...request, asked: all }, this.source.getRepository(this.entities.target(entity)));
    if (!this.isShown(entity, asked, context)) return expect(list.refusal()).toEqual(['unknown_field']);
    const oracle = new Oracle(this.model.facts, data, context);
    const expected = { rows: oracle.list(entity, all), more: oracle.more };
    const hidden = [canary, ...this.model.hiddenMarks(data, context)];
    const isKept = this.model.keysOfLazy(entity);
    for (const answer of await list.answers(number)) {
      const rows = (await plain(answer.rows)) as readonly object[];
      // A list answers the keys of its lazy relations, which are read by them later.
      const own = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isKept(name))));
      isSame(canonical(own), canonical(expected.rows));
      if (answer.more !== undefined) isSame(answer.more, expected.more);
      const text = JSON.stringify(answer);
      isSame(
        hidden.filter((mark) => text.includes(mark)),
        [],
      );
    }
    if (number % 11 === 0) await list.changesNothing(this.model.hasCursors(entity));
  }

  /** True where a context has every relation that is populated. */
  private isShown(entity: string, { populate = {} }: Asked, context: RandomContext): boolean {
    return Object.entries(populate).every(([name, inner]) => {
      const { isShown, target } = relationOf(factsOf(this.model.facts, entity), name);
      return isShown(context) && this.isShown(target, inner, context);
    });
  }
}

/** Rows of an answer. */
interface Answered {
  readonly rows: readonly ObjectLiteral[];
  /** Undefined where the way of reading tells nothing. */
  readonly more?: object | undefined;
}

/** A list as a request asks for it. */
class List {
  constructor(
    private readonly service: FilterService,
    private readonly request: Request,
    private readonly repository: Repository<ObjectLiteral>,
  ) {}

  /** Returns the codes of a refusal. */
  refusal(): readonly string[] {
    try {
      this.parse(this.request.asked);
      return [];
    } catch (error) {
      if (error instanceof FilterException) return [...new Set(error.issues.map(({ code }) => code))];
      throw error;
    }
  }

  /** Returns the rows by a page, and by other ways in turns. */
  async answers(number: number): Promise<readonly Answered[]> {
    const page = await this.page(this.request.asked, number % 7 === 0 ? this.joined() : this.repository);
    const answers: Answered[] = [{ rows: page.data, more: page.meta.populate ?? {} }];
    if (number % 6 === 0) answers.push(await this.walked());
    if (number % 6 === 3) answers.push(await this.later());
    return answers;
  }

  /** Expects the page without related rows to be the same otherwise. */
  async changesNothing(hasCursors: boolean): Promise<void> {
    const { populate = {}, ...asked } = this.request.asked;
    const names = new Set(Object.keys(populate).map((name) => name.split('.')[0]));
    const left = (rows: readonly ObjectLiteral[]) =>
      rows.map((row) => Object.entries(row).filter(([name]) => !names.has(name.replaceAll(/^__|__$/g, ''))));
    const of = async (each: Asked, pagination: object) =>
      this.service.page(this.repository, this.parse(each, pagination));
    const pages = [{ page: 1, pageSize: 20 }, ...(hasCursors ? [{ after: '', pageSize: 2 }] : [])];
    for (const pagination of pages) {
      const [one, other] = [await of(this.request.asked, pagination), await of(asked, pagination)];
      isSame({ ...one.meta, populate: undefined }, { ...other.meta, populate: undefined });
      isSame(canonical(left(one.data)), canonical(left(other.data)));
    }
  }

  private parse(asked: Asked, pagination: object = { page: 1, pageSize: 20 }): FilterQuery<ObjectLiteral> {
    const input = { ...inRequest(asked), pagination };
    return this.service.parse(this.repository.target, input, selecting, this.request.context);
  }

  private page(
    asked: Asked,
    source: Repository<ObjectLiteral> | SelectQueryBuilder<ObjectLiteral>,
  ): Promise<Page<ObjectLiteral>> {
    return this.service.page(source, this.parse(asked));
  }

  /** Makes a builder that loads what is populated. */
  private joined(): SelectQueryBuilder<ObjectLiteral> {
    const builder = this.repository.createQueryBuilder('one');
    for (const [place, name] of Object.keys(this.request.asked.populate ?? {}).entries()) {
      builder.leftJoinAndSelect(`one.${name}`, `joined${place}`);
    }
    return builder;
  }

  private async walked(): Promise<Answered> {
    const rows: ObjectLiteral[] = [];
    const query = this.service.parse(
      this.repository.target,
      inRequest(this.request.asked),
      selecting,
      this.request.context,
    );
    for await (const row of this.service.each(this.repository, query, { chunk: 3 })) rows.push(row);
    return { rows };
  }

  /** Reads rows as a host does, and populates them. */
  private async later(): Promise<Answered> {
    const query = this.parse(this.request.asked);
    const builder = this.repository.createQueryBuilder('one');
    const rows = await this.service.apply(builder, query, { populate: 'later' }).getMany();
    return { rows, more: await this.service.populate(this.repository, rows, query) };
  }
}

/** Expects two values to be equal, which takes Jest longer to say than most requests take. */
function isSame(one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other);
}

/** Puts lazy relations that are loaded in the place of their promises. */
async function plain(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => plain(each)));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Date) return value;
  const entries = Object.entries(value as ObjectLiteral).filter(([, each]) => !(each instanceof Promise));
  const loaded = entries.flatMap(([name, each]) => {
    const lazy = /^__(has_|promise_)?(.+)__$/.exec(name);
    if (lazy === null) return [[name, each] as const];
    return lazy[1] === undefined ? [[lazy[2] ?? '', each] as const] : [];
  });
  const read = await Promise.all(loaded.map(async ([name, each]) => [name, await plain(each)] as const));
  return Object.fromEntries(read);
}

/** Returns a request's form of what is asked: conditions of embedded objects are objects. */
function inRequest({ filters, populate, ...asked }: Asked): object {
  return {
    ...asked,
    ...(filters && { filters: nested(filters) }),
    ...(populate && {
      populate: Object.fromEntries(Object.entries(populate).map(([name, inner]) => [name, inRequest(inner)])),
    }),
  };
}

function nested(condition: Condition): object {
  const entries = Object.entries(condition).map(([name, value]) => {
    if (Array.isArray(value) && name === '$or') return [name, value.map((each: Condition) => nested(each))] as const;
    const below =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? nested(value as Condition) : value;
    const [first = '', ...rest] = name.split('.').reverse();
    return rest.reduce<readonly [string, unknown]>(
      ([inner, each], outer) => [outer, { [inner]: each }],
      [first, below],
    );
  });
  return Object.fromEntries(entries);
}
