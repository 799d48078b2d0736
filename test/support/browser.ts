import path from 'node:path';
import { type Browser, type Locator, type Page, chromium } from 'playwright-core';

/** Opens an address in a new page, which has cookies and storage of its own, and is closed after the test. */
export type OpenPage = (url: string) => Promise<Page>;

/** A phone, a tablet, a desktop. */
const widths = [400, 800, 1400];
const height = 900;

/**
 * A suite in a browser, the one that `browser-setup.mjs` has started for the whole run. Where there is none, the suite
 * is shown as skipped. An error that a page throws, or logs, fails the test that opened it.
 */
export function describeInBrowser(name: string, tests: (open: OpenPage) => void): void {
  const endpoint = process.env['BROWSER_ENDPOINT'] ?? '';
  const suite = endpoint === '' ? describe.skip : describe;
  suite(name, () => {
    let browser: Browser;
    let errors: string[] = [];
    beforeAll(async () => {
      browser = await chromium.connect(endpoint);
    });
    afterEach(async () => {
      for (const context of browser.contexts()) await context.close();
      const thrown = errors;
      errors = [];
      expect(thrown).toEqual([]);
    });
    afterAll(() => browser.close());

    tests(async (url) => {
      const context = await browser.newContext({
        viewport: { width: Math.max(...widths), height },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !isOfStatus(message.text())) errors.push(message.text());
      });
      await page.goto(url);
      return page;
    });
  });
}

/** A refused request is an answer; the browser logs it like an error. */
function isOfStatus(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of 4');
}

/** Saves a part of a page at all widths in the folder that SCREENSHOTS names; without one, it does nothing. */
export async function saveScreenshots(part: Locator, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  const page = part.page();
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await part.screenshot({ path: path.resolve(folder, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: Math.max(...widths), height });
}
