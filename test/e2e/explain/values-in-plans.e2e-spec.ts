import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { factor } from '../../support/thorough.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

const seed = (source: DataSource) =>
  source.getRepository(Harbour).insert([1, 2, 3].map((id) => ({ id, name: `harbour ${id}` })));

onEngines('plans of statements with values', { entities: harbourEntities, seed }, (world) => {
  const plansOf = async (text: string, operator: string) => {
    const query = world.filters.parse(Harbour, { filters: { name: { [operator]: text } } });
    const { statements } = await world.filters.explain(world.repository(Harbour), query, { plan: true });
    return statements.map(({ plan }) => plan);
  };

  it.each(["o'clock", 'a "quote"', 'a\ttab', 'a\nline', 'back\\slash', '{"a":1}', '\'"', '\u0001'])(
    'are given for %j',
    async (text) => {
      const plans = await plansOf(text, '$eq');
      expect(plans).not.toHaveLength(0);
      for (const plan of plans) expect(plan).toBeTruthy();
    },
  );

  it('are given for any text', async () => {
    const texts = fc.string({ unit: fc.constantFrom(...'\'"\\\t\n\u0001%{}:aé😀'), minLength: 1, maxLength: 8 });
    const operators = fc.constantFrom('$eq', '$contains', '$startsWith');
    await fc.assert(
      fc.asyncProperty(texts, operators, async (text, operator) => {
        for (const plan of await plansOf(text, operator)) expect(plan).toBeTruthy();
      }),
      { numRuns: 40 * factor },
    );
  });
});
