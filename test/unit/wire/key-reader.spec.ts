import { IssueCollector } from '../../../lib/issues/index.js';
import { defaultLimits } from '../../../lib/limits.js';
import { KeyReader } from '../../../lib/wire/read/key-reader.js';
import { foreignTo, params } from './reading.js';

function readerAnd(issues = new IssueCollector(100)) {
  return {
    reader: new KeyReader(
      { params, limits: defaultLimits, foreign: foreignTo(params), door: 'url' },
      issues,
      undefined,
    ),
    issues,
  };
}

describe('a key that comes again', () => {
  it('is not read again', () => {
    const { reader } = readerAnd();
    const first = reader.read('filters[a][$in]');
    expect(first).toBeDefined();
    expect(reader.read('filters[a][$in]')).toBe(first);
  });

  it('is read again after another', () => {
    const { reader } = readerAnd();
    const first = reader.read('filters[a]');
    reader.read('filters[b]');
    expect(reader.read('filters[a]')).toEqual(first);
  });

  it('is refused again', () => {
    const { reader, issues } = readerAnd();
    expect([reader.read('filters[a'), reader.read('filters[a')]).toEqual([undefined, undefined]);
    expect(issues.issues.map(({ code }) => code)).toEqual(['malformed_key', 'malformed_key']);
  });
});

/** Whatever was read before it, a key is read as if it had come alone. */
describe('a key after the member of a list', () => {
  const before = ['filters[a][$in][0]', 'filters%5Ba%5D[12]', 'filters[10]', 'sort%5b3%5D', '%66ilters[a][0]'];

  it.each([
    'filters[a][$in][1]',
    'filters[a][$in][01]',
    'filters[a][$in][]',
    'filters[a][$in][1][b]',
    'filters[a][$in]',
    'filters[b][$in][1]',
    'filters[a][$in]%5B1%5D',
    'filters[a][$in][1%5D',
    'filters%5Ba%5D[13]',
    'filters%5ba%5d[13]',
    'filters[a][13]',
    'filters[11]',
    'filters[1x]',
    'filters[]',
    'filters',
    'sort%5b4%5D',
    'sort%5B4%5d',
    'sort[4]',
    '%66ilters[a][1]',
    'page[0]',
  ])('%s is what it is alone', (key) => {
    const alone = readerAnd().reader.read(key);
    for (const first of before) {
      const { reader } = readerAnd();
      reader.read(first);
      const sibling = reader.readSibling(`x&${key}=7`, 2);
      if (sibling !== undefined) expect(sibling).toEqual({ ...alone, valueFrom: 2 + key.length + 1 });
      expect(reader.read(key)).toEqual(alone);
    }
  });

  it.each([
    ['filters[a][$in][0]', 'filters[a][$in][1]=', 19],
    ['filters%5Ba%5D[12]', 'filters%5Ba%5D[3]=7', 18],
    ['sort%5b3%5D', 'sort%5b4%5D=name', 12],
    ['filters[a][$in][0]', 'filters[a][$in][0]=', 19],
  ])('after %s, %s is told at once', (first, text, valueFrom) => {
    const { reader } = readerAnd();
    reader.read(first);
    expect(reader.readSibling(text, 0)).toMatchObject({ valueFrom });
  });

  it.each([
    ['filters[a][$in][0]', 'filters[a][$in][1]', 'it has no value'],
    ['filters[a][$in][0]', 'filters[a][$in][01]=', 'it is no index'],
    ['filters[a][$in][0]', 'filters[a][$in][1][b]=', 'it is no last segment'],
    ['filters[a][$in][0]', 'filters[a][$in][]=', 'there is no index'],
    ['filters[a][$in][0]', 'filters[a][$in][1%5D=', 'it is written otherwise'],
    ['filters[a][$in][%30]', 'filters[a][$in][1]=', 'the one before hid its digits'],
    ['filters[a][$in][%31%30]', 'filters[a][$in][%31%31]=', 'both hide their digits'],
    ['filters[a]', 'filters[a][0]=', 'the one before is no member'],
    ['filters[a][0]', 'page=1', 'it is the host’s'],
  ])('after %s, %s is to be read: %s', (first, text) => {
    const { reader } = readerAnd();
    reader.read(first);
    expect(reader.readSibling(text, 0)).toBeUndefined();
  });
});
