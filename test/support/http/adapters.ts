import type { ModuleMetadata } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { HttpClient } from './client.js';

export type AdapterName = 'express' | 'fastify';
export const adapters: readonly AdapterName[] = ['express', 'fastify'];

/** Changes that a test makes to an application before it starts. */
export interface AppOptions {
  /** Called before `init()`: prefixes, versions, pipes. */
  readonly prepare?: (app: INestApplication) => void;
  /** Keeps the bytes of a body, as the factory's option of that name does. */
  readonly rawBody?: boolean;
  /** In place of the plain adapter, for its own options. */
  readonly express?: (app: NestExpressApplication) => void;
  readonly fastify?: () => FastifyAdapter;
}

/** An application that listens, and a client of it. */
export interface TestApp {
  readonly adapter: AdapterName;
  readonly app: INestApplication;
  readonly client: HttpClient;
  close(): Promise<void>;
}

/** Starts an application on an adapter, on a port of its own. */
export async function openApp(
  adapter: AdapterName,
  metadata: ModuleMetadata,
  options: AppOptions = {},
): Promise<TestApp> {
  const app = await starters[adapter](metadata, options);
  await app.listen(0, '127.0.0.1');
  const client = new HttpClient(app.getHttpServer());
  const close = async () => {
    client.close();
    await app.close();
  };
  return { adapter, app, client, close };
}

const starters: Readonly<
  Record<AdapterName, (metadata: ModuleMetadata, options: AppOptions) => Promise<INestApplication>>
> = {
  express: async (metadata, { prepare, express, rawBody = false }) => {
    const module = await Test.createTestingModule(metadata).compile();
    const app = module.createNestApplication<NestExpressApplication>(new ExpressAdapter(), { logger: false, rawBody });
    prepare?.(app);
    express?.(app);
    return app.init();
  },
  fastify: async (metadata, { prepare, fastify, rawBody = false }) => {
    const module = await Test.createTestingModule(metadata).compile();
    const app = module.createNestApplication<NestFastifyApplication>(fastify?.() ?? new FastifyAdapter(), {
      logger: false,
      rawBody,
    });
    prepare?.(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  },
};

/** The application of a suite, which exists from `beforeAll` on. */
export type SuiteApp = Pick<TestApp, 'app' | 'client'>;

/** Opens an application for the tests around, and closes it behind them. */
export function useApp(
  metadata: () => ModuleMetadata | Promise<ModuleMetadata>,
  options: AppOptions & { readonly adapter?: AdapterName } = {},
): SuiteApp {
  let opened: TestApp | undefined;
  beforeAll(async () => {
    opened = await openApp(options.adapter ?? 'express', await metadata(), options);
  });
  afterAll(() => opened?.close());
  const existing = () => {
    if (opened === undefined) throw new Error('the application is opened in beforeAll');
    return opened;
  };
  return {
    get app() {
      return existing().app;
    },
    get client() {
      return existing().client;
    },
  };
}

/** Opens an application for one test, and closes it whatever becomes of the test. */
export async function withApp<Result>(
  adapter: AdapterName,
  [metadata, options]: readonly [metadata: ModuleMetadata | Promise<ModuleMetadata>, options?: AppOptions],
  test: (app: TestApp) => Promise<Result>,
): Promise<Result> {
  const app = await openApp(adapter, await metadata, options);
  try {
    return await test(app);
  } finally {
    await app.close();
  }
}
