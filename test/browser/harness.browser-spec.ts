import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeInBrowser } from '../support/browser.js';

describeInBrowser('the browser', (open) => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Here</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('shows what a server of this machine answers', async () => {
    const page = await open(origin);
    expect(await page.locator('h1').innerText()).toBe('Here');
  });

  it('reaches no other machine', async () => {
    await expect(open('http://example.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  });

  it('has pages that know nothing of each other', async () => {
    const first = await open(origin);
    await first.evaluate('localStorage.setItem("seen", "yes")');
    const second = await open(origin);
    expect(await second.evaluate('localStorage.getItem("seen")')).toBeNull();
  });
});
