import { Logger } from '@nestjs/common';
import { FilterConfigurationError } from 'nestjs-filterable';
import type { Visibility } from '../../../lib/schema/index.js';
import { type Asking, issuesOf } from '../parse/asking.js';
import { boot } from './things.js';

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
      (name) => `\`when\` of ${name} ${said}; ${name} is hidden wherever it does. This is logged once.`,
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
  ])('a promise %s is an error that names it, whichever fields the first request uses', async (_, when) => {
    for (const query of requests) {
      const { by, of } = await having(when);
      expect(() => by.parse(of, query)).toThrow(FilterConfigurationError);
      expect(() => by.parse(of, query)).toThrow(/^`when` of (Thing\.size|Owner\.things) returned a promise, and must/);
    }
    const { by, of } = await having(when);
    expect(() => by.describe(of, { context: undefined })).toThrow(/returned a promise/);
    expect(() => by.describe(of)).not.toThrow();
    expect(() => by.filter(of, {})).toThrow(/returned a promise/);
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
