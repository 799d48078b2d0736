import { execFileSync } from 'node:child_process';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { type OpenPage, describeInBrowser } from '../support/browser.js';
import { type Guide, openGuide } from '../support/guide.js';

/** The guide while its tests run, and its page in a browser. */
export interface ShownGuide {
  readonly guide: () => Guide;
  /** The origin of its addresses. */
  readonly origin: () => string;
  /** Opens its page at a query string, and waits until it shows the answer. */
  readonly show: (query?: string) => Promise<Page>;
}

/** A suite about the page of the guide, which listens while the tests run. */
export function describeGuidePage(name: string, tests: (shown: ShownGuide) => void): void {
  describeInBrowser(name, (open: OpenPage) => {
    let guide: Guide;
    let origin: string;
    beforeAll(async () => {
      buildPage();
      guide = await openGuide();
      await guide.app.listen(0, '127.0.0.1');
      origin = await guide.app.getUrl();
    });
    afterAll(() => guide.app.close());

    async function show(query = ''): Promise<Page> {
      const page = await open(`${origin}/?${query}`);
      await settled(page);
      return page;
    }

    tests({ guide: () => guide, origin: () => origin, show });
  });
}

/** Builds the page of the sample application, so that no test sees an older one. */
function buildPage(): void {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'sample-app/web', '--logLevel', 'error']);
}

/**
 * Whether the page shows the answer to its address: its link to the answer has that address, and the facets behind it.
 */
const isSettled = `
  document.querySelector('.results')?.getAttribute('aria-busy') === 'false' &&
  document.querySelector('.inspector a')?.search.replace(/[?&]facets.*$/, '') === location.search
`;

/**
 * Waits until the page shows the answer to its address. What Playwright itself waits with, the page's policy does not
 * allow.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator('.inspector a').first().waitFor();
  while (!(await page.evaluate<boolean>(isSettled))) await page.waitForTimeout(50);
}

/**
 * Waits until the address bar has a query string, and the page its answer. Brackets and spaces are as people read them.
 */
export async function addressIs(page: Page, expected: string): Promise<void> {
  await page.waitForURL(({ search }) => readable(search) === expected);
  await settled(page);
}

function readable(search: string): string {
  return decodeURIComponent(search.replace(/^\?/, ''));
}

/** Returns the names of the restaurants in the table. */
export async function namesShown(page: Page): Promise<readonly string[]> {
  return page.locator('tbody tr .name').allInnerTexts();
}

/** Returns the names that the API answers to the query string of the page's address. */
export async function namesAnswered(guide: Guide, page: Page): Promise<readonly string[]> {
  const { body } = await guide.get(`/api/restaurants${new URL(page.url()).search}`);
  return body.data.map(({ name }) => name);
}

/**
 * Returns what axe finds wrong with the page: the rule, and the element. The policy of the page lets no script tag do
 * this.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}
