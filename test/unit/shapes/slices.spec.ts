import { serviceFor } from '../parse/asking.js';
import { Post, model } from '../parse/model.js';
import { BothWays } from './both-ways.js';

/** Values of one parameter, most of which are refused, or taken for others. */
const numbers = [
  '1',
  '0',
  '7',
  '007',
  '-1',
  '-0',
  '1.5',
  '1e1',
  '0x1',
  '+1',
  ' 1',
  '"1"',
  '',
  'a',
  '100',
  '101',
  '1000000',
];
const large = ['999999999999999', '9999999999999999', '٣', '1%00', 'null', '{"$eq":1}', '[1]'];
const flags = ['true', 'false', '1', '0', 'TRUE', 'yes', '', 'null', '"true"'];
const cursors = ['', 'abc', 'a b', 'a%2Bb', '%F0%9F%98%80', '%ED%A0%80', '{}', '""'];

/** The parameters of a slice, the last of which has each of some values. */
const slices: readonly (readonly [parameters: string, values: readonly string[]])[] = [
  ['pagination[page]', [...numbers, ...large]],
  ['pagination[pageSize]', [...numbers, ...large]],
  ['pagination[pageSize]=20&pagination[page]', numbers],
  ['pagination[page]=3&pagination[pageSize]', numbers],
  ['pagination[page]=501&pagination[pageSize]', ['19', '20', '21']],
  ['pagination[page]=1&pagination[withCount]', flags],
  ['pagination[withCount]', flags],
  ['pagination[start]', [...numbers, ...large, '9999', '10000', '10001']],
  ['pagination[limit]', [...numbers, ...large]],
  ['pagination[start]=20&pagination[limit]', numbers],
  ['pagination[after]', cursors],
  ['pagination[before]', cursors],
  ['pagination[pageSize]=5&pagination[after]', cursors],
  ['pagination[after]=abc&pagination[pageSize]', numbers],
];

describe.each(['default', 'purity', 'strapi'] as const)(
  'slices of requests of a known shape, in the mode %s',
  (mode) => {
    const service = serviceFor(model, { compatibility: mode });

    it.each(slices)('are read, or refused, as the parser does it: %s', async (parameters, values) => {
      const list = new BothWays(await service, Post);
      for (const before of ['', 'filters[id]=1&sort=id&']) {
        const text = `${before}${parameters}=`;
        for (const known of [1, 1, 1]) list.difference(`${text}${known}`);
        expect(values.flatMap((value) => list.difference(`${text}${value}`) ?? [])).toEqual([]);
      }
      expect(list.byShape).toBeGreaterThan(0);
    });
  },
);
