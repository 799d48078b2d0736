import type { NestExpressApplication } from '@nestjs/platform-express';
import { serveDocs } from './docs.js';
import { serveAssets } from './home/page.js';

/** Applies the settings that `main.ts` and the tests share. */
export function setUp<App extends NestExpressApplication>(app: App): App {
  app.setGlobalPrefix('api', { exclude: ['/'] });
  serveDocs(app);
  serveAssets(app);
  return app;
}
