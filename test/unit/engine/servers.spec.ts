import { FilterConfigurationError, FilterService } from 'nestjs-filterable';
import type { DataSource, QueryRunner } from 'typeorm';
import { FilterEngine, resolveSettings } from '../../../lib/engine/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

/** A server that answers what it is told to, and counts what it was asked and which connections came back. */
class Server {
  readonly asked: string[] = [];
  released = 0;
  failure: Error | undefined;
  mode = 'STRICT_TRANS_TABLES';

  readonly runner = (): QueryRunner =>
    ({
      query: async (sql: string) => {
        this.asked.push(sql.slice(0, 24));
        await Promise.resolve();
        if (this.failure !== undefined) throw this.failure;
        return sql.includes('sql_mode') ? [{ mode: this.mode }] : [];
      },
      release: () => Promise.resolve(void (this.released += 1)),
    }) as unknown as QueryRunner;

  connect(source: DataSource): DataSource {
    return Object.defineProperties(source, {
      isInitialized: { value: true },
      createQueryRunner: { value: this.runner },
    });
  }
}

const questions = ['SELECT @@SESSION.sql_mod'];

describe('what only a server can tell', () => {
  let server: Server;
  let source: DataSource;
  let engine: FilterEngine;

  beforeEach(async () => {
    server = new Server();
    source = server.connect(await describeEntities('mariadb', blogEntities));
    engine = new FilterEngine(resolveSettings({}), () => [source]);
  });

  it('is asked once, however many ask for it at a time, and then costs nothing', async () => {
    await Promise.all([engine.ask(source), engine.ask(source), engine.askServers(false)]);
    expect(server.asked).toEqual(questions);
    expect(server.released).toBe(1);
    await engine.ask(source);
    await engine.askServers(false);
    expect(server.asked).toEqual(questions);
  });

  it('is asked over the connection that the caller has, which stays the caller’s', async () => {
    await engine.ask(source, new Server().runner());
    await engine.ask(source);
    expect(server).toMatchObject({ asked: [], released: 0 });
  });

  it('is asked again where the server could not be reached', async () => {
    server.failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await expect(engine.ask(source)).rejects.toThrow('ECONNREFUSED');
    await expect(engine.ask(source)).rejects.toThrow('ECONNREFUSED');
    expect(server.released).toBe(2);
    server.failure = undefined;
    await engine.ask(source);
    const { length } = server.asked;
    await engine.ask(source);
    expect(server.asked).toHaveLength(length);
  });

  it('is not asked again of a server that is refused', async () => {
    server.mode = 'NO_BACKSLASH_ESCAPES';
    await expect(engine.ask(source)).rejects.toThrow(FilterConfigurationError);
    await expect(engine.ask(source)).rejects.toThrow('The server runs in NO_BACKSLASH_ESCAPES mode');
    expect(server.asked).toEqual(questions);
    expect(server.released).toBe(1);
  });
});

it('a data source that is not initialized cannot be ready, and is left for later at boot', async () => {
  const source = await describeEntities('mariadb', blogEntities);
  await expect(FilterService.forDataSource(source).ready()).rejects.toThrow(
    'ready(): a data source is not initialized; call its initialize() before',
  );
  const engine = new FilterEngine(resolveSettings({}), () => [source]);
  await engine.askServers(true);
  const server = new Server();
  server.connect(source);
  await engine.ask(source);
  expect(server.asked).toEqual(questions);
});

it.each(['sqlite', 'postgres'] as const)('%s has nothing to tell', async (engine) => {
  const server = new Server();
  const source = server.connect(await describeEntities(engine, blogEntities));
  await FilterService.forDataSource(source).ready();
  expect(server).toMatchObject({ asked: [], released: 0 });
  expect(source.hasMetadata(Post)).toBe(true);
});
