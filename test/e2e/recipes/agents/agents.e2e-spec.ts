import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FilterIssue } from 'nestjs-filterable';

const page = 'docs/openapi.md';
const folder = 'test/e2e/recipes/agents';

describe('the tool of docs/openapi.md', () => {
  let server: ChildProcess;
  let url: URL;
  const clients: Client[] = [];

  beforeAll(async () => {
    server = fork(`${folder}/server.mjs`);
    const [told] = (await once(server, 'message')) as [{ readonly url: string }];
    url = new URL('/mcp', told.url);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    server.disconnect();
    await once(server, 'exit');
  });

  async function connect(user: 'guest' | 'inspector' | 'nobody'): Promise<Client> {
    const client = new Client({ name: 'agent', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${user}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    clients.push(client);
    return client;
  }

  /** Calls the tool, and returns its answer, parsed. */
  async function call(client: Client, sent: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name: 'find_restaurant', arguments: sent });
    const [first] = content as readonly { readonly type: string; readonly text?: string }[];
    const answer = JSON.parse(first?.text ?? '') as {
      readonly data: readonly { readonly id: number }[];
      readonly meta: { readonly pagination: object };
      readonly issues: readonly FilterIssue[];
    };
    return { isError: isError ?? false, ...answer };
  }

  const ids = ({ data }: { readonly data: readonly { readonly id: number }[] }) => data.map(({ id }) => id);

  it('shows the rules of the list, and links to the code that runs here', () => {
    const code = readFileSync(`${folder}/restaurants.ts`, 'utf8');
    const text = readFileSync(page, 'utf8');
    expect(text).toContain(`\`\`\`ts\n${code.slice(code.indexOf('/** An agent reads'))}\`\`\``);
    for (const name of ['restaurant.tool', 'main'])
      expect(text).toContain(
        `](https://github.com/nestjs-filterable/nestjs-filterable/blob/main/${folder}/${name}.ts)`,
      );
  });

  it('lists the tool with what it says of the list', async () => {
    const { tools } = await (await connect('guest')).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find_restaurant']);
    expect(tools[0]?.description).toMatch(/^Restaurants of the guide, with their cuisine and stars\.\nFields: id/);
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual(['filters', 'sort', 'pagination']);
  });

  it('lets nobody in who is no user', async () => {
    await expect(connect('nobody')).rejects.toThrow();
  });

  it('answers a right call with a small page', async () => {
    const sent = { filters: { city: { name: { $eq: 'Oslo' } }, stars: { $gte: 1 } }, sort: ['stars:desc', 'id'] };
    const answer = await call(await connect('guest'), sent);
    expect(ids(answer)).toEqual([5, 9, 3, 7]);
    expect(answer.meta.pagination).toMatchObject({ page: 1, pageSize: 5 });
  });

  it('refuses a wrong name in words that let the next call be right', async () => {
    const client = await connect('guest');
    const wrong = await call(client, { filters: { cuisne: { $eq: 'Thai' } }, sort: ['id'] });
    expect(wrong.isError).toBe(true);
    const [issue] = wrong.issues;
    // All that is known of the list stands in the refusal.
    const allowed = ['id', 'name', 'cuisine', 'stars', 'city', '$and', '$or', '$not'];
    const advice = `did you mean 'cuisine'? Use one of: ${allowed.join(', ')}`;
    expect(wrong.issues).toEqual([
      {
        code: 'unknown_field',
        path: 'filters[cuisne]',
        pointer: '/filters/cuisne',
        message: `filters[cuisne] is not a filterable field; ${advice}`,
        allowed,
      },
    ]);
    const nearest = issue?.allowed?.find((name) => name.startsWith('cuis')) ?? '';
    const right = await call(client, { filters: { [nearest]: { $eq: 'Thai' } }, sort: ['id'] });
    expect([right.isError, ids(right)]).toEqual([false, [1, 7, 10]]);
  });

  it('refuses a larger page than the tool has, and says how large it may be', async () => {
    const client = await connect('guest');
    const wrong = await call(client, { pagination: { pageSize: 500 } });
    const [issue] = wrong.issues;
    const [largest] = /\d+/.exec(issue?.message.replace(/^\S+/, '') ?? '') ?? [];
    expect([wrong.isError, issue?.path, largest]).toEqual([true, 'pagination[pageSize]', '10']);
    const right = await call(client, { pagination: { pageSize: Number(largest) } });
    expect(ids(right)).toHaveLength(10);
  });

  it('shows each user fields and rows of their own, in turns', async () => {
    const [guest, inspector] = [await connect('guest'), await connect('inspector')];
    const secret = { filters: { notes: { $eq: 'note 3' } } };
    for (let turn = 0; turn < 2; turn += 1) {
      const schemas = [await guest.listTools(), await inspector.listTools()].map((list) => JSON.stringify(list));
      expect(schemas.map((text) => text.includes('"notes"'))).toEqual([false, true]);
      const refused = await call(guest, secret);
      expect([refused.isError, refused.issues[0]?.allowed]).toEqual([true, expect.not.arrayContaining(['notes'])]);
      expect(ids(await call(inspector, secret))).toEqual([4]);
      expect(ids(await call(guest, { filters: { id: { $eq: 4 } } }))).toEqual([]);
    }
  });
});
