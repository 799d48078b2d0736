import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { AppModule } from '../../sample-app/src/app.module.js';
import { applicationOptions, setUp } from '../../sample-app/src/set-up.js';

/** The sample application as a client sees it, on its embedded database. */
export interface Guide {
  readonly app: INestApplication;
  readonly source: DataSource;
  /** Asks with a URL as the documentation writes it. */
  get(url: string): Promise<{ readonly status: number; readonly body: GuideAnswer }>;
}

export interface GuideAnswer {
  readonly data: readonly { readonly id: number; readonly name: string }[];
  readonly meta: unknown;
  readonly issues: readonly Record<'code' | 'message' | 'path' | 'pointer', string>[];
}

/** @param environment what the application is told beside what the process is */
export async function openGuide(environment: Readonly<Record<string, string>> = {}): Promise<Guide> {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .compile()
    .finally(() => {
      process.env = before;
    });
  const app = setUp(module.createNestApplication<NestExpressApplication>({ ...applicationOptions, logger: false }));
  await app.init();
  const server = app.getHttpServer() as Parameters<typeof request>[0];
  return {
    app,
    source: app.get(DataSource),
    get: async (url) => {
      const { status, body } = await request(server).get(url.replaceAll('[', '%5B').replaceAll(']', '%5D'));
      return { status, body: body as GuideAnswer };
    },
  };
}
