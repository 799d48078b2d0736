import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describeInBrowser, saveScreenshots } from '../../support/browser.js';
import { buildSite, deadLinks, readPages, serveFolder } from './built-site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of each group, and two of the generated reference. */
const shown = [
  '/',
  '/README.html',
  '/filters.html',
  '/rules.html',
  '/clients.html',
  '/benchmarks.html',
  '/dialect.html',
  '/databases.html',
  '/reference/nestjs-filterable/',
  '/reference/nestjs-filterable/classes/FilterService.html',
] as const;

/** A phone, a tablet, a desktop. */
const widths = [375, 768, 1280] as const;
const themes = ['light', 'dark'] as const;
const views = shown.flatMap((address, place) =>
  themes.map((theme, turn) => ({ address, theme, width: widths[(place + turn) % widths.length] ?? 1280 })),
);

describeInBrowser('the documentation site', (open) => {
  let server: Server;
  let origin: string;
  let folder: string;
  beforeAll(async () => {
    folder = await buildSite();
    ({ server, origin } = await serveFolder(folder));
  }, 600_000);
  afterAll(() => server.close());

  async function view(address: string, theme: 'light' | 'dark', width: number): Promise<Page> {
    const page = await open(`${origin}/404.html`);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(origin + address);
    return page;
  }

  it('links to pages and headings that exist', () => {
    expect(deadLinks(readPages(folder))).toEqual([]);
  });

  it.each(views)('is accessible and fits at $address, $theme, $width wide', async ({ address, theme, width }) => {
    const page = await view(address, theme, width);
    expect(await page.evaluate(`document.documentElement.classList.contains('dark')`)).toBe(theme === 'dark');
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .slice(0, 3)
            .join(' ')}`,
      ),
    ).toEqual([]);
    for (const each of widths) {
      await page.setViewportSize({ width: each, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(each);
    }
    await saveScreenshots(page.locator('body'), `site-${address.replaceAll(/\W+/g, '-')}-${theme}`);
  });

  it('asks no other server for anything', async () => {
    const page = await open(`${origin}/404.html`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const address of shown) await page.goto(origin + address);
    await page.waitForLoadState('networkidle');
    expect(asked.length).toBeGreaterThan(shown.length);
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
  });

  it('finds a page by its words, without a server that searches', async () => {
    const page = await view('/', 'light', 1280);
    await page.locator('.VPNavBarSearchButton, .DocSearch-Button').first().click();
    await page.locator('.VPLocalSearchBox input').fill('nullsLast');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    expect(await page.locator('.VPLocalSearchBox .result').count()).toBeGreaterThan(0);
  });

  it('shows the plots in either theme', async () => {
    const page = await view('/benchmarks.html', 'dark', 1280);
    const shades = await page.evaluate(`Promise.all([...document.querySelectorAll('.vp-doc img')].map(async (image) => {
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0, 4, 4);
      return context.getImageData(0, 0, 1, 1).data[0];
    }))`);
    expect(shades).toHaveLength(2);
    for (const shade of shades as number[]) expect(shade).toBeLessThan(60);
  });
});
