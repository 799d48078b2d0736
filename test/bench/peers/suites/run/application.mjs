/** An application of this library with one controller, and what it answers. */
import { require } from './checkout.mjs';

const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { FilterModule } = require('nestjs-filterable');
const { DataSource } = require('typeorm');

/**
 * @param Lists the controller
 * @param options those of the module
 * @returns the application, which listens on a free port of this machine
 */
export async function start(Lists, { options, source }) {
  class AppModule {}
  Module({
    imports: [FilterModule.forRoot(options)],
    controllers: [Lists],
    providers: [{ provide: DataSource, useValue: source }],
  })(AppModule);
  const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
  return app;
}

/** @returns the status and the text of the answer, in which the address of the application is `host` */
export async function ask(app, { path, request, headers = {} }) {
  const host = `127.0.0.1:${app.getHttpServer().address().port}`;
  const response = await fetch(`http://${host}/${path}${request === '' ? '' : `?${request}`}`, { headers });
  return { status: response.status, text: (await response.text()).replaceAll(host, 'host') };
}
