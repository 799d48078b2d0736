import { readFileSync } from 'node:fs';
import { describeOn } from '../../support/databases.js';
import { page, requestsAfter, statementOf } from './page.js';
import { Shop } from './shop.js';

/** What the page's three lines print. */
function printed({ filters, products }: Shop): string {
  const lines: string[] = [];
  const console = { log: (line: string) => lines.push(line) };
  // print
  const builder = filters.filter(products, { filters: { specs: { color: { $notNull: true } } } });
  const [, expression = ''] = / WHERE \((.*) IS NOT NULL\)$/.exec(builder.getQuery()) ?? [];
  console.log(expression.replaceAll(`${builder.escape(builder.alias)}.`, ''));
  // end
  return lines.join('\n');
}

/** The lines of a file between two, without the indentation of the first. */
function linesOf(file: string, first: string, last: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.trim() === first) + 1;
  const shown = lines.slice(
    start,
    lines.findIndex((line, index) => index > start && line.trim() === last),
  );
  const indentation = /^ */.exec(shown[0] ?? '')?.[0].length ?? 0;
  return shown.map((line) => line.slice(indentation)).join('\n');
}

describe('docs/indexes.md', () => {
  it('shows the code that runs here', () => {
    expect(page).toContain(linesOf('test/e2e/indexes/indexes.e2e-spec.ts', '// print', '// end'));
    for (const name of ['onPostgres', 'generated']) {
      const shown = linesOf('test/e2e/indexes/products.ts', `function ${name}() {`, 'return Product;');
      expect(page).toContain(shown.replace('class Product', 'export class Product'));
    }
  });
});

describeOn('postgres')('the indexes of the page, on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(engine);
    for (const name of ['product_tags', 'product_labels', 'product_specs']) await shop.run(statementOf(name));
    await shop.run(statementOf('product_color', '<!-- postgres -->'));
    await shop.run(statementOf('review_product'));
    await shop.run('ANALYZE');
  });
  afterAll(() => shop?.close());

  it.each([
    ...requestsAfter('An array:').map((request) => ['product_tags', request]),
    ...requestsAfter('A `simple-array`:').map((request) => ['product_labels', request]),
    ...requestsAfter('Lists in a `jsonb`').map((request) => ['product_specs', request]),
    ...requestsAfter('<!-- postgres -->').map((request) => ['product_color', request]),
    ...requestsAfter('## Virtual columns').map((request) => ['review_product', request]),
  ])('%s serves %s', async (index, request) => {
    expect(await shop.plan(request)).toContain(index);
  });

  it.each(['filters[tags][$not][$has]=red', 'filters[labels][$empty]=true', 'filters[specs][materials][$empty]=true'])(
    'none serves %s',
    async (request) => {
      const plan = await shop.plan(`/products?${request}`);
      expect(plan).toContain('Seq Scan on product');
      expect(plan).not.toMatch(/product_(tags|labels|specs|color)/);
    },
  );

  it('are on the expression that is printed', () => {
    expect(statementOf('product_color', '<!-- postgres -->')).toContain(`\n  ${printed(shop)}\n`);
  });

  it('are left by a synchronization, where the entity declares those on columns', async () => {
    await shop.synchronize();
    const rows = await shop.run(
      'SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() ' +
        "AND indexname LIKE 'product_%' ORDER BY indexname",
    );
    const names = ['product_color', 'product_labels', 'product_specs', 'product_tags'];
    expect(rows).toEqual(names.map((name) => ({ name })));
  });
});

describeOn('postgres')('a simple-array with a collation of its own, on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(engine);
    await shop.run('ALTER TABLE product ALTER COLUMN labels TYPE text COLLATE "C"');
  });
  afterAll(() => shop?.close());

  it('has an index on what the page says', async () => {
    const [request = ''] = requestsAfter('A `simple-array`:');
    const own = /write `(string_to_array\(labels COLLATE .*\))`/.exec(page)?.[1];
    await shop.run(statementOf('product_labels'));
    expect(await shop.plan(request)).not.toContain('product_labels');
    await shop.run(`CREATE INDEX product_collated ON product USING gin (${own})`);
    expect(await shop.plan(request)).toContain('product_collated');
  });
});

describeOn('sqlite')('the indexes of the page, on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(engine);
    await shop.run(statementOf('product_color', '<!-- sqlite -->'));
    await shop.run(statementOf('review_product'));
    await shop.run('ANALYZE');
  });
  afterAll(() => shop?.close());

  it.each([
    ...requestsAfter('<!-- sqlite -->').map((request) => ['product_color', request]),
    ...requestsAfter('## Virtual columns').map((request) => ['review_product', request]),
  ])('%s serves %s', async (index, request) => {
    expect(await shop.plan(request)).toContain(index);
  });

  it('are on the expression that is printed', () => {
    expect(statementOf('product_color', '<!-- sqlite -->')).toContain(`\n  ${printed(shop)}\n`);
  });
});

describeOn('mariadb')('the generated columns of the page, on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(engine);
    await shop.run('ANALYZE TABLE product');
  });
  afterAll(() => shop?.close());

  it.each(requestsAfter('<!-- mariadb -->'))('have an index that serves %s', async (request) => {
    const names = shop.products.metadata.indices.map(({ name }) => `"key":"${name}"`);
    const plan = await shop.plan(request);
    expect(names.filter((name) => plan.includes(name))).toHaveLength(1);
  });

  it.each([
    ['another type', '{"color":5,"size":{"width":"wide"}}', '5', null],
    ['a fraction', '{"size":{"width":3.5}}', null, null],
    ['a number that is too large', '{"size":{"width":99999999999}}', null, null],
    ['a negative number', '{"size":{"width":-3}}', null, -3],
    ['an object', '{"color":{"name":"red"},"size":5}', null, null],
    ['another case, and a space at the end', '{"color":"Red "}', 'Red ', null],
    ['a long text', JSON.stringify({ color: 'x'.repeat(300) }), 'x'.repeat(255), null],
  ])('take a document with %s', async (_why, document, color, width) => {
    await shop.run(`DELETE FROM product WHERE id = 1000`);
    await shop.run(`INSERT INTO product (id, specs) VALUES (1000, '${document}')`);
    expect(await shop.run('SELECT color, width FROM product WHERE id = 1000')).toEqual([{ color, width }]);
  });
});
