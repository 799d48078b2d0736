import type { Locator, Page } from 'playwright-core';

/** The curl line, the URL, the status and the body that Swagger UI shows of an answer. */
export interface Shown {
  readonly curl: string;
  readonly url: string;
  readonly status: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** An operation on a page of Swagger UI, as a reader uses it. */
export class SwaggerOperation {
  private constructor(
    private readonly page: Page,
    readonly block: Locator,
  ) {}

  /** Opens the operation of a path, to be tried out. */
  static async tryOut(page: Page, path: string): Promise<SwaggerOperation> {
    const block = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    return new SwaggerOperation(page, block);
  }

  /** Folds the operation, which the page otherwise draws anew whenever something happens on it. */
  close(): Promise<void> {
    return this.block.locator('.opblock-summary-control').click();
  }

  parameter(name: string): Locator {
    return this.block.locator(`tr[data-param-name="${name}"]`);
  }

  /** The titles of the examples of a parameter. */
  examples(name: string): Promise<string[]> {
    return this.parameter(name).locator('.examples-select-element option').allInnerTexts();
  }

  /** Picks an example in the list of each parameter that has it, as one does who wants the whole request. */
  async pick(title: string): Promise<void> {
    for (const list of await this.block.locator('.examples-select-element').all()) {
      const titles = await list.locator('option').allInnerTexts();
      const choice = [title, 'Not sent', 'The first page'].find((each) => titles.includes(each));
      if (choice !== undefined) await list.selectOption(choice);
    }
  }

  /** Types a value in place of that of a parameter. */
  async write(name: string, value: unknown): Promise<void> {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    await this.parameter(name).locator('textarea, input').first().fill(text);
  }

  /** Sends the request, and returns what is shown of the answer. */
  async execute(): Promise<Shown> {
    // The answer before this one would otherwise stand there until the new one is shown.
    const clear = this.block.getByRole('button', { name: 'Clear' });
    if (await clear.isVisible()) await clear.click();
    await Promise.all([this.page.waitForResponse(/\/api\/|\/entity/), this.executeButton.click()]);
    const answer = this.block.locator('.live-responses-table .response');
    await answer.locator('.response-col_description .highlight-code').first().waitFor();
    const [curl, url, status, body] = await Promise.all([
      this.block.locator('.curl-command .curl').innerText(),
      this.block.locator('.request-url pre').innerText(),
      answer.locator('.response-col_status').innerText(),
      answer.locator('.response-col_description .highlight-code code').first().innerText(),
    ]);
    return { curl, url, status, body: JSON.parse(body) };
  }

  /** Tries to send a request that the page itself refuses, and returns its words. */
  async refusalOfPage(): Promise<string> {
    await this.executeButton.click();
    return this.block.locator('.validation-errors').innerText();
  }

  private get executeButton(): Locator {
    return this.block.getByRole('button', { name: 'Execute' });
  }
}
