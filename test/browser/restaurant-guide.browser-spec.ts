import { toQueryString } from 'nestjs-filterable/client';
import type { Page } from 'playwright-core';
import { saveScreenshots } from '../support/browser.js';
import { addressIs, describeGuidePage, faultsOf, namesAnswered, namesShown, settled } from './guide-page.js';

describeGuidePage('the page of the restaurant guide', ({ guide, origin, show }) => {
  /** Expects the rows that the API answers to the address, and returns their number. */
  async function expectRowsOfAddress(page: Page): Promise<number> {
    const names = await namesShown(page);
    expect(names).toEqual(await namesAnswered(guide(), page));
    return names.length;
  }

  it('shows the first page of all restaurants', async () => {
    const page = await show();
    expect(await expectRowsOfAddress(page)).toBe(25);
    expect(await page.getByRole('status').innerText()).toBe('300 restaurants, page 1 of 12');
  });

  it('filters by a facet, and counts its other values as before', async () => {
    const page = await show();
    const thai = page.getByRole('group', { name: 'Cuisine' }).getByRole('checkbox', { name: 'Thai' });
    const counts = page.getByRole('group', { name: 'Cuisine' }).locator('.count');
    const before = await counts.allInnerTexts();
    await thai.check();
    await addressIs(page, 'filters[cuisine][$in][0]=Thai');
    expect(await expectRowsOfAddress(page)).toBeGreaterThan(5);
    expect(await counts.allInnerTexts()).toEqual(before);
    await thai.uncheck();
    await addressIs(page, '');
  });

  it('turns named filters on and off', async () => {
    const page = await show();
    const popular = page.getByRole('switch', { name: 'Popular' });
    const openNow = page.getByRole('switch', { name: 'Open now' });
    await openNow.check();
    await addressIs(page, 'filters[openNow][$eq]=true');
    await popular.check();
    await addressIs(page, 'filters[openNow][$eq]=true&filters[popular][$eq]=true');
    await expectRowsOfAddress(page);
    await page.reload();
    await settled(page);
    expect(await popular.isChecked()).toBe(true);
    await popular.uncheck();
    await openNow.uncheck();
    await addressIs(page, '');
  });

  it('filters by a range, with the keyboard', async () => {
    const page = await show();
    await page.getByRole('slider', { name: 'Rating, at least' }).focus();
    for (let i = 0; i < 10; i += 1) await page.keyboard.press('ArrowRight');
    await addressIs(page, 'filters[rating][$gte]=1.5');
    await expectRowsOfAddress(page);
    await page.getByRole('slider', { name: 'Rating, at least' }).press('Home');
    await addressIs(page, '');
  });

  it('shows a row of averages, which follows the filters and the aggregates of the address', async () => {
    /** The numbers of the row: of restaurants, and the averages of their rating and price. */
    const shown = async (page: Page) => {
      const text = await page.locator('tfoot').innerText();
      return (text.match(/[\d.]+/g) ?? []).map(Number);
    };
    /** The same of all rows, as the API answers them. */
    const reckoned = async (filters: string) => {
      const response = await fetch(
        `${origin()}/api/restaurants?${filters}&fields=rating,averagePrice&pagination[pageSize]=100`,
      );
      const { data, meta } = (await response.json()) as {
        data: Record<'rating' | 'averagePrice', number | null>[];
        meta: { pagination: { total: number } };
      };
      const average = (of: 'rating' | 'averagePrice') => {
        const values = data.flatMap((row) => row[of] ?? []);
        return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2));
      };
      return [meta.pagination.total, average('rating'), average('averagePrice')];
    };
    for (const filters of ['filters[cuisine]=Thai', 'filters[cuisine]=Thai&filters[stars][$gte]=2']) {
      const page = await show(filters);
      expect(await shown(page)).toEqual(await reckoned(filters));
    }
    const own = await show('aggregates=rating:avg');
    expect((await shown(own)).length).toBe(2);
  });

  it('searches while one types, and at once on Enter', async () => {
    const page = await show();
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.pressSequentially('thai');
    await addressIs(page, 'search=thai');
    await box.fill('thai vegan');
    await box.press('Enter');
    expect(new URL(page.url()).search).toBe('?search=thai%20vegan');
    await settled(page);
    expect(await expectRowsOfAddress(page)).toBeGreaterThan(0);
  });

  it('keeps the latest answer when an earlier one comes later', async () => {
    const page = await show();
    await page.route(/search=late/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue().catch(() => undefined);
    });
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.fill('late');
    await box.press('Enter');
    await box.fill('snake');
    await box.press('Enter');
    await addressIs(page, 'search=snake');
    const names = await namesShown(page);
    expect(names).toContain('Snake_Bar');
    await page.unrouteAll({ behavior: 'wait' });
    expect(await namesShown(page)).toEqual(names);
  });

  it('sorts by a column, and by none again', async () => {
    const page = await show();
    const header = page.getByRole('columnheader', { name: 'Rating' });
    const addresses = ['sort[0]=rating:asc', 'sort[0]=rating:desc', ''];
    const states = ['ascending', 'descending', 'none'];
    for (const [index, address] of addresses.entries()) {
      await header.getByRole('button').click();
      await addressIs(page, address);
      expect(await header.getAttribute('aria-sort')).toBe(states[index]);
      await expectRowsOfAddress(page);
    }
  });

  it('shows the plan of a statement beside its SQL, and what no index serves', async () => {
    const page = await show('filters[name][$contains]=a&sort=name');
    const sql = page.getByRole('region', { name: 'SQL' });
    await sql.getByText(/^Way: usual/).waitFor();
    await sql.getByText('Plan', { exact: true }).first().click();
    expect(await sql.getByRole('region', { name: 'Plan' }).first().innerText()).toMatch(/SCAN|SEARCH/);
    expect(await sql.getByText('No index serves name.').first().isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await saveScreenshots(sql, 'plan');
  });

  it('goes to other pages and back', async () => {
    const page = await show('search=thai&pagination[pageSize]=10');
    await page.getByRole('link', { name: 'Next page' }).click();
    await addressIs(page, 'pagination[pageSize]=10&pagination[page]=2&search=thai');
    await expectRowsOfAddress(page);
    await page.goBack();
    await addressIs(page, 'search=thai&pagination[pageSize]=10');
    await expectRowsOfAddress(page);
  });

  it('goes to other pages by cursor', async () => {
    const page = await show('sort=rating:desc&pagination[pageSize]=10');
    const first = await namesShown(page);
    await page.getByLabel('Paging').selectOption('cursor');
    await page.waitForURL(/after/);
    await settled(page);
    expect(await namesShown(page)).toEqual(first);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL(/after%5D=.|after\]=./);
    await settled(page);
    expect(await expectRowsOfAddress(page)).toBe(10);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.waitForURL(/before/);
    await settled(page);
    expect(await namesShown(page)).toEqual(first);
  });

  const shared = 'search=a&filters[cuisine][$in][0]=Thai&filters[rating][$gte]=2&filters[stars][$lt]=4&sort=name';

  it('shows a shared address as it was left', async () => {
    const page = await show(shared);
    expect(await expectRowsOfAddress(page)).toBeGreaterThan(0);
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('a');
    expect(await page.getByRole('checkbox', { name: 'Thai' }).isChecked()).toBe(true);
    expect(await page.getByRole('slider', { name: 'Rating, at least' }).inputValue()).toBe('2');
    expect(await page.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('stars');
    expect(await page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('4');
    expect(await page.getByLabel('Sort by').inputValue()).toBe('name');
    const sent = await page.getByRole('region', { name: 'Query string' }).innerText();
    expect(sent).toContain('&filters[stars][$lt]=4');
    expect(await page.getByRole('region', { name: 'Statement 1' }).innerText()).toMatch(/^SELECT .*"stars" </s);
  });

  it('sends what is too long for a URL as the content of an HTTP QUERY', async () => {
    const { body } = await guide().get('/api/restaurants?sort=id&pagination[pageSize]=100');
    const names = body.data.slice(0, 60).map(({ name }) => name);
    const page = await show();
    const sent = new Set<string>();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/restaurants') sent.add(request.method());
    });
    const query = toQueryString({ filters: { name: { $in: names } } });
    expect(query.length).toBeGreaterThan(2_000);
    await page.goto(`${origin()}/?${query}`);
    await settled(page);
    expect(await expectRowsOfAddress(page)).toBe(25);
    expect([...sent]).toEqual(['QUERY']);
  });

  it('shows mistakes at the controls that they are in, and in a list', async () => {
    const page = await show('filters[nam]=Bella&filters[stars][$gte]=many&sort=secretNotes');
    const [name, stars] = await page.getByRole('textbox', { name: 'Value' }).all();
    const order = page.getByLabel('Sort by');
    const faults = [
      [name, "filters[nam] is not a filterable field; did you mean 'name'?"],
      [stars, 'filters[stars][$gte] must be a whole number'],
      [order, "sort: 'secretNotes' is not sortable"],
    ] as const;
    for (const [control, message] of faults) {
      const described = (await control?.getAttribute('aria-describedby')) ?? '';
      expect(await control?.getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator(`[id="${described}"]`).innerText()).toContain(message);
    }
    expect(await page.locator('.mistakes li > code').allInnerTexts()).toEqual([
      'filters[nam]',
      'filters[stars][$gte]',
      'sort',
    ]);
  });

  it('applies conditions that are complete', async () => {
    const page = await show();
    await page.getByText('More conditions').click();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('reviews.$count');
    await page.getByLabel('Comparison').selectOption('>=');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await page.locator('.rule .refusal').innerText()).toBe('Enter a value.');
    await page.getByRole('textbox', { name: 'Value' }).fill('8');
    await page.getByRole('button', { name: 'Apply' }).click();
    await addressIs(page, 'filters[reviews][$count][$gte]=8');
    expect(await expectRowsOfAddress(page)).toBeGreaterThan(0);
  });

  it('shows what no control can show, and removes it', async () => {
    const page = await show('filters[reviews][approved]=true&filters[reviews][stars]=5&search=thai');
    await page.getByRole('button', { name: /^Remove/ }).click();
    await addressIs(page, 'search=thai');
    await expectRowsOfAddress(page);
  });

  it('says that nothing is found', async () => {
    const page = await show('search=zzzz');
    expect(await page.getByRole('status').innerText()).toBe('0 restaurants');
    await page.getByRole('link', { name: 'Show all restaurants' }).click();
    await addressIs(page, '');
  });

  it.each([
    ['shared', shared],
    ['refused', 'filters[nam]=Bella&filters[reviews][x]=1&filters[reviews][y]=2&sort=secretNotes&pagination[page]=0'],
    ['empty', 'search=zzzz'],
  ])('is accessible and fits at every width: %s', async (name, query) => {
    const page = await show(query);
    expect(await faultsOf(page)).toEqual([]);
    // The page, and its table.
    for (const width of [1400, 800, 400]) {
      await page.setViewportSize({ width, height: 900 });
      const overflows = `[document.documentElement, ...document.querySelectorAll('.table-box')].filter(
        (part) => part.scrollWidth > part.clientWidth,
      ).length`;
      expect([width, await page.evaluate(overflows)]).toEqual([width, 0]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page)).toEqual([]);
    if (name === 'shared') await saveScreenshots(page.locator('body'), 'guide');
  });
});
