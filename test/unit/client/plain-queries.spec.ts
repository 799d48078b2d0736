import fc from 'fast-check';
import { querySerializer, toQueryString, toRequest } from '../../../lib/client/index.js';

class Cheap {
  get filters(): object {
    return { price: { $lt: 10 } };
  }
}

const printers: readonly (readonly [string, (query: object) => unknown])[] = [
  ['toQueryString', (query) => toQueryString(query)],
  ['toRequest', (query) => toRequest('/items', query)],
  ['querySerializer', (query) => querySerializer(query)],
];

describe.each(printers)('%s', (_, print) => {
  it.each<[string, object]>([
    ['a class with a getter', new Cheap()],
    ['an object that inherits', Object.create({ filters: { price: 1 } }) as object],
    ['a class without members', new (class Empty {})()],
    ['a list', []],
    ['a Map', new Map([['filters', {}]])],
  ])('refuses %s, whose members it would drop', (_name, query) => {
    expect(() => print(query)).toThrow(TypeError);
  });

  it('drops no member in silence', () => {
    const members = fc.record({ search: fc.constant('a'), sort: fc.constant('b') }, { requiredKeys: [] });
    fc.assert(
      fc.property(members, members, fc.boolean(), (own, inherited, isPlain) => {
        const query = isPlain ? own : Object.assign(Object.create(inherited) as object, own);
        const sent = attempt(() => JSON.stringify(print(query)));
        if (isPlain) expect(sent).toBeDefined();
        for (const name of ['search', 'sort']) if (sent !== undefined) expect(sent.includes(name)).toBe(name in query);
      }),
    );
  });
});

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
