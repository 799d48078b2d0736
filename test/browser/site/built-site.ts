import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Builds the documentation, unless SITE names a folder with a built one, as in the gate. Returns its folder. */
export async function buildSite(): Promise<string> {
  const built = process.env['SITE'];
  if (built !== undefined) return path.resolve(built);
  await promisify(execFile)('npm', ['run', '--silent', 'docs:build'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return path.resolve('build/site');
}

/** Serves the files of a folder, and answers with 404 for all others. */
export async function serveFolder(folder: string): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : decodeURIComponent(pathname));
    const type = types[path.extname(file)];
    if (type === undefined || !existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The built pages, by their paths from the root of the site. */
export function readPages(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return new Map(
    files.map((name) => [`/${name.replaceAll(path.sep, '/')}`, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

/** Lists the links of the pages to places of the site that it does not have. */
export function deadLinks(pages: ReadonlyMap<string, string>): readonly string[] {
  const ids = new Map([...pages].map(([page, html]) => [page, new Set(valuesOf(html, 'id'))]));
  return [...pages].flatMap(([page, html]) =>
    valuesOf(html, 'href')
      .filter((href) => !/^[a-z]+:/.test(href) && !/\.(css|js|woff2|svg)$/.test(href))
      .filter((href) => !isAlive(new URL(href.replaceAll('&amp;', '&'), `http://localhost${page}`), ids))
      .map((href) => `${page} → ${href}`),
  );
}

function isAlive({ pathname, hash }: URL, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const found = ids.get(pathname.endsWith('/') ? `${pathname}index.html` : decodeURIComponent(pathname));
  return found !== undefined && (hash === '' || found.has(decodeURIComponent(hash.slice(1))));
}

function valuesOf(html: string, attribute: string): readonly string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}
