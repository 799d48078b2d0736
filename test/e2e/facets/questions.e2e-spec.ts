import type { ObjectLiteral } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { verdictOn } from '../../support/table.js';
import { facetsModels } from './model.js';
import { questions, textOf } from './questions.js';
import { seedFacets } from './rows.js';

onEngines(
  'facets',
  { entities: (engine) => facetsModels[engine].entities, seed: seedFacets, options: { limits: { facets: 20 } } },
  (world) => {
    describe.each(questions)('%s', (_, all) => {
      it.each(all)('$name -> $verdict', async ({ about, request, guest, prepare, verdict }) => {
        const entity: new () => ObjectLiteral = facetsModels[world.engine][about];
        const { filters } = world;
        const query = filters.parse(entity, request, { context: guest });
        const { meta } = await filters.page(prepare(world.builder(entity)), query);
        expect(textOf(meta.facets ?? {})).toBe(verdictOn(world.engine, verdict));
        // Without the page, by statements that are kept.
        expect(await filters.facets(prepare(world.builder(entity)), query)).toStrictEqual(meta.facets);
      });
    });
  },
);
