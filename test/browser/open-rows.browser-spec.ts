import type { Page } from 'playwright-core';
import { describeGuidePage, faultsOf } from './guide-page.js';

/** What the API answers of one restaurant. */
interface Related {
  readonly chef: { readonly name: string } | null;
  readonly tags: readonly { readonly name: string }[];
  readonly reviews: readonly { readonly stars: number; readonly author: { readonly name: string } }[];
}

describeGuidePage('a row of the restaurant guide that opens', ({ guide, show: shown }) => {
  const show = () => shown('sort[0]=id:asc');

  const buttons = (page: Page) => page.getByRole('button', { name: /^Chef, tags and reviews of / });

  async function answered(id: number): Promise<{ readonly related: Related; readonly hasMore: boolean }> {
    const { body } = await guide().get(`/api/restaurants?filters[id]=${id}&populate=chef,tags,reviews.author`);
    const { populate } = body.meta as { readonly populate?: object };
    return { related: body.data[0] as unknown as Related, hasMore: populate !== undefined };
  }

  it('shows the chef, the tags and the three newest reviews, asked for by `populate`', async () => {
    const page = await show();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    const seen = { more: 0, fewer: 0 };
    for (const id of [1, 2, 3, 4, 5]) {
      const { related, hasMore } = await answered(id);
      const button = buttons(page).nth(id - 1);
      await button.click();
      const row = page.locator(`#details-${id}`);
      await row.getByRole('list', { name: 'Newest reviews' }).waitFor({ state: 'attached' });
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      const text = await row.innerText();
      expect(text).toContain(related.chef?.name ?? 'None');
      expect(text).toContain(related.tags.map(({ name }) => name).join(', ') || 'None');
      const items = await row.getByRole('listitem').allInnerTexts();
      expect(items).toHaveLength(related.reviews.length);
      for (const [place, { stars, author }] of related.reviews.entries()) {
        expect(items[place]).toContain('★'.repeat(stars));
        expect(items[place]).toContain(author.name);
      }
      expect(await row.getByText('There are more reviews.').count()).toBe(hasMore ? 1 : 0);
      seen[hasMore ? 'more' : 'fewer'] += 1;
    }
    expect(seen.more).toBeGreaterThan(0);
    // Development's React runs each effect twice.
    const ofRows = [...new Set(asked.filter((url) => url.includes('populate')))];
    expect(ofRows).toHaveLength(5);
    for (const each of ['[chef]=true', '[tags]=true', '[reviews][populate]=author']) {
      expect(ofRows[0]).toContain(`populate${each}`);
    }
    expect(await faultsOf(page)).toEqual([]);
  });

  it('closes again, also where another opens', async () => {
    const page = await show();
    await buttons(page).nth(0).click();
    await page.locator('#details-1').waitFor();
    await buttons(page).nth(1).click();
    await page.locator('#details-2').waitFor();
    expect(await page.locator('tr.details').count()).toBe(1);
    await buttons(page).nth(1).click();
    expect(await page.locator('tr.details').count()).toBe(0);
    expect(await buttons(page).nth(1).getAttribute('aria-expanded')).toBe('false');
  });

  it('says that the related rows cannot be read', async () => {
    const page = await show();
    await page.route(/populate/, (route) => route.fulfill({ status: 404, body: '{}' }));
    await buttons(page).nth(0).click();
    await page.getByText('The related rows cannot be read.').waitFor();
  });
});
