import type { INestApplication } from '@nestjs/common';

/** Applies the settings that `main.ts` and the tests share. */
export function setUp<App extends INestApplication>(app: App): App {
  app.setGlobalPrefix('api', { exclude: ['/'] });
  return app;
}
