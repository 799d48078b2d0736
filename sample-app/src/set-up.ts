import type { INestApplication } from '@nestjs/common';

/** What `main.ts` and the tests do alike to the application before it listens. */
export function setUp<App extends INestApplication>(app: App): App {
  app.setGlobalPrefix('api', { exclude: ['/'] });
  return app;
}
