import { readFileSync } from 'node:fs';
import { builtInOperators } from 'nestjs-filterable';
import { type Guide, openGuide } from '../support/guide.js';
import { addressesIn } from '../support/markdown.js';

/** The README and the pages whose requests are about the sample application. */
const names = 'filters sorts-and-pages configuration search facets-and-aggregates populate answers dialect'.split(' ');
const pages = ['README.md', ...names.map((name) => `docs/${name}.md`)];
const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');

interface Example {
  readonly url: string;
  readonly status: number;
  /** Part of the response that the documentation shows. */
  readonly answer: object | undefined;
}

/** Every request in a fenced block of HTTP, and the JSON that follows it. */
function examplesOf(markdown: string): Example[] {
  const fences = [...markdown.matchAll(/```(\w+)(?: (\d+))?\n([\s\S]*?)```/g)];
  return fences.flatMap(([, language, status, content = ''], index) => {
    if (language !== 'http') return [];
    const [, nextLanguage, , next = ''] = fences[index + 1] ?? [];
    const urls = addressesIn(content);
    const answer = urls.length === 1 && nextLanguage === 'json' ? (JSON.parse(next) as object) : undefined;
    return urls.map((url) => ({ url, status: Number(status ?? 200), answer }));
  });
}

describe('the README and the pages of its subjects', () => {
  let guide: Guide;
  beforeAll(async () => {
    guide = await openGuide();
  });
  afterAll(() => guide.app.close());

  const examples = examplesOf(text);

  it('has examples', () => expect(examples.length).toBeGreaterThan(20));

  it.each(examples)('$url answers $status', async ({ url, status, answer }) => {
    const answered = await guide.get(url);
    expect(answered.status).toBe(status);
    if (status === 200) expect(answered.body.data.length).toBeGreaterThan(0);
    if (answer !== undefined) expect(answered.body).toMatchObject(answer);
  });

  it('lists every operator, as its row says it', () => {
    const takes = {
      value: 'one value',
      list: 'a list',
      pair: 'two values',
      boolean: 'true or false',
      needle: 'a text',
    };
    const rows = builtInOperators.map((one) => `| \`${one.token}\` | ${takes[one.takes]} | ${one.summary} |`);
    const table = /<!-- operators -->([\s\S]*?)<!-- \/operators -->/.exec(text)?.[1] ?? '';
    const normal = (line: string) => line.replaceAll(/ +/g, ' ').trim();
    expect(
      table
        .split('\n')
        .map(normal)
        .filter((line) => line.startsWith('| `')),
    ).toEqual(rows);
  });
});
