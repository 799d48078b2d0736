import { Logger } from '@nestjs/common';
import { FilterConfigurationError } from 'nestjs-filterable';
import type { Visibility } from '../../../lib/schema/index.js';
import { rowsOf } from '../../support/table.js';
import { type Asking, answer, issuesOf } from '../parse/asking.js';
import { boot, namesIn } from './things.js';

const forAdmins = (context: unknown): boolean => context === 'admin';

const { by, of } = await boot({
  thing: {
    fields: [
      'title',
      { name: 'size', when: forAdmins },
      { name: 'address.city', when: forAdmins },
      { name: 'reference', as: 'ref', when: forAdmins },
    ],
    relations: [{ name: 'owner', when: forAdmins }, { name: 'keeper', as: 'guard' }, 'parts'],
  },
  owner: { fields: [{ name: 'id', when: forAdmins }, 'name', { name: 'address', when: forAdmins }] },
});

const admin: Asking = { by, of, overrides: { context: 'admin' } };
const guest: Asking = { by, of, overrides: { context: 'guest' } };
const nobody: Asking = { by, of };

/** Requests that only an administrator may make, their canonical form, and the issues that others get. */
const requests = rowsOf(
  `
    filters[size]=1                                              | filters[size][$eq]=1                                         | unknown_field /filters/size
    filters[size]                                                | filters[size][$null]=true                                    | unknown_field /filters/size
    filters[ref]=a                                               | filters[ref][$eq]=a                                          | unknown_field /filters/ref
    filters[address][city]=a                                     | filters[address][city][$eq]=a                                | unknown_field /filters/address
    filters[owner][name]=a                                       | filters[owner][name][$eq]=a                                  | unknown_field /filters/owner
    filters[owner]=1                                             | filters[owner][id][$eq]=1                                    | unknown_field /filters/owner
    filters[owner][$exists]=true                                 | filters[owner][$exists]=true                                 | unknown_field /filters/owner
    filters[guard][id]=1                                         | filters[guard][id][$eq]=1                                    | unknown_field /filters/guard/id
    filters[guard]=1                                             | filters[guard][id][$eq]=1                                    | expected_object /filters/guard
    filters[guard][$gt]=1                                        | filters[guard][id][$gt]=1                                    | operator_not_allowed /filters/guard/$gt
    filters[guard][address][city]=a                              | filters[guard][address][city][$eq]=a                         | unknown_field /filters/guard/address
    filters[parts][size]=1                                       | filters[parts][size][$eq]=1                                  | unknown_field /filters/parts/size
    filters[$or][0][size]=1                                      | filters[size][$eq]=1                                         | unknown_field /filters/$or/0/size
    filters[parts][$count][$gte]=1&filters[parts][$count][$where][size]=1 | filters[parts][$count][$gte]=1&filters[parts][$count][$where][size][$eq]=1 | unknown_field /filters/parts/$count/$where/size
    sort=size                                                    | sort[0]=size:asc                                             | not_sortable /sort/0
    sort=address.city                                            | sort[0]=address.city:asc                                     | not_sortable /sort/0
    sort=owner.name                                              | sort[0]=owner.name:asc                                       | not_sortable /sort/0
    sort=guard.id                                                | sort[0]=guard.id:asc                                         | not_sortable /sort/0
    sort=guard.address.city                                      | sort[0]=guard.address.city:asc                               | not_sortable /sort/0
    sort=parts.size                                              | sort[0]=parts.size:asc                                       | not_sortable /sort/0
  `,
  'query',
  'canonical',
  'refusal',
);

describe('a member that a context hides', () => {
  it.each(requests)('%s', (query, canonical, refusal) => {
    expect(answer(query, admin)).toBe(canonical);
    expect(answer(query, guest)).toEqual([refusal]);
    expect(answer(query, nobody)).toEqual([refusal]);
  });

  it('gets exactly the answer of a member that does not exist', async () => {
    const without = await boot({
      thing: { fields: ['title'], relations: [{ name: 'keeper', as: 'guard' }, 'parts'] },
      owner: { fields: ['name'] },
    });
    for (const [query] of requests) {
      expect(issuesOf(query, guest)).toEqual(issuesOf(query, { by: without.by, of: without.of }));
    }
    expect(by.describe(of, { context: 'guest' })).toEqual(without.by.describe(without.of));
  });

  it('is neither allowed nor described', () => {
    const allowed = (asking: Asking) => issuesOf('filters[x]=1', asking)[0]?.allowed;
    expect(allowed(admin)).toEqual([
      'title',
      'size',
      'address',
      'ref',
      'owner',
      'guard',
      'parts',
      '$and',
      '$or',
      '$not',
    ]);
    expect(allowed(guest)).toEqual(['title', 'guard', 'parts', '$and', '$or', '$not']);
    expect(namesIn(by.describe(of, { context: 'admin' })).fields).toEqual(['title', 'size', 'address.city', 'ref']);
    expect(namesIn(by.describe(of))).toEqual({
      fields: ['title'],
      relations: ['guard', 'parts'],
      sort: ['title', 'guard.name', 'parts.title', 'parts.$count'],
    });
  });

  it('needs a context that may be passed apart from kept overrides', () => {
    const overrides = { fields: ['title', 'size'] as const };
    expect(by.parse(of, 'filters[size]=1', overrides, 'admin').toString()).toBe('filters[size][$eq]=1');
    expect(() => by.parse(of, 'filters[size]=1', overrides, 'guest')).toThrow();
  });
});

describe('visibility failures', () => {
  let errors: string[];

  beforeEach(() => {
    errors = [];
    const note = (message: unknown): void => void errors.push(String(message));
    Logger.overrideLogger({ log: note, warn: note, error: note });
  });

  afterAll(() => Logger.overrideLogger(false));

  /** A model in which one field, and the relation of another entity, are there when a function says so. */
  async function having(when: unknown): Promise<Required<Pick<Asking, 'by' | 'of'>>> {
    const { by, of } = await boot({
      thing: { fields: ['title', { name: 'size', when: when as Visibility }], relations: ['owner'] },
      owner: { fields: ['name'], relations: [{ name: 'things', when: when as Visibility }] },
    });
    return { by, of };
  }

  const requests = ['filters[size]=1', 'filters[sise]=1', 'sort=size', 'filters[owner][things][title]=x', ''];

  const hiding: readonly (readonly [what: string, when: () => unknown, said: string | undefined])[] = [
    ['false', () => false, undefined],
    ['undefined, as of a user that is not there', () => undefined, undefined],
    ['null', () => null, undefined],
    ['a number', () => 1, 'returned a number instead of true or false'],
    ['a text', () => 'false', 'returned a string instead of true or false'],
    ['an object', () => ({}), 'returned an object instead of true or false'],
    ['a function that was not called', () => () => false, 'returned a function instead of true or false'],
    [
      'nothing, because it throws',
      () => {
        throw new TypeError('no user');
      },
      'failed',
    ],
  ];

  describe('a `when` that returns', () => {
    it.each(hiding)('%s hides its own member, and nothing else', async (_, when, said) => {
      const [asking, without] = [await having(when), await having(() => false)];
      for (const query of requests) expect(issuesOf(query, asking)).toEqual(issuesOf(query, without));
      expect(issuesOf('filters[size]=1', asking)).toMatchObject([{ code: 'unknown_field' }]);
      expect(asking.by.describe(asking.of, { context: undefined })).toEqual(without.by.describe(without.of));
      const expected = ['Thing.size', 'Owner.things'].map(
        (name) => `\`when\` of ${name} ${said}; ${name} is then hidden. This is logged once.`,
      );
      expect(errors.sort()).toEqual(said === undefined ? [] : expected.sort());
    });

    it('true shows it', async () => {
      const asking = await having(() => true);
      expect(issuesOf('filters[size]=1&filters[owner][things][title]=x', asking)).toEqual([]);
      expect(errors).toEqual([]);
    });

    it.each([
      ['that shows', () => Promise.resolve(true)],
      ['that hides', () => Promise.resolve(false)],
      ['that fails', () => Promise.reject(new Error('no database'))],
      ['of another sort', () => ({ then: (done: (shown: boolean) => void) => done(true) })],
    ])('a promise %s is an error of each request that uses its member', async (_, when) => {
      const { by, of } = await having(when);
      expect(() => by.parse(of, 'filters[size]=1')).toThrow(FilterConfigurationError);
      expect(() => by.parse(of, 'filters[size]=1')).toThrow(/^`when` of Thing\.size returned a promise, and must/);
      expect(() => by.parse(of, 'filters[title]=x')).not.toThrow();
      expect(() => by.describe(of, { context: undefined })).toThrow(/returned a promise/);
    });

    it('a promise of an `async` function is an error at boot', async () => {
      await expect(having(async () => Promise.resolve(true))).rejects.toThrow(
        /`when` of Thing\.size is async, and must/,
      );
    });

    it('a promise for some contexts only is an error for those', async () => {
      const { by, of } = await having((context: unknown) => context === 'guest' || Promise.resolve(true));
      expect(() => by.parse(of, 'filters[size]=1', undefined, 'guest')).not.toThrow();
      expect(() => by.parse(of, 'filters[title]=x', undefined, 'admin')).not.toThrow();
      expect(() => by.parse(of, 'filters[size]=1', undefined, 'admin')).toThrow(
        /`when` of Thing\.size returned a promise/,
      );
    });
  });
});
