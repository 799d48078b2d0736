import { SwaggerModule } from '@nestjs/swagger';
import { bracketInterceptor, documentFilters } from 'nestjs-filterable/openapi';
import { plainDocument } from '../../e2e/openapi/app.js';
import { describeInBrowser } from '../../support/browser.js';
import { openGraph, size } from '../../support/entity-graph.js';
import type { TestApp } from '../../support/http/adapters.js';
import { SwaggerOperation } from './operation.js';

describeInBrowser(`Swagger UI of ${size} entities that are all related`, (open) => {
  let opened: TestApp;
  beforeAll(async () => {
    const swaggerOptions = { requestInterceptor: bracketInterceptor, defaultModelsExpandDepth: 0 };
    opened = await openGraph({
      prepare: (app) =>
        SwaggerModule.setup('docs', app, () => documentFilters(app, () => plainDocument(app)), { swaggerOptions }),
    });
  });
  afterAll(() => opened.close());

  it('opens, and sends an example', async () => {
    const start = performance.now();
    const page = await open(`${await opened.app.getUrl()}/docs`);
    await page
      .locator('.opblock-summary-path')
      .nth(size - 1)
      .waitFor();
    const shown = performance.now();
    const entity = await SwaggerOperation.tryOut(page, '/entity15');
    await entity.parameter('filters').locator('textarea').waitFor();
    const ready = performance.now();
    // A measurement for docs/openapi.md, never a condition: the machine may be busy.
    const [list, operation] = [shown - start, ready - shown].map((time) => `${(time / 1000).toFixed(1)} s`);
    process.stdout.write(`Swagger UI shows the list after ${list}, an operation after another ${operation}\n`);
    const { status, body } = await entity.execute();
    expect([status, body]).toEqual(['200', { asked: expect.stringContaining('field0') }]);
  });
});
