import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { FilterModule } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { type EngineName } from '../../../support/databases.js';
import { onEngines } from '../../../support/engines.js';
import { type TestApp, openApp } from '../../../support/http/adapters.js';
import type { HttpClient } from '../../../support/http/client.js';
import { addressesIn, tableOf } from '../../../support/markdown.js';
import { Author, BlogController, Comment, Note, Post, Tag, rows } from './blog.js';
import { byHand } from './by-hand.js';

/** A connection of its own: a server closes one that waits while rows are inserted. */
const own = { connection: 'close' };

/** The options of the page's application. */
const options = { timezone: 'Europe/Oslo', nulls: 'last', context: () => ({ tenant: 1 }) } as const;

const file = 'docs/classic-mistakes.md';
const page = readFileSync(file, 'utf8');

/** The code blocks of a section, in their order: `ts`, `ts call`, `http` and `json`. */
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: /^.*/.exec(text)?.[0] ?? '',
    blocks: [...text.matchAll(/^```(\w+)(?: (\w+))?\n([^]*?)^```$/gm)].map(
      ([, language = '', note = '', code = '']) => ({
        language,
        note,
        code,
      }),
    ),
  }));
const mistakes = sections.filter(({ title }) => /^\d+\. /.test(title));

/** Takes the indentation of a method of an object away. */
const outdented = (text: string) => text.replaceAll(/^ {2}/gm, '');

describe(file, () => {
  it('shows the fixture', () => {
    const blog = readFileSync('test/e2e/recipes/mistakes/blog.ts', 'utf8').replace(
      /^export const rows[^]*?^};\n\n/m,
      '',
    );
    const [shown] = sections[0]?.blocks.map(({ code }) => code) ?? [];
    expect(shown).toBe(blog.slice(blog.indexOf('@Entity()'), blog.indexOf('\n@Controller()')));
  });

  it('has tables of the rows', () => {
    const none = '–';
    const comments = [none, 'one not approved', 'two approved'];
    expect(tableOf(file, 'post')).toEqual(
      rows.posts.map(({ id, title, serial, publishedAt, author, tags }) => {
        const { name = none, passwordHash = '' } = rows.authors.find((each) => each.id === author) ?? {};
        const approved = rows.comments.flatMap((each) => (each.post === id ? [each.approved] : []));
        return [
          ...[String(id), title, serial, publishedAt, name === none ? none : `${name}, ${passwordHash}`],
          ...[tags.join(', ') || none, comments[approved.length]],
        ];
      }),
    );
    expect(rows.comments.map(({ approved, post }) => [approved, post])).toEqual([
      [true, 1],
      [true, 1],
      [false, 2],
      [false, null],
    ]);
    expect(tableOf(file, 'note')).toEqual(
      rows.notes.map(({ id, tenant, title, body }) => [String(id), String(tenant), title, body]),
    );
  });

  it('has twelve mistakes', () => expect(mistakes).toHaveLength(12));

  it('shows the code that runs', () => {
    const code = outdented(readFileSync('test/e2e/recipes/mistakes/by-hand.ts', 'utf8'));
    const shown = mistakes.flatMap(({ blocks }) => blocks.filter(({ language, note }) => language === 'ts' && !note));
    expect(shown).toHaveLength(Object.keys(byHand).length);
    for (const block of shown) expect(code).toContain(block.code.trimEnd());
  });
});

onEngines('the classic mistakes', { entities: [Author, Tag, Comment, Post, Note] }, (world) => {
  let opened: TestApp | undefined;
  let client: HttpClient;
  beforeAll(async () => {
    opened = await openApp('express', {
      imports: [FilterModule.forRoot(options)],
      controllers: [BlogController],
      providers: [{ provide: DataSource, useValue: world.source }],
    });
    ({ client } = opened);
  });
  afterAll(() => opened?.close());
  beforeEach(() => fill(world.source));

  it.each(mistakes)('$title', async ({ blocks }) => {
    let cursor = '';
    for (const [index, { language, note, code }] of blocks.entries()) {
      if (note === 'call') await runCalls(world.source, world.engine, code);
      if (language !== 'http') continue;
      const { status, text } = await client.send('GET', urlOf(code.replace('{next}', cursor)), undefined, own);
      const body = JSON.parse(text) as { meta?: { pagination: { next?: string } } };
      expect([status, body]).toMatchObject([Number(note || 200), JSON.parse(blocks[index + 1]?.code ?? '')]);
      cursor = body.meta?.pagination.next ?? '';
    }
  });
});

/** Runs the lines of a block one after the other. A comment has what a line answers, or what it does on each engine. */
async function runCalls(source: DataSource, engine: EngineName, code: string) {
  const posts = source.getRepository(Post);
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1).join();
  const names = { ...byHand, posts, notes: source.getRepository(Note), upTo, Date };
  for (const line of code.trim().split('\n')) {
    const [call = '', comment = 'null'] = line.split('; // ');
    const expected = new RegExp(`${engine}: (error|\\[[^\\]]*\\])`).exec(comment)?.[1] ?? comment;
    const run = compileFunction(`return ${call}`, Object.keys(names)) as (...all: unknown[]) => Promise<unknown>;
    const answered = run(...Object.values(names));
    if (expected === 'error') await expect(answered).rejects.toThrow();
    else if (expected !== 'null') expect(abridged(await answered)).toEqual(JSON.parse(expected));
    else await answered;
  }
}

/** Rows as their ids, as the page shows them. */
function abridged(answer: unknown): unknown {
  return Array.isArray(answer) ? answer.map(({ id }: { readonly id: number }) => id) : answer;
}

/** `[0]=1&…&filters[id][$in][100]=101` stands for all the values between. */
function urlOf(block: string): string {
  const [address = ''] = addressesIn(block);
  return address.replace(/([^&?]*)\[0\]=1&…&.*\[(\d+)\]=\d+$/, (_, key: string, last: string) =>
    Array.from({ length: Number(last) + 1 }, (__, index) => `${key}[${index}]=${index + 1}`).join('&'),
  );
}

async function fill(source: DataSource) {
  const { manager } = source;
  for (const entity of [Comment, Post, Tag, Author, Note])
    await manager.createQueryBuilder().delete().from(entity).execute();
  const posts = rows.posts.map(({ author, tags, publishedAt, ...post }) => ({
    ...{ ...post, publishedAt: new Date(publishedAt) },
    author: author === null ? null : { id: author },
    tags: tags.map((name) => ({ name })),
  }));
  const comments = rows.comments.map(({ post, ...comment }) => ({
    ...comment,
    post: post === null ? null : { id: post },
  }));
  await manager.save(Tag, [{ name: 'draft' }, { name: 'bread' }]);
  await manager.save(Author, rows.authors);
  await manager.save(Post, posts);
  await manager.save(Comment, comments);
  await manager.save(Note, rows.notes);
}
