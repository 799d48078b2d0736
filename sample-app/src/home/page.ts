import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';

/** The folder that `npm run page` builds the page into. */
const folder = path.resolve('sample-app/web/dist');

/** Returns the page, or undefined where it has not been built. */
export function builtPage(): string | undefined {
  try {
    return readFileSync(path.join(folder, 'index.html'), 'utf8');
  } catch {
    return undefined;
  }
}

/** What the page may load: its own files and answers, and nothing from elsewhere. */
export const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * Serves the files of the page. Their names contain a hash of what is in them, so that browsers may keep them for good.
 */
export function serveAssets(app: NestExpressApplication): void {
  app.useStaticAssets(path.join(folder, 'assets'), {
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '1y',
  });
}
