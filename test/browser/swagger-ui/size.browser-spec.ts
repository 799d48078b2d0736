import { SwaggerModule } from '@nestjs/swagger';
import { bracketInterceptor, documentFilters } from 'nestjs-filterable/openapi';
import type { Page } from 'playwright-core';
import { plainDocument } from '../../e2e/openapi/app.js';
import { describeInBrowser } from '../../support/browser.js';
import { openGraph } from '../../support/entity-graph.js';
import type { TestApp } from '../../support/http/adapters.js';
import { SwaggerOperation } from './operation.js';

const size = 30;

describeInBrowser(`Swagger UI of ${size} entities that are all related`, (open) => {
  let opened: TestApp;
  beforeAll(async () => {
    const swaggerOptions = { requestInterceptor: bracketInterceptor, defaultModelsExpandDepth: 0 };
    opened = await openGraph(size, {
      prepare: (app) =>
        SwaggerModule.setup('docs', app, () => documentFilters(app, () => plainDocument(app)), { swaggerOptions }),
    });
  });
  afterAll(() => opened.close());

  it('opens, and sends an example', async () => {
    const page = await open(`${await opened.app.getUrl()}/docs`);
    await page
      .locator('.opblock-summary-path')
      .nth(size - 1)
      .waitFor();
    const listed = await processorTime(page);
    const entity = await SwaggerOperation.tryOut(page, '/entity15');
    await entity.parameter('filters').locator('textarea').waitFor();
    const ready = await processorTime(page);
    // The measurement of docs/openapi.md, and no condition.
    const [list, operation] = [listed, ready - listed].map((time) => `${time.toFixed(1)} s`);
    process.stdout.write(`Swagger UI of ${size} entities: the list takes ${list}, an operation ${operation}\n`);
    const { status, body } = await entity.execute();
    expect([status, body]).toEqual(['200', { asked: expect.stringContaining('field0') }]);
  });
});

/** The time that the page has had of a processor. Unlike that of a clock it is about the same on a busy machine. */
async function processorTime(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? NaN;
}
