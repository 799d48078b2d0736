import { jest } from '@jest/globals';
import { HttpException, Logger } from '@nestjs/common';
import { type FilterException, type FilterInput, type FilterModuleOptions, Filterable } from 'nestjs-filterable';
import { filterJsonSchema } from 'nestjs-filterable/openapi';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Guest, Owner, Venue, today } from '../../e2e/named/model.js';

const serviceFor = (options: FilterModuleOptions = {}) =>
  filterServiceFor([Venue], { ...options, now: new Date(today) });

/** The codes and paths of a refusal, with the names that were allowed. */
async function refusalOf(request: string, guest?: Guest): Promise<unknown> {
  const filters = await serviceFor();
  try {
    filters.parse(Venue, request, undefined, guest);
  } catch (error) {
    return (error as FilterException).issues.map(({ code, path, allowed }) => [code, path, ...(allowed ?? [])]);
  }
  return 'no refusal';
}

const operators = ['$eq', '$in', '$not'];

const refused: [request: string, ...issues: unknown[]][] = [
  ['filters[popular]=maybe', ['invalid_value', 'filters[popular]']],
  ['filters[popular]=', ['invalid_value', 'filters[popular]']],
  ['filters[popular]', ['operator_not_allowed', 'filters[popular]', ...operators]],
  ['filters[popular][$ne]=true', ['operator_not_allowed', 'filters[popular][$ne]', ...operators]],
  ['filters[popular][$null]=true', ['operator_not_allowed', 'filters[popular][$null]', ...operators]],
  ['filters[atLeast][$gte]=3', ['operator_not_allowed', 'filters[atLeast][$gte]', ...operators]],
  ['filters[about][$contains]=a', ['operator_not_allowed', 'filters[about][$contains]', ...operators]],
  ['filters[about][$near]=a', ['unknown_operator', 'filters[about][$near]', ...operators]],
  ['filters[atLeast]=3.5', ['invalid_value', 'filters[atLeast]']],
  ['filters[since]=2026-02-30', ['invalid_value', 'filters[since]']],
  ['filters[popular]=true&filters[popular]=false', ['duplicate_key', 'filters[popular]']],
  ['filters[popular]=true&filters[loved]=true', ['duplicate_key', 'filters[loved]']],
  ['filters[owner][popular]=true', expect.arrayContaining(['unknown_field', 'filters[owner][popular]', 'rich', 'any'])],
  ['filters[popular][visits]=1', ['unknown_operator', 'filters[popular][visits]', ...operators]],
  ['sort=popular', expect.arrayContaining(['not_sortable', 'sort'])],
  ['facets=popular', expect.arrayContaining(['unknown_field', 'facets'])],
  ['filters[forAdmins]=true', expect.not.arrayContaining(['forAdmins'])],
];

describe('a request with a named filter', () => {
  it.each(refused)('%s is refused', async (request, ...issues) => {
    expect(await refusalOf(request)).toEqual(issues);
  });

  it('names it among the fields, where the context sees it', async () => {
    const [[, , ...allowed]] = (await refusalOf('filters[x]=1', { admin: true })) as [[string, string, ...string[]]];
    expect(allowed).toEqual(
      expect.arrayContaining(['score', 'popular', 'secret', 'liked', 'atLeast', 'forAdmins', 'owner', '$and']),
    );
    expect(allowed).not.toContain('loved');
    expect(allowed).not.toContain('notes');
  });

  it.each([
    ['filters[loved]=1', 'filters[popular][$eq]=true'],
    ['filters[popular][]=true', 'filters[popular][$in][0]=true'],
    ['filters[$not][about]=a', 'filters[about][$not][$eq]=a'],
    ['filters[owner][rich]=true', 'filters[owner][rich][$eq]=true'],
    ['filters[since]=now-7d', 'filters[since][$eq]=now-7d'],
    ['filters={"popular":true}', 'filters[popular][$eq]=true'],
    ['filters[popular]={"$eq":"true"}', 'filters[popular][$eq]=true'],
  ])('%s is printed as %s, and nothing of what it stands for', async (request, printed) => {
    const filters = await serviceFor();
    expect(decodeURIComponent(filters.parse(Venue, request).toString())).toBe(printed);
  });

  it('has the key of the answer of its guest', async () => {
    const filters = await serviceFor();
    const key = (guest: Guest) => filters.parse(Venue, 'filters[liked]=true', undefined, guest).cacheKey();
    expect(key({ liked: [1, 2] })).toBe(key({ liked: [2, 1] }));
    expect(key({ liked: [1, 2] })).not.toBe(key({ liked: [1] }));
    const dayOf = async (now: number) =>
      (await filterServiceFor([Venue], { now: new Date(now) })).parse(Venue, 'filters[fresh]=true').cacheKey();
    expect(await dayOf(today)).not.toBe(await dayOf(today + 86_400_000));
  });

  it('tells a handler of its name, and not of what it stands for', async () => {
    const filters = await serviceFor();
    const query = filters.parse(Venue, 'filters[popular]=true&filters[about]=a');
    const asked = (path: string) => [query.uses(path as 'id'), query.conditionsOn(path as 'id')];
    expect(asked('popular')).toEqual([true, [{ operator: '$eq', value: true }]]);
    expect(asked('about')).toEqual([true, [{ operator: '$eq', value: 'a' }]]);
    expect(asked('name')).toEqual([false, []]);
    expect(asked('visits')).toEqual([false, []]);
  });

  it.each([
    ['filters[atLeast]=3', 'filters[score][$gte]=3'],
    ['filters[popular]=true', 'filters[visits][$count][$gte]=2'],
    ['filters[atLeast][0]=3&filters[atLeast][1]=4', 'filters[$or][0][score][$gte]=3&filters[$or][1][score][$gte]=4'],
    ['filters[visits][good]=true', 'filters[visits][stars][$gte]=4'],
  ])('%s costs as much as %s', async (named, written) => {
    const filters = await serviceFor();
    expect(filters.parse(Venue, named).cost).toEqual(filters.parse(Venue, written).cost);
  });

  it('spends what it stands for from the limits, and at least one condition', async () => {
    const filters = await serviceFor({
      limits: { conditions: 3, relationConditions: 1, relationHops: 1, logicalDepth: 1 },
    });
    const codeOf = (request: string) => {
      try {
        filters.parse(Venue, request);
      } catch (error) {
        return (error as FilterException).issues.map((issue) =>
          issue.code === 'limit_exceeded' ? issue.limit : issue.code,
        );
      }
      return [];
    };
    expect(codeOf('filters[wellKept]=true&filters[id]=1')).toEqual([]);
    expect(codeOf('filters[wellKept]=true&filters[id][$gt]=1&filters[city]=a')).toEqual(['conditions']);
    expect(codeOf('filters[popular]=true&filters[wellKept]=true')).toEqual(['relationConditions']);
    expect(codeOf([0, 1, 2, 3].map((at) => `filters[$or][${at}][every]=true`).join('&'))).toEqual(['conditions']);
    expect(codeOf('filters[about]=a')).toEqual([]);
  });

  it('is read in code, in Strapi’s mode, by a flat name, and under the operators of a handler', async () => {
    const filters = await serviceFor();
    const sqlOf = (conditions: object) =>
      filters
        .filter(Venue, { filters: conditions })
        .getQuery()
        .replaceAll(/nf_p\d+/g, 'nf_p');
    expect(sqlOf({ atLeast: 3 })).toBe(sqlOf({ rating: { $gte: 3 } }));
    // Typed by the property of its name.
    expect(sqlOf({ owner: { rich: true } } satisfies FilterInput<Venue>)).toContain('wealth');
    const strapi = await serviceFor({ compatibility: 'strapi' });
    expect(decodeURIComponent(strapi.parse(Venue, 'filters[popular][$eq]=t').toString())).toContain(
      '[popular][$eq]=true',
    );
    const flat = { flat: { filters: { hot: 'popular', rich: 'owner.rich' } } } as object;
    expect(decodeURIComponent(filters.parse(Venue, 'hot=true&rich=false', flat).toString())).toBe(
      'filters[owner][rich][$eq]=false&filters[popular][$eq]=true',
    );
    expect(() => filters.parse(Venue, 'filters[popular]=true', { operators: ['$gte'] })).toThrow();
  });

  it('stands in descriptions and documents, with its kind and its end', async () => {
    const filters = await serviceFor();
    const { named, fields } = filters.describe(Venue);
    expect(named.map(({ name, kind }) => [name, kind])).toEqual([
      ['popular', 'boolean'],
      ['secret', 'boolean'],
      ['liked', 'boolean'],
      ['atLeast', 'integer'],
      ['about', 'text'],
      ['since', 'date'],
      ['fresh', 'boolean'],
      ['every', 'boolean'],
      ['wellKept', 'boolean'],
    ]);
    expect(named.find(({ name }) => name === 'fresh')?.deprecated).toEqual({ text: 'use since' });
    expect(named[0]?.operators.map(({ operator }) => operator)).toEqual(['$eq', '$in']);
    expect(fields.map(({ name }) => name)).toEqual(['id', 'name', 'city', 'score']);
    const schema = JSON.stringify(filterJsonSchema(filters, Venue));
    expect(schema).toContain('"popular"');
    expect(schema).toContain(
      '"fresh":{"allOf":[{"$ref":"#/$defs/NamedBooleanOperators"}],"description":"Deprecated: use since","deprecated":true}',
    );
    expect(schema).not.toContain('forAdmins');
    expect(filters.describe(Owner).named.map(({ name }) => name)).toEqual(['rich', 'any']);
  });
});

const counted = jest.fn((value: unknown) => ({ id: Number(value) }));

@Entity()
@Filterable({ fields: ['id'], named: { counted: { kind: 'integer', where: counted } } })
class Counted {
  @PrimaryColumn() id!: number;
}

describe('a named filter that is asked for more than a request may have', () => {
  const members = (count: number, at = '') =>
    Array.from({ length: count }, (_, index) => `filters${at}[counted][$in][${index}]=${index}`).join('&');
  const most = 8;

  it.each([
    [most, 1, most, 'within the limit'],
    [most + 1, 1, most, 'one member beyond it'],
    [50, 1, most, 'many members'],
    [2, most, most, 'many conditions'],
    [20, 20, most, 'many of both'],
  ])('%i members, %i times: its function is called %i times at the most (%s)', async (count, times, calls) => {
    const limits = { conditions: most, members: 100, parameters: 1_000, queryBytes: 16_000 };
    const filters = await filterServiceFor([Counted], { limits });
    counted.mockClear();
    const request = Array.from({ length: times }, (_, index) => members(count, `[$and][${index}]`)).join('&');
    const read = (): unknown => filters.parse(Counted, times === 1 ? members(count) : request);
    if (count * times <= most) expect(read).not.toThrow();
    else expect(read).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ limit: 'conditions' })] }));
    expect(counted.mock.calls.length).toBeLessThanOrEqual(calls);
  });
});

@Entity()
@Filterable({
  fields: ['id'],
  named: {
    throws: {
      kind: 'boolean',
      where: () => {
        throw new Error('the secret of the house');
      },
    },
    forbids: {
      kind: 'boolean',
      where: () => {
        throw new HttpException('the secret of the house', 418);
      },
    },
    waits: { kind: 'boolean', where: () => Promise.reject(new Error('the secret of the house')) },
    nothing: { kind: 'boolean', where: () => undefined as unknown as object },
    text: { kind: 'boolean', where: () => 'id = 1' as unknown as object },
    unknown: { kind: 'boolean', where: () => ({ secretColumn: 1 }) },
    wrong: { kind: 'boolean', where: () => ({ id: 'the secret of the house' }) },
    itself: { kind: 'boolean', where: () => ({ itself: true }) },
  },
})
class Broken {
  @PrimaryColumn() id!: number;
  @Column() secret!: string;
}

describe('a named filter of a program that is wrong', () => {
  it.each(['throws', 'forbids', 'waits', 'nothing', 'text', 'unknown', 'wrong', 'itself'])(
    '%s: 500, named in the log, with nothing in the answer',
    async (name) => {
      const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      const filters = await filterServiceFor([Broken]);
      const failure = (() => {
        try {
          filters.parse(Broken, `filters[${name}]=true`);
        } catch (error) {
          return error;
        }
        return undefined;
      })();
      expect(failure).toBeInstanceOf(HttpException);
      const { message } = failure as HttpException;
      expect((failure as HttpException).getStatus()).toBe(500);
      expect(JSON.stringify([(failure as HttpException).getResponse(), message])).not.toMatch(/secret|Broken|house/);
      expect(log.mock.calls.flat().join()).toContain(`The named filter ${name} of Broken`);
      log.mockRestore();
    },
  );
});
