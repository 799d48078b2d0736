import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { serveDocs } from './docs.js';
import { contentSecurityPolicy, serveAssets } from './home/page.js';

/** Options of the application: the form of an HTTP QUERY is read from its own text. */
export const applicationOptions = { rawBody: true } as const;

/** Applies the settings that `main.ts` and the tests share. */
export function setUp<App extends NestExpressApplication>(app: App): App {
  // The headers that keep a browser safe; helmet also takes `X-Powered-By` away.
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy } }));
  app.setGlobalPrefix('api', { exclude: ['/'] });
  serveDocs(app);
  serveAssets(app);
  return app;
}
