import { FastifyAdapter } from '@nestjs/platform-fastify';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { readingController, readingModule, titled, told } from './reading.js';

const json = '{"filters":{"title":"Spring"}}';

/** Fastify is the adapter that speaks HTTP/2; a request there has neither `content-length` nor `transfer-encoding`. */
describe('over HTTP/2', () => {
  let app: TestApp;
  let session: http2.ClientHttp2Session;

  beforeAll(async () => {
    const module = await readingModule([
      readingController({ source: 'body' }),
      readingController({ source: 'query' }, 'by-query'),
    ]);
    app = await openApp('fastify', module, { fastify: () => new FastifyAdapter({ http2: true } as object) });
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    session = http2.connect(`http://127.0.0.1:${port}`);
  });

  afterAll(async () => {
    session.close();
    await app.close();
  });

  async function send(path: string, headers: http2.OutgoingHttpHeaders, body?: string): Promise<unknown> {
    const method = body === undefined ? 'GET' : 'POST';
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined });
    stream.end(body);
    const answer = await new Promise<{ status: number; type: string }>((resolve, reject) => {
      stream.on('error', reject);
      stream.on('response', (received) => {
        resolve({ status: received[':status'] ?? 0, type: received['content-type'] ?? '' });
      });
    });
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
    return told({ ...answer, text });
  }

  it.each([
    ['JSON', { 'content-type': 'application/json' }, json, titled('Spring')],
    [
      'JSON with its length',
      { 'content-type': 'application/json', 'content-length': json.length },
      json,
      titled('Spring'),
    ],
    ['a text that was read', { 'content-type': 'text/plain' }, json, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'filters[title]=Spring', 415],
    ['a body without a type, which nobody has read', {}, json, 415],
    ['a typo', { 'content-type': 'application/json' }, '{"filters":{"titel":1}}', ['unknown_field /filters/titel']],
  ])('reads or refuses %s', async (_, headers, body, expected) => {
    expect(await send('/posts', headers, body)).toEqual(expected);
  });

  it('knows that no body came', async () => {
    expect(await send('/posts', {})).toEqual({});
  });

  it('reads the query string', async () => {
    expect(await send('/by-query?filters[title]=Spring', {})).toEqual(titled('Spring'));
  });
});
