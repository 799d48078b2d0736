import { FilterConfigurationError } from 'nestjs-filterable';
import { Faults, checkEach, describeValue } from '../../../lib/configuration/index.js';

function fail(...faults: string[]): () => never {
  return () => {
    throw new FilterConfigurationError(faults);
  };
}

/** The error that a series of checks ends with. */
function errorOf(run: (faults: Faults) => void): FilterConfigurationError | undefined {
  const faults = new Faults();
  run(faults);
  try {
    faults.throwIfAny();
    return undefined;
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error;
    throw error;
  }
}

describe('a configuration error', () => {
  it('is the sentence of its only mistake', () => {
    const error = new FilterConfigurationError('`nulls` is wrong');
    expect(error.message).toBe('`nulls` is wrong');
    expect(error.faults).toEqual(['`nulls` is wrong']);
  });

  it('lists several mistakes, each on a line', () => {
    const error = new FilterConfigurationError(['one', 'two']);
    expect(error.message).toBe('2 mistakes in the configuration:\n- one\n- two');
    expect(error.faults).toEqual(['one', 'two']);
  });

  it('has a list that nobody can change, not even who made it', () => {
    const list = ['one', 'two'];
    const { faults } = new FilterConfigurationError(list);
    list.push('three');
    expect(faults).toEqual(['one', 'two']);
    expect(Object.isFrozen(faults)).toBe(true);
  });
});

describe('collecting mistakes', () => {
  it('gives the results of checks that succeed, and throws nothing', () => {
    const error = errorOf((faults) => expect(faults.collect(() => 5)).toBe(5));
    expect(error).toBeUndefined();
  });

  it('runs every check, and keeps the order', () => {
    const error = errorOf((faults) => {
      expect(faults.collect(fail('a', 'b'))).toBeUndefined();
      faults.collect(fail('c'));
    });
    expect(error?.faults).toEqual(['a', 'b', 'c']);
  });

  it('throws the very error where it is the only one', () => {
    const only = new FilterConfigurationError('a', { cause: 'why' });
    const error = errorOf((faults) =>
      faults.collect(() => {
        throw only;
      }),
    );
    expect(error).toBe(only);
  });

  it('names the owner before each mistake', () => {
    const error = errorOf((faults) => faults.collect(fail('a', 'b'), 'Posts.list'));
    expect(error?.faults).toEqual(['Posts.list: a', 'Posts.list: b']);
    expect(error?.cause).toBeInstanceOf(FilterConfigurationError);
  });

  // prettier-ignore
  it.each<[string, (faults: Faults) => void, readonly string[]]>([
    ['by two checks', (faults) => [fail('a'), fail('a')].map((check) => faults.collect(check)), ['a']],
    ['of an entity by a handler', (faults) => [faults.collect(fail('a')), faults.collect(fail('a', 'b'), 'H')], ['a', 'H: b']],
    ['by one handler twice', (faults) => [faults.collect(fail('a'), 'H'), faults.collect(fail('a'), 'H')], ['H: a']],
    ['by two handlers', (faults) => [faults.collect(fail('a'), 'H'), faults.collect(fail('a'), 'I')], ['H: a', 'I: a']],
  ])('tells once what is found %s', (_, run, expected) => {
    expect(errorOf(run)?.faults).toEqual(expected);
  });

  it('keeps no other error', () => {
    const check = () => {
      throw new TypeError('a bug');
    };
    expect(() => errorOf((faults) => faults.collect(check))).toThrow(TypeError);
  });

  it('checks every item of a list', () => {
    const check = (item: number) => (item > 1 ? fail(`${item} is too much`)() : undefined);
    expect(() => checkEach([1, 2, 3], check)).toThrow(new FilterConfigurationError(['2 is too much', '3 is too much']));
    expect(() => checkEach([1], check)).not.toThrow();
  });
});

class Post {}

// prettier-ignore
it.each<[given: unknown, as: string]>([
  ['alwys', 'alwys'],
  ['', 'an empty text'],
  [0, '0'],
  [5n, '5'],
  [true, 'true'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('x'), 'Symbol(x)'],
  ['10', "the text '10'"],
  ['null', "the text 'null'"],
  [[1], 'a list'],
  [[], 'an empty list'],
  [{}, 'an object'],
  [Object.create(null), 'an object'],
  [new Post(), 'an object (Post)'],
  [new Date(), 'an object (Date)'],
  [Post, 'the function Post'],
  [(() => () => 1)(), 'a function'],
])('%p is described as %s', (given, as) => {
  expect(describeValue(given)).toBe(as);
});
