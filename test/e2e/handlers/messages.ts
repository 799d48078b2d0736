import { type LoggerService, type ModuleMetadata, type Type } from '@nestjs/common';
import { type ClientProxy, ClientProxyFactory, Transport } from '@nestjs/microservices';
import { WsAdapter } from '@nestjs/platform-ws';
import { Test } from '@nestjs/testing';
import { FilterModule, type FilterModuleOptions } from 'nestjs-filterable';
import { type AddressInfo, type Server, connect } from 'node:net';
import { catchError, lastValueFrom, of } from 'rxjs';
import { DataSource } from 'typeorm';
import WebSocket from 'ws';
import { blogEntities } from '../../support/blog/entities.js';

/** The response of a handler, or the refusal. */
export type Sent = { readonly answer: unknown } | { readonly refusal: unknown };

/** An application that takes messages, and a client of it. */
export interface MessageApp {
  readonly send: (payload?: unknown) => Promise<Sent>;
  readonly close: () => Promise<void>;
}

const silence: LoggerService = { log: () => {}, warn: () => {}, error: () => {} };

/** Parts of a module other than its handlers. */
export interface MessageModule {
  readonly entities?: Type[];
  readonly providers?: Type[];
  /** Makes the payload of what a WebSocket receives, in place of Nest's parser of JSON. */
  readonly payload?: (received: unknown) => unknown;
}

async function moduleOf(
  handlers: Pick<ModuleMetadata, 'controllers' | 'providers'>,
  options: FilterModuleOptions,
  { entities = blogEntities, providers = [] }: MessageModule,
) {
  const source = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities,
    synchronize: true,
  });
  await source.initialize();
  const metadata: ModuleMetadata = {
    imports: [FilterModule.forRoot(options)],
    controllers: handlers.controllers ?? [],
    providers: [{ provide: DataSource, useValue: source }, ...providers, ...(handlers.providers ?? [])],
  };
  return { module: await Test.createTestingModule(metadata).setLogger(silence).compile(), source };
}

/** A client of the TCP transport, which sends the pattern `list`. */
export async function rpcClient(
  port: number,
): Promise<{ readonly send: MessageApp['send']; readonly close: () => void }> {
  const client: ClientProxy = ClientProxyFactory.create({
    transport: Transport.TCP,
    options: { host: '127.0.0.1', port },
  });
  await client.connect();
  const send = (payload?: unknown) =>
    lastValueFrom(client.send<unknown>('list', payload).pipe(catchError((refusal) => of(new Refused(refusal)))));
  return {
    send: async (payload) => {
      if (payload === undefined || payload === null) return sendBare(port, payload);
      const answer = await send(payload);
      return answer instanceof Refused ? { refusal: answer.refusal } : { answer };
    },
    close: () => void client.close(),
  };
}

/** Sends what Nest's own client refuses to, and others need not: no payload. */
function sendBare(port: number, data: unknown): Promise<Sent> {
  const message = JSON.stringify({ pattern: 'list', data, id: '1' });
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${message.length}#${message}`));
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      const [, text = ''] = /^\d+#(.*)$/s.exec(chunk.toString()) ?? [];
      const { err, response } = JSON.parse(text) as { readonly err?: unknown; readonly response?: unknown };
      socket.destroy();
      resolve(err === undefined ? { answer: response } : { refusal: err });
    });
  });
}

class Refused {
  constructor(readonly refusal: unknown) {}
}

export function portOf(server: unknown): number {
  return ((server as Server).address() as AddressInfo).port;
}

async function openRpc(controller: Type, options: FilterModuleOptions, more: MessageModule): Promise<MessageApp> {
  const { module, source } = await moduleOf({ controllers: [controller] }, options, more);
  const app = module.createNestMicroservice({
    transport: Transport.TCP,
    options: { host: '127.0.0.1', port: 0 },
    logger: false,
  });
  await app.listen();
  const client = await rpcClient(portOf(app.unwrap()));
  const close = async () => {
    client.close();
    await app.close();
    await source.destroy();
  };
  return { send: client.send, close };
}

async function openWs(gateway: Type, options: FilterModuleOptions, more: MessageModule): Promise<MessageApp> {
  const { module, source } = await moduleOf({ providers: [gateway] }, options, more);
  const app = module.createNestApplication({ logger: false });
  const { payload } = more;
  const adapter = new WsAdapter(app);
  if (payload !== undefined) adapter.setMessageParser((received) => ({ event: 'list', data: payload(received) }));
  app.useWebSocketAdapter(adapter);
  await app.listen(0, '127.0.0.1');
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(app.getHttpServer())}`);
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const close = async () => {
    socket.terminate();
    await app.close();
    await source.destroy();
  };
  return { send: (payload) => sendTo(socket, payload), close };
}

function sendTo(socket: WebSocket, data: unknown): Promise<Sent> {
  return new Promise((resolve) => {
    socket.once('message', (text: Buffer) => {
      const message = JSON.parse(text.toString()) as { event: string; data: unknown };
      resolve(message.event === 'exception' ? { refusal: message.data } : { answer: message.data });
    });
    socket.send(JSON.stringify({ event: 'list', data }));
  });
}

export const openers: Readonly<
  Record<'rpc' | 'ws', (handlers: Type, options: FilterModuleOptions, more: MessageModule) => Promise<MessageApp>>
> = { rpc: openRpc, ws: openWs };
