import { ShapePieces } from '../../../lib/shapes/shape-pieces.js';

const pieces = new ShapePieces({
  text: '&filters[a]=&sort=id&filters[b][$in][0]=',
  keys: ['filters[a]', 'filters[b][$in][0]'],
});

describe('the query strings of a shape', () => {
  it.each([
    ['filters[a]=1&sort=id&filters[b][$in][0]=2', ['1', '2']],
    ['filters[a]=&sort=id&filters[b][$in][0]=', ['', '']],
    ['filters[a]=x=y&sort=id&filters[b][$in][0]=%26', ['x=y', '%26']],
  ])('have values: %s', (text, values) => {
    expect(pieces.valuesIn(text)).toEqual(values);
  });

  it.each([
    '',
    'filters[a]=1',
    'filters[a]=1&sort=id',
    'filters[a]=1&sort=idx&filters[b][$in][0]=2',
    'filters[a]=1&sort=id&filters[b][$in][0]=2&',
    'filters[a]=1&sort=id&filters[b][$in][0]=2&page=3',
    'filters[a]=1&&sort=id&filters[b][$in][0]=2',
    'sort=id&filters[a]=1&filters[b][$in][0]=2',
    'filters[a]=1&sort=id&filters[b][$in][0]',
    'Filters[a]=1&sort=id&filters[b][$in][0]=2',
  ])('are no others: %s', (text) => {
    expect(pieces.valuesIn(text)).toBeUndefined();
  });

  it('may have no parameter at all', () => {
    const none = new ShapePieces({ text: '', keys: [] });
    expect([none.valuesIn(''), none.valuesIn('a')]).toEqual([[], undefined]);
  });

  it('have a whole parameter with an empty value beside those whose value is left out', () => {
    const empty = new ShapePieces({ text: '&sort=&filters[a]=', keys: ['filters[a]'] });
    expect([empty.valuesIn('sort=&filters[a]=1'), empty.valuesIn('sort=id&filters[a]=1')]).toEqual([['1'], undefined]);
  });
});
