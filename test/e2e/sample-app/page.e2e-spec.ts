import request from 'supertest';
import { type Guide, openGuide } from '../../support/guide.js';

describe('what the restaurant guide has for its page', () => {
  let guide: Guide;
  beforeAll(async () => {
    guide = await openGuide();
  });
  afterAll(() => guide.app.close());

  const ask = (path: string) => request(guide.app.getHttpServer() as Parameters<typeof request>[0]).get(path);

  it('answers HTML at /, built or not, which may load nothing from elsewhere', async () => {
    const { status, headers, text } = await ask('/');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toContain('<title>Restaurant guide</title>');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
  });

  it.each(['/', '/api/restaurants', '/api/restaurants?filters%5Bnam%5D=x', '/api/nothing', '/docs', '/openapi.json'])(
    'says at %s what browsers may not do, and not what it is made of',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self';");
    },
  );

  it('lets nobody keep the statements of a request', async () => {
    const { headers } = await ask('/api/restaurants');
    expect((await ask(headers['x-statements'] ?? '')).headers['cache-control']).toBe('no-store');
  });

  it.each(['/nothing', '/assets/nothing.js', '/api/nothing', '/api/statements/nothing'])('has no %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('describes the list, and the entities at the end of its relations', async () => {
    const { body } = (await ask('/api/restaurants/description')) as { body: Description };
    expect(body.facets.map(({ name }) => name)).toContain('rating');
    expect(body.select).toContain('name');
    expect(new Set(body.relations.map(({ entity }) => entity))).toEqual(new Set(Object.keys(body.related)));
  });

  it('tells the statements of a request, and of no other', async () => {
    const [thai, french] = await Promise.all(
      ['Thai', 'French'].map((cuisine) => ask(`/api/restaurants?filters%5Bcuisine%5D=${cuisine}`)),
    );
    for (const [answer, cuisine] of [
      [thai, 'Thai'],
      [french, 'French'],
    ] as const) {
      const { body } = await ask(answer?.headers['x-statements'] ?? '');
      expect(body.data.map(({ sql }: { sql: string }) => sql.slice(0, 6))).toEqual(['SELECT', 'SELECT']);
      expect(body.data.map(({ parameters }: { parameters: unknown[] }) => parameters)).toEqual([
        expect.arrayContaining([cuisine]),
        [cuisine],
      ]);
    }
  });

  it('explains the list of a request, which nobody may keep either', async () => {
    const { headers } = await ask('/api/restaurants?filters%5Bcuisine%5D=Thai&filters%5Bname%5D%5B%24contains%5D=a');
    const { body, headers: own } = await ask(`${headers['x-statements']}/explanation`);
    expect(own['cache-control']).toBe('no-store');
    expect(body.data).toMatchObject({ way: 'usual', reading: { from: 'an end of the list' } });
    expect(body.data.statements[0]).toMatchObject({ for: 'page', plan: expect.any(Array) });
    expect(body.data.statements[0].plan[0]).toMatchObject({ detail: expect.any(String) });
    expect(body.data.statements[0].unserved).toContain('name');
  });

  it('explains no refused request', async () => {
    const { headers } = await ask('/api/restaurants?filters%5Bnam%5D=x');
    expect((await ask(`${headers['x-statements']}/explanation`)).status).toBe(404);
  });

  it('tells no statements of a refused request', async () => {
    const { headers } = await ask('/api/restaurants?filters%5Bnam%5D=x');
    expect((await ask(headers['x-statements'] ?? '')).body).toEqual({ data: [] });
  });

  it('lists the requests worth trying', async () => {
    const { body } = await ask('/api/examples');
    expect(body.data[0]).toEqual({ title: expect.any(String), path: expect.stringMatching('^/api/restaurants') });
  });
});

interface Description {
  readonly facets: readonly { readonly name: string }[];
  readonly select: readonly string[];
  readonly relations: readonly { readonly entity: string }[];
  readonly related: object;
}
