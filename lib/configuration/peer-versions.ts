import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FilterConfigurationError } from './configuration-error.js';

/** The versions of a package that this library is tested with: at least one, and less than another. */
interface Range {
  readonly least: string;
  readonly below: string;
  /** The range in words. */
  readonly told: string;
}

/** The packages that decide whether lists can be read at all. A test compares them with `peerDependencies`. */
const peerRanges: Readonly<Record<string, Range>> = {
  typeorm: { least: '0.3.20', below: '2.0.0', told: '0.3.20 to 1.x' },
  '@nestjs/common': { least: '10.0.0', below: '13.0.0', told: '10 to 12' },
  '@nestjs/core': { least: '10.0.0', below: '13.0.0', told: '10 to 12' },
};

/**
 * Refuses packages of other versions than those that this library works with: TypeORM 0.3.17 would boot, and answer
 * each list with 500.
 *
 * @param versionOf returns the installed version, or undefined where a bundler has left no trace of it
 * @throws FilterConfigurationError with the range
 */
export function checkPeerVersions(versionOf = installedVersion): void {
  const wrong = Object.entries(peerRanges).flatMap(([name, { least, below, told }]) => {
    const version = versionOf(name);
    const fits = version === undefined || (!isLess(version, least) && isLess(version, below));
    return fits ? [] : [`${name} ${version} is installed, and nestjs-filterable works with ${told}`];
  });
  if (wrong.length > 0) throw new FilterConfigurationError(`${wrong.join('; ')}: install a version of the range`);
}

/** The versions that were read: none changes while a program runs. */
const known = new Map<string, string | undefined>();

function installedVersion(name: string): string | undefined {
  if (!known.has(name)) known.set(name, readVersion(name));
  return known.get(name);
}

/** Reads the manifest itself, because TypeORM 1.x does not export its own. */
function readVersion(name: string): string | undefined {
  try {
    const manifest = join(dirname(createRequire(import.meta.url).resolve(name)), 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Compares the three numbers of two versions; a version before a release counts as the release. */
function isLess(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split(/[-+]/)[0]?.split('.').map(Number) ?? []);
  const at = [0, 1, 2].find((index) => one?.[index] !== two?.[index]);
  return at !== undefined && (one?.[at] ?? 0) < (two?.[at] ?? 0);
}
