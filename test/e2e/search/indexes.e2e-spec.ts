import { readFileSync } from 'node:fs';
import { defineOperator } from 'nestjs-filterable';
import type { QueryRunner } from 'typeorm';
import { engines } from '../../support/databases.js';
import { idsOf, onEngines } from '../../support/engines.js';
import { hasExtension } from '../../support/samples/database.js';
import { asking, searchModels } from './model.js';
import { seedShops } from './rows.js';

const page = readFileSync('docs/search.md', 'utf8');

/** A server without the extension shows these tests as skipped. */
const trigrams = engines.includes('postgres') && (await hasExtension('pg_trgm'));

function statementOf(index: string): string {
  const [statement] = new RegExp(`CREATE INDEX ${index} .*(?=;)`).exec(page) ?? [];
  if (statement === undefined) throw new Error(`docs/search.md makes no ${index}`);
  return statement;
}

/* The operator of the page. */
// operator
const matchesWords = defineOperator({
  token: '$matchesWords',
  takes: 'value',
  kinds: ['text'],
  summary: 'has the words of the text',
  sql: ({ column, operands: [text = ''] }) =>
    `to_tsvector('simple', ${column.sql}) @@ websearch_to_tsquery('simple', ${text})`,
});
// end

it('docs/search.md shows the operator that runs here', () => {
  const [, shown = ''] = /<!-- operator -->\s*```ts\n([\s\S]*?)```/.exec(page) ?? [];
  expect(readFileSync('test/e2e/search/indexes.e2e-spec.ts', 'utf8')).toContain(`// operator\n${shown}// end`);
});

onEngines(
  'the indexes of docs/search.md,',
  { on: ['postgres'], entities: (engine) => searchModels[engine].entities, seed: seedShops },
  (world) => {
    const { Shop, parse, shops } = asking(world);
    let runner: QueryRunner;

    beforeAll(async () => {
      runner = world.source.createQueryRunner();
      const { schema } = shops().expressionMap.mainAlias?.metadata ?? {};
      await runner.query(`SET search_path TO ${schema}, public`);
      // PostgreSQL finds a scan of so small a table cheaper than any index.
      await runner.query('SET enable_seqscan = off');
      await runner.query('SET enable_indexscan = off');
      const names = ['shop_words', ...(trigrams ? ['shop_name', 'shop_slogan', 'shop_notes', 'chef_name'] : [])];
      for (const name of names) await runner.query(statementOf(name));
    });
    afterAll(() => runner.release());

    async function planOf(search: string, fields: readonly string[]): Promise<string> {
      const builder = shops().setQueryRunner(runner);
      world.filters.apply(builder, parse({ search }, { fields }));
      const [sql, parameters] = builder.getQueryAndParameters();
      return JSON.stringify(await runner.query(`EXPLAIN ${sql}`, parameters));
    }

    const withTrigrams = trigrams ? it : it.skip;

    withTrigrams('serve a word in a field of text', async () => {
      const plan = await planOf('thai', ['name']);
      expect(plan).toContain('Bitmap Index Scan on shop_name');
      expect(plan).not.toContain('Seq Scan on shop');
    });

    withTrigrams('serve a word in several fields of the row', async () => {
      const plan = await planOf('late', ['name', 'slogan', 'notes']);
      expect(plan).toContain('BitmapOr');
      for (const index of ['shop_name', 'shop_slogan', 'shop_notes']) expect(plan).toContain(`Index Scan on ${index}`);
      expect(plan).not.toContain('Seq Scan on shop');
    });

    withTrigrams('serve two words', async () => {
      const plan = await planOf('thai "hot pot"', ['name', 'slogan']);
      expect(plan).toContain('BitmapOr');
      expect(plan).not.toContain('Seq Scan on shop');
    });

    withTrigrams(
      'serve the related rows, and not those of the list, where one of the fields is behind a relation',
      async () => {
        const plan = await planOf('thai', ['name', 'chef.name']);
        expect(plan).toContain('Bitmap Index Scan on chef_name');
        expect(plan).toContain('Seq Scan on shop');
      },
    );

    withTrigrams('are on what the page says where a column has a collation of its own', async () => {
      const [, own = ''] = /write `(\(name COLLATE .*?\))`/.exec(page) ?? [];
      await runner.query('ALTER TABLE chef ALTER COLUMN name TYPE varchar COLLATE "C"');
      expect(await planOf('thai', ['chef.name'])).not.toContain('chef_name');
      await runner.query(`CREATE INDEX chef_collated ON chef USING gin (${own} gin_trgm_ops)`);
      expect(await planOf('thai', ['chef.name'])).toContain('chef_collated');
    });

    it('serve full-text search by an operator of the host', async () => {
      const filters = world.filtersWith({ operators: [matchesWords] });
      const query = filters.and(filters.parse(Shop, ''), {
        slogan: { $matchesWords: 'noodles "hot pot"' },
      });
      const builder = filters.apply(shops().setQueryRunner(runner), query);
      const [sql, parameters] = builder.getQueryAndParameters();
      expect(JSON.stringify(await runner.query(`EXPLAIN ${sql}`, parameters))).toContain('shop_words');
      expect(idsOf(await builder.getMany())).toEqual([1]);
    });
  },
);
