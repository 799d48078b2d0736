import fc from 'fast-check';
import { FilterException, type FilterModuleOptions, Filterable } from 'nestjs-filterable';
import { filterJsonSchema } from 'nestjs-filterable/openapi';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { cases } from '../../support/table.js';

class Address {
  @Column() city!: string;
  @Column({ type: 'varchar', nullable: true }) street!: string | null;
}

@Entity()
@Filterable({ fields: ['id', 'name', 'nick', 'address'], relations: ['boss', 'tickets'] })
class User {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'varchar', nullable: true }) nick!: string | null;
  @Column(() => Address) address!: Address;
  @ManyToOne(() => User, { nullable: true }) boss!: Relation<User> | null;
  @OneToMany(() => Ticket, (ticket) => ticket.assignedTo) tickets!: Relation<Ticket>[];
}

@Entity()
@Filterable({ fields: ['id', 'title'], relations: ['assignedTo'] })
class Ticket {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @ManyToOne(() => User, (user) => user.tickets, { nullable: true }) assignedTo!: Relation<User> | null;
}

/** Reads a request, and returns its canonical form, or its refusal. */
async function read(request: string, options: FilterModuleOptions = {}, overrides: object = {}): Promise<string> {
  const filters = await filterServiceFor([Ticket, User], options);
  try {
    return decodeURIComponent(filters.parse(Ticket, request, overrides).toString());
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues
      .map(({ code, pointer, message }) => `${code} ${pointer} ${/use (\S+)$/.exec(message)?.[1]}`)
      .join();
  }
}

const unassigned = 'filters[assignedTo][$exists]=false';

describe('NULL of a related field that is never NULL', () => {
  it.each(
    cases(`
      filters[assignedTo][id][$null]=true            -> operator_not_allowed /filters/assignedTo/id/$null filters[assignedTo][$null]=true
      filters[assignedTo][id][$notNull]=false        -> operator_not_allowed /filters/assignedTo/id/$notNull filters[assignedTo][$null]=true
      filters[assignedTo][id][$eq]                   -> operator_not_allowed /filters/assignedTo/id/$eq filters[assignedTo][$null]=true
      filters[assignedTo][id]                        -> operator_not_allowed /filters/assignedTo/id filters[assignedTo][$null]=true
      filters[assignedTo][name][$null]=true          -> operator_not_allowed /filters/assignedTo/name/$null filters[assignedTo][$null]=true
      filters[assignedTo][address][city][$null]=true -> operator_not_allowed /filters/assignedTo/address/city/$null filters[assignedTo][$null]=true
      filters[assignedTo][boss][id][$null]=true      -> operator_not_allowed /filters/assignedTo/boss/id/$null filters[assignedTo][boss][$null]=true
      filters[assignedTo][$or][0][id][$null]=true    -> operator_not_allowed /filters/assignedTo/$or/0/id/$null filters[assignedTo][$null]=true
      filters[assignedTo][$not][id][$null]=true      -> operator_not_allowed /filters/assignedTo/$not/id/$null filters[assignedTo][$null]=true
      filters[assignedTo][id][$not][$null]=true      -> operator_not_allowed /filters/assignedTo/id/$not/$null filters[assignedTo][$null]=true
      filters[$or][0][assignedTo][id][$null]=true    -> operator_not_allowed /filters/$or/0/assignedTo/id/$null filters[$or][0][assignedTo][$null]=true
      filters[assignedTo][nick][$null]=true          -> filters[assignedTo][nick][$null]=true
      filters[assignedTo][address][street][$null]=true -> filters[assignedTo][address][street][$null]=true
      filters[assignedTo][id][$null]=false           -> filters[assignedTo][id][$notNull]=true
      filters[assignedTo][id][$notNull]=true         -> filters[assignedTo][id][$notNull]=true
      filters[assignedTo][tickets][id][$null]=true   -> filters[assignedTo][tickets][id][$null]=true
      filters[id][$null]=true                        -> filters[id][$null]=true
    `),
  )('%s -> %s', async (request, verdict) => {
    expect(await read(request)).toBe(verdict);
  });

  it.each(
    cases(`
      filters[assignedTo][id][$null]=true              -> filters[assignedTo][$exists]=false
      filters[assignedTo][id][$eq]                     -> filters[assignedTo][$exists]=false
      filters[assignedTo][address][city][$null]=true   -> filters[assignedTo][$exists]=false
      filters[assignedTo][boss][id][$null]=true        -> filters[assignedTo][boss][$exists]=false
      filters[assignedTo][id][$null]=true&filters[title]=a -> filters[assignedTo][$exists]=false&filters[title][$eq]=a
      filters[assignedTo][$or][0][id][$null]=true      -> operator_not_allowed /filters/assignedTo/$or/0/id/$null filters[assignedTo][$null]=true
      filters[assignedTo][$not][id][$null]=true        -> operator_not_allowed /filters/assignedTo/$not/id/$null filters[assignedTo][$null]=true
      filters[assignedTo][id][$null]=true&filters[assignedTo][id][$gt]=1 -> operator_not_allowed /filters/assignedTo/id/$null filters[assignedTo][$null]=true
    `),
  )('Strapi: %s -> %s', async (request, verdict) => {
    expect(await read(request, { compatibility: 'strapi' })).toBe(verdict);
  });

  it.each(
    cases(`
      filter.assignedTo.id=$null                            -> filters[assignedTo][$exists]=false
      filter.assignedTo.id=$not:$null                       -> filters[assignedTo][id][$notNull]=true
      filter.assignedTo.id=$null&filter.title=a             -> filters[assignedTo][$exists]=false&filters[title][$eq]=a
      filter.assignedTo.nick=$null                          -> filters[assignedTo][nick][$null]=true
      filter.assignedTo.id=$null&filter.assignedTo.id=$or:3 -> operator_not_allowed /filter.assignedTo.id filters[assignedTo][$null]=true
    `),
  )('nestjs-paginate: %s -> %s', async (request, verdict) => {
    expect((await read(request, { onRamp: nestjsPaginate() })).replace(/&pagination.*$/, '')).toBe(verdict);
  });

  it('is as it was in the conditions of the program', async () => {
    const filters = await filterServiceFor([Ticket, User]);
    const query = filters.parse(Ticket, '');
    expect(() => filters.and(query, { assignedTo: { id: null } } as never)).not.toThrow();
  });

  it('is never read as a condition that no row can meet', async () => {
    const filters = await filterServiceFor([Ticket, User]);
    const asked = fc.constantFrom({ $null: 'true' }, { $notNull: 'false' }, { $eq: null }, null);
    const path = fc.constantFrom(
      ['assignedTo', 'id'],
      ['assignedTo', 'name'],
      ['assignedTo', 'boss', 'address', 'city'],
    );
    const group = fc.constantFrom('', '$and', '$or', '$not');
    fc.assert(
      fc.property(path, asked, fc.array(group, { maxLength: 2 }), ([relation = '', ...rest], condition, groups) => {
        const field = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), condition);
        const wrapped = groups.reduce<unknown>(
          (inner, name) => (name === '' ? inner : { [name]: name === '$not' ? inner : [inner] }),
          field,
        );
        expect(() => filters.parse(Ticket, { filters: { [relation]: wrapped } })).toThrow(FilterException);
      }),
    );
  });
});

describe('a flat name of a relation', () => {
  const flat = (filter: object) => ({ flat: { filters: { unassigned: filter } } });

  it.each([
    ['$null', 'unassigned=true', unassigned],
    ['$null', 'unassigned=false', 'filters[assignedTo][$exists]=true'],
    ['$exists', 'unassigned=true', 'filters[assignedTo][$exists]=true'],
    ['$null', 'unassigned=maybe', 'expected_boolean /unassigned undefined'],
    ['$null', 'unassigned=', ''],
  ])('with %s: %s is %s', async (operator, request, meaning) => {
    expect(await read(request, {}, flat({ field: 'assignedTo', operator }))).toBe(meaning);
  });

  it.each([
    [
      { field: 'assignedTo', operator: '$gt' },
      'which is a relation, not a field; name a field of its rows, or one of the operators $exists',
    ],
    [{ field: 'assignedTo' }, 'which is a relation, not a field; name a field of its rows'],
    [{ field: 'assignedTo.bos', operator: '$null' }, 'is not an exposed field'],
  ])('is refused at boot as %j', async (filter, message) => {
    await expect(read('', {}, flat(filter))).rejects.toThrow(message);
  });

  it('is described and documented as a flag', async () => {
    const filters = await filterServiceFor([Ticket, User]);
    const overrides = flat({ field: 'assignedTo', operator: '$null' }) as never;
    expect(filters.describe(Ticket, overrides).flat).toEqual([
      {
        name: 'unassigned',
        parameter: 'filters',
        means: 'assignedTo',
        operator: '$null',
        kind: 'boolean',
        takes: 'boolean',
      },
    ]);
    expect(JSON.stringify(filterJsonSchema(filters, Ticket, overrides))).toBeDefined();
  });
});
