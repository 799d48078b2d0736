import { describeInBrowser, saveScreenshots } from '../support/browser.js';
import { type Guide, openGuide } from '../support/guide.js';

describeInBrowser('Swagger UI of the restaurant guide', (open) => {
  let guide: Guide;
  beforeAll(async () => {
    guide = await openGuide();
    await guide.app.listen(0, '127.0.0.1');
  });
  afterAll(() => guide.app.close());

  it('shows every list', async () => {
    const page = await open(`${await guide.app.getUrl()}/docs`);
    await page.locator('.opblock-summary').first().waitFor();
    expect(await page.locator('.opblock-summary-path').allInnerTexts()).toContain('/api/restaurants');
    await saveScreenshots(page.locator('body'), 'swagger-ui');
  });
});
