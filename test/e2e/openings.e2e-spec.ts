import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FilterModule, FilterService, defineOperator } from 'nestjs-filterable';
import { fromQueryBuilder, toQueryString } from 'nestjs-filterable/client';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { documentFilters, toolSchema } from 'nestjs-filterable/openapi';
import { Restaurant } from '../../sample-app/src/restaurants/restaurant.entity.js';
import { type Names, evaluate } from '../support/evaluate.js';
import { type Guide, openGuide } from '../support/guide.js';
import { addressesIn } from '../support/markdown.js';

/** Pages whose first example is run by a spec that reads the page; every other one is run here, by its language. */
const bySpec: Readonly<Record<string, string>> = {
  'classic-mistakes': 'e2e/recipes/mistakes/classic-mistakes.e2e-spec.ts',
  'flat-names': 'e2e/recipes/flat-list/flat-list.e2e-spec.ts',
  indexes: 'e2e/explain/page.e2e-spec.ts',
  operations: 'e2e/tracing/log.e2e-spec.ts',
  recipes: 'e2e/recipes/casl/casl.e2e-spec.ts',
};

/** Chapters of pages whose first example is run as well. */
const chapters: readonly (readonly [page: string, heading: string])[] = [
  ['in-code', 'Exports and jobs'],
  ['openapi', 'Tools for agents'],
  ['operations', 'Replicas'],
  ['strategies', 'Statements prepared on PostgreSQL'],
];

/** Tables of the results of runs, which are the example; and the index, which has the README's first list. */
const made = ['benchmarks', 'comparison', 'index'];

const pages = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''))
  .filter((name) => !made.includes(name));

/** A page as its reader meets it: the sentence below the title, and the first example. */
function openingOf(name: string, heading?: string) {
  const page = readFileSync(`docs/${name}.md`, 'utf8').replaceAll('\r', '');
  const text = heading === undefined ? page : (page.split(`\n## ${heading}\n`)[1] ?? '');
  const [, sentence = ''] = /^# .*\n\n((?:.+\n)+)/.exec(text) ?? [];
  const example = /^```(\w+)(?: (\d+))?\n([^]*?)^```$/m.exec(text);
  const [, language = '', status = '200', code = ''] = example ?? [];
  return { sentence, language, status: Number(status), code, before: text.slice(0, example?.index ?? text.length) };
}

const run = (asked: string) =>
  [...pages.filter((name) => !(name in bySpec)).map((name) => [name, undefined] as const), ...chapters].filter(
    ([name, heading]) => openingOf(name, heading).language === asked,
  );

describe('the opening of each page of docs', () => {
  let guide: Guide;
  beforeAll(async () => {
    guide = await openGuide();
  });
  afterAll(() => guide.app.close());

  it.each(pages)('of %s is a sentence, and an example before the second heading', (name) => {
    const { sentence, language, before } = openingOf(name);
    expect(sentence).toMatch(/^\S[^]*[.:]\n$/);
    expect(sentence).not.toMatch(/^[#|<]/);
    expect(name in bySpec || ['http', 'ts'].includes(language)).toBe(true);
    // Rules and tables come behind it.
    expect(before.split('\n## ').length - 1).toBeLessThan(2);
    expect(before).not.toMatch(/^\|/m);
  });

  it.each(run('http'))('of %s is answered (%s)', async (name, heading) => {
    const { code, status } = openingOf(name, heading);
    for (const address of addressesIn(code)) {
      const answered = await guide.get(address);
      expect(answered.status).toBe(status);
      if (status === 200) expect(answered.body.data.length).toBeGreaterThan(0);
      else expect(answered.body.issues.length).toBeGreaterThan(0);
    }
  });

  it.each(run('ts'))('of %s runs (%s)', async (name, heading) => {
    const { code } = openingOf(name, heading);
    const filters = guide.app.get(FilterService, { strict: false });
    const did: string[] = [];
    await evaluate(code, namesFor(guide, filters, did), { filters });
    if (name === 'clients') expect(did).toEqual(['200']);
    if (heading === 'Exports and jobs') expect(did.length).toBeGreaterThan(2);
  });

  it.each(Object.entries(bySpec))('of %s is run by %s', (name, spec) => {
    expect(existsSync(`test/${spec}`)).toBe(true);
    const folder = spec.slice(0, spec.lastIndexOf('/'));
    const texts = readdirSync(`test/${folder}`)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`test/${folder}/${file}`, 'utf8'));
    expect(texts.some((each) => each.includes(`${name}.md`))).toBe(true);
  });
});

/** What the reader of an example has at hand. */
function namesFor(guide: Guide, filters: FilterService, did: string[]): Names {
  const { app, source } = guide;
  const restaurants = source.getRepository(Restaurant);
  const query = filters.parse(Restaurant, 'filters[cuisine]=Thai');
  return {
    ...{
      app,
      filters,
      restaurants,
      query,
      FilterModule,
      Restaurant,
      crud,
      nestjsPaginate,
      documentFilters,
      toolSchema,
    },
    ...{ fromQueryBuilder, toQueryString, DocumentBuilder, SwaggerModule, user: undefined },
    soundsLike: defineOperator({
      ...{ token: '$soundsLike', takes: 'value', kinds: ['text'], summary: 'sounds like the text' },
      sql: ({ column, operands: [text = ''] }) => `${column.sql} = ${text}`,
    }),
    group: { combinator: 'and', rules: [{ field: 'cuisine', operator: '=', value: 'Thai' }] },
    fetch: async (url: string) => did.push(String((await guide.get(url)).status)),
    console: { log: (line: string) => void did.push(line) },
  };
}
