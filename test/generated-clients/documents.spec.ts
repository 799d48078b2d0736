import { type DocumentFiltersOptions, documentFilters } from 'nestjs-filterable/openapi';
import { openDocumentedApp, plainDocument } from '../e2e/openapi/app.js';
import { openGuide } from '../support/guide.js';
import { folder, runNode } from './programs.js';

/** A finding of Spectral's; severity 0 is an error, 1 a warning. */
interface Finding {
  readonly severity: number;
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

const kinds: readonly (readonly [title: string, options: DocumentFiltersOptions])[] = [
  ['for pages', {}],
  ['for clients', { for: 'client' }],
  ['as JSON text', { style: 'json' }],
  ['without relations', { nesting: 'none' }],
];

const apps = {
  'the restaurant guide': await openGuide(),
  'an application of every kind of handler': await openDocumentedApp(),
};
const documents = Object.entries(apps).flatMap(([name, { app }]) =>
  ['3.0.0', '3.1.0'].map((version) => {
    const make = () => plainDocument(app, version);
    return { name, version, plain: make(), completed: kinds.map(([, options]) => documentFilters(app, make, options)) };
  }),
);
for (const { app } of Object.values(apps)) await app.close();

/** Returns what Spectral finds in each document. */
async function lint(list: readonly object[]): Promise<readonly (readonly Finding[])[]> {
  return JSON.parse(await runNode(['lint.mjs'], folder, JSON.stringify(list))) as readonly (readonly Finding[])[];
}

const linted = await lint(documents.flatMap(({ plain, completed }) => [plain, ...completed]));
const rows = documents.map(({ name, version }, index) => {
  const [plain = [], ...completed] = linted.slice(index * (kinds.length + 1), (index + 1) * (kinds.length + 1));
  return { name, version, plain, completed };
});

describe.each(rows)('Spectral’s rules of OpenAPI, of $name in $version', ({ plain, completed }) => {
  it('find what the host leaves out, so that they are read', () => {
    expect(plain.map(({ code }) => code)).toContain('info-license');
  });

  it.each(kinds.map(([kind], index) => [kind, completed[index]] as const))('find nothing else %s', (_, found = []) => {
    const known = new Set(plain.map(({ code, path }) => `${code} ${path}`));
    const others = found.filter((each) => !known.has(`${each.code} ${each.path}`) && !isNotSent(each));
    expect(others).toEqual([]);
  });
});

/** An example without a value, which OpenAPI allows and Spectral does not: a page sends nothing for it. */
function isNotSent({ code, path }: Finding): boolean {
  return /^oas3-(examples-value-or-externalValue|valid-media-example)$/.test(code) && path.endsWith('/Not sent');
}
