import { parameterOf, parameterOfGarbled } from '../../../lib/wire/names/parameters.js';
import { params } from './reading.js';

/** A key, whose it is, and why the row is there. Undefined is the host's. */
type Row = readonly [key: string, parameter: string | undefined, why: string];

describe('parameterOf', () => {
  const rows: readonly Row[] = [
    ['filters', 'filters', 'the name'],
    ['filters[a]', 'filters', 'and a key below it'],
    ['sort', 'sort', 'another'],
    ['pagination[page]', 'pagination', 'the third'],
    ['filters]', 'filters', 'meant for us, and unreadable'],
    ['filters.a', 'filters', 'likewise'],
    ['filters%5Ba', 'filters', 'likewise'],
    ['filtersX', undefined, 'another name'],
    ['filters\uFFFD', undefined, 'another name'],
    ['xfilters', undefined, 'another name'],
    ['Filters', undefined, 'in another case'],
    ['page', undefined, 'the beginning of no name'],
    ['', undefined, 'nothing'],
  ];

  it.each(rows)('%j is of %p: %s', (key, parameter) => {
    expect(parameterOf(key, params)).toBe(parameter);
  });

  it('tells bytes that are no text from a name, where the key could not be decoded', () => {
    expect(parameterOfGarbled('filters\uFFFD', params)).toBe('filters');
    expect(parameterOfGarbled('filters[', params)).toBe('filters');
    expect(parameterOfGarbled('filtersX', params)).toBeUndefined();
  });
});
