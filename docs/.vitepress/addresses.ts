import path from 'node:path';

/** The pages of the site, by their folders in the repository; the first that fits decides. */
const folders = [
  { folder: 'docs/', address: '/' },
  { folder: 'build/reference/', address: '/reference/' },
  { folder: '', address: '/' },
] as const;

/** The pages that the repository has beside `docs`. */
export const pagesOutside = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] as const;

/**
 * Returns the address of a link on the site. Pages link to each other, and to files beside `docs`, by paths in the
 * repository. The site has all pages at its root, and leaves other files to the repository.
 *
 * @param file the page with the link, from the root of the repository
 * @param repository the address of the repository
 */
export function addressOf(link: string, file: string, repository: string): string {
  if (/^([a-z]+:|#|\/)/.test(link)) return link;
  const [, relative = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(link) ?? [];
  const target = path.posix.join(path.posix.dirname(file), relative);
  if (!isPage(target)) return `${repository}/blob/main/${target}${anchor}`;
  const { folder, address } = folders.find((each) => target.startsWith(each.folder)) ?? folders[2];
  return address + target.slice(folder.length) + anchor;
}

function isPage(file: string): boolean {
  const inFolder = (file.startsWith('docs/') && !file.includes('/.')) || file.startsWith('build/reference/');
  return file.endsWith('.md') && (inFolder || pagesOutside.some((page) => page === file));
}
