import fc from 'fast-check';
import { runs } from '../../e2e/properties/settings.js';
import { type Asking, issuesOf, parse } from '../parse/asking.js';
import { meaningOf } from './meaning.js';
import { requests, shuffled } from './requests.js';

/** The highest limits that a host may set, so that few of the random requests exceed one. */
const widest = {
  queryBytes: 16_384,
  parameters: 1_000,
  members: 1_000,
  conditions: 100,
  relationConditions: 32,
  relationHops: 5,
  toManyHops: 3,
  unanchoredNeedles: 16,
  logicalDepth: 10,
};

const asking: Asking = { overrides: { limits: widest } };

const askingAt = Array.from({ length: 10 }, (_, index): Asking => {
  return { overrides: { limits: { ...widest, logicalDepth: index + 1 } } };
});

const understood = requests.filter((request) => issuesOf(request, asking).length === 0);

describe('the canonical form', () => {
  it('is mostly tested with valid requests', () => {
    const all = fc.sample(requests, { numRuns: 200, seed: 1 });
    const refused = all.flatMap((request) => issuesOf(request, asking));
    expect(refused.map(({ code }) => code).filter((code) => code !== 'limit_exceeded')).toEqual([]);
    expect(refused.length).toBeLessThan(100);
  });

  it('means the same, and is its own canonical form', () => {
    fc.assert(
      fc.property(understood, (request) => {
        const query = parse(request, asking);
        const text = query.toString();
        fc.pre(text.length < widest.queryBytes && text.split('&').length < widest.parameters);
        for (const again of [text, query.toJSON(), JSON.parse(JSON.stringify(query)) as object]) {
          expect(meaningOf(again, asking)).toBe(meaningOf(request, asking));
          expect(parse(again, asking).toString()).toBe(text);
          expect(parse(again, asking).toJSON()).toEqual(query.toJSON());
        }
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });

  it('does not depend on the order of keys, nor of the members of a set', () => {
    const pairs = understood.chain((request) => fc.tuple(fc.constant(request), shuffled(request)));
    fc.assert(
      fc.property(pairs, ([request, other]) => {
        expect(parse(other as object, asking).toString()).toBe(parse(request, asking).toString());
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });

  it('is no deeper than the request', () => {
    fc.assert(
      fc.property(understood, (request) => {
        const least = askingAt.find((limited) => issuesOf(request, limited).length === 0);
        expect(issuesOf(parse(request, asking).toJSON(), least)).toEqual([]);
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });
});
