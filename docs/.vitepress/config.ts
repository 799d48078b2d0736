import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTheme, type MarkdownOptions, defineConfig } from 'vitepress';
import { addressOf } from './addresses.js';
import { anchorOf } from './anchors.js';
import { readGroups } from './groups.js';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly description: string;
  readonly repository: { readonly url: string };
};
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** The page that is rendered. The search has no path but the real one. */
interface MarkdownPage {
  readonly path: string;
  readonly realPath?: string;
}

/** Links by their paths in the repository, and the anchors that GitHub makes. */
const markdown: MarkdownOptions = {
  anchor: { slugify: anchorOf },
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  config: (md) => {
    md.core.ruler.push('repository-links', ({ tokens, env }) => {
      const { path: rewritten, realPath = rewritten } = env as MarkdownPage;
      const file = path.relative(root, realPath).replaceAll(path.sep, '/');
      tokens.forEach((token, place) => {
        if (token.type === 'th_open' && tokens[place + 1]?.content === '') {
          for (const each of [token, tokens[place + 2]]) if (each !== undefined) each.tag = 'td';
        }
      });
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href !== null) token.attrSet('href', addressOf(href, file, repository));
      }
    });
  },
};

function sidebar(): DefaultTheme.SidebarItem[] {
  const groups = readGroups(root).map(({ text, pages }) => ({
    text,
    items: pages.map((page) => ({
      text: page.text,
      link: addressOf(page.file, '', repository).replace(/(index)?\.md$/, ''),
    })),
  }));
  return [...groups, { text: 'Types and functions', items: entryPoints() }];
}

/** The generated pages, one for each entry point of the package. */
function entryPoints(): DefaultTheme.SidebarItem[] {
  const folder = path.join(root, 'build/reference');
  if (!existsSync(folder)) throw new Error('the reference is missing: npm run docs:reference');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((page) =>
    page.replaceAll(path.sep, '/'),
  );
  return pages
    .filter((page) => /(^|\/)nestjs-filterable.*\/index\.md$/.test(page))
    .sort()
    .map((page) => ({ text: page.replace('/index.md', ''), link: `/reference/${page.replace(/index\.md$/, '')}` }));
}

export default defineConfig({
  title: 'nestjs-filterable',
  description: manifest.description,
  lang: 'en',
  // Pages outside `docs` are part of the site, so its sources are the repository.
  srcDir: '..',
  outDir: '../build/site',
  cacheDir: '../build/site-cache',
  srcExclude: ['{.*,dist,lib,node_modules,reports,sample-app,test,build/site*}/**', '.github/**'],
  rewrites: {
    'docs/:page(.*)': ':page',
    'build/reference/:page(.*)': 'reference/:page',
  },
  // The sample application's page.
  ignoreDeadLinks: 'localhostLinks',
  markdown,
  themeConfig: {
    sidebar: sidebar(),
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/README' },
      { text: 'Requests', link: '/filters' },
      { text: 'Reference', link: '/dialect' },
      { text: 'Types', link: '/reference/nestjs-filterable/' },
      { text: 'Source', link: repository },
    ],
  },
});
