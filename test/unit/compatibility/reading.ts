import { type CompatibilityName, FilterException, FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

export const modes = ['default', 'purity', 'strapi'] as const satisfies readonly CompatibilityName[];

/** A request, what it is read as in the three modes, and why. `=` is "as in the default mode". */
export type Row = readonly [request: string, byDefault: string, purity: string, strapi: string, why: string];

/** One reading of a row: what `it.each` prints and compares. */
export interface Case {
  readonly mode: CompatibilityName;
  readonly request: string;
  readonly expected: string;
  readonly why: string;
}

export function casesOf(rows: readonly Row[]): Case[] {
  return rows.flatMap(([request, byDefault, purity, strapi, why]) => {
    const expected = { default: byDefault, purity, strapi };
    return modes.map((mode) => {
      const own = expected[mode];
      return { mode, request, expected: own === '=' ? byDefault : own, why };
    });
  });
}

const services = new Map<CompatibilityName, FilterService>();

/** Makes the service of each mode over the blog's metadata. No connection is opened. */
export async function prepareModes(): Promise<void> {
  const source = await describeEntities('sqlite', blogEntities);
  for (const mode of modes) services.set(mode, FilterService.forDataSource(source, { compatibility: mode }));
}

export function serviceOf(mode: CompatibilityName): FilterService {
  const service = services.get(mode);
  if (service === undefined) throw new TypeError('call prepareModes() first');
  return service;
}

/**
 * How a mode reads a request: its canonical form, decoded; or what it is refused with, and where. The canonical form is
 * read back on the way: whatever the mode, it is the same request.
 */
export function readIn(mode: CompatibilityName, request: string): string {
  const refusal = refusalIn(mode, request);
  if (refusal === undefined) {
    const printed = serviceOf(mode).parse(Post, request).toString();
    expect(serviceOf(mode).parse(Post, printed).toString()).toBe(printed);
    return decodeURIComponent(printed);
  }
  return refusal.issues.map(({ code, path }) => `${code} at ${path}`).join(', ');
}

export function refusalIn(mode: CompatibilityName, request: string): FilterException | undefined {
  try {
    serviceOf(mode).parse(Post, request);
    return undefined;
  } catch (error) {
    if (error instanceof FilterException) return error;
    throw error;
  }
}
