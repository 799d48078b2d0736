import { isDeepStrictEqual } from 'node:util';
import { FilterException, type FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import type { DataSource, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { AskedOf } from '../asking.js';
import { type Asked, type Condition, factsOf, relationOf } from '../facts.js';
import { canary } from '../guide.js';
import { Oracle } from '../oracle.js';
import type { Entities, RandomContext } from './entities.js';
import { canonical } from './keys.js';
import type { RandomModel } from './model.js';
import type { RandomData } from './rows.js';

/** Each strategy; the one that numbers related rows twice, and once with the entities of TypeORM's own code. */
const ways = [
  { strategy: 'adaptive' },
  { strategy: 'in' },
  { strategy: 'keys' },
  { strategy: 'in', hydration: 'typeorm' },
  { strategy: 'exists' },
] as const;
const limits = { populate: 20, populateHops: 4, populatedRows: 20_000 };
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
