import type { INestApplication } from '@nestjs/common';
import { serveDocs } from './docs.js';

/** Applies the settings that `main.ts` and the tests share. */
export function setUp<App extends INestApplication>(app: App): App {
  app.setGlobalPrefix('api', { exclude: ['/'] });
  serveDocs(app);
  return app;
}
