import type { NamedStatements } from '../../../lib/dialects/index.js';
import { StatementNames } from '../../../lib/statements/names.js';
import type { Connection } from '../../../lib/typeorm/index.js';

const facts: NamedStatements = { errors: new Set(['stale', 'lost']) };

/** A server that executes statements, and keeps those that have a name. */
class Server {
  /** The codes of the errors of the next executions by a name, and of those without. */
  readonly fails = { named: [] as string[], without: [] as string[] };
  readonly reports: string[] = [];
  readonly names = new StatementNames(facts, (message) => this.reports.push(message));

  /** Makes a connection, which tells the name of each statement that it executes, or '-'. */
  connect(isInTransaction = false): { connection: Connection; sent: string[] } {
    const sent: string[] = [];
    const execute = (name?: string): readonly unknown[] => {
      sent.push(name ?? '-');
      const code = (name === undefined ? this.fails.without : this.fails.named).shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return [];
    };
    const send = <Row>(_: string, _values: readonly unknown[], name?: string) =>
      Promise.resolve().then(() => execute(name) as Row[]);
    return { connection: { isInTransaction, send }, sent };
  }

  async send(connection: Connection, times = 1, text = 'SELECT 1'): Promise<string[]> {
    const outcomes: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const rows = this.names.send(connection, text, []);
      outcomes.push(
        await rows.then(
          () => 'rows',
          (error: unknown) => (error as Error).message,
        ),
      );
    }
    return outcomes;
  }
}

const none = ['-', '-', '-', '-', '-'];

it('a text has a name from its sixth execution on, which is a digest of it', async () => {
  const server = new Server();
  const { connection, sent } = server.connect();
  await server.send(connection, 7);
  // SHA-256 of `SELECT 1`
  const name = 'nf_e004ebd5b5532a4b85984a62f8ad48a81aa3460c';
  expect(sent).toEqual([...none, name, name]);
  expect(name.length).toBeLessThanOrEqual(60);
});

it('each text has a name of its own, and its own executions are counted', async () => {
  const server = new Server();
  const { connection, sent } = server.connect();
  for (const text of ['one', 'other', 'one', 'other']) await server.send(connection, 3, text);
  expect(sent.slice(0, 8)).toEqual([...none, '-', '-', '-']);
  expect(new Set(sent).size).toBe(3);
});

it('executions on all connections are counted together', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  await server.send(one.connection, 5);
  await server.send(other.connection, 1);
  expect(other.sent).not.toContain('-');
});

it('one that fails does not count', async () => {
  const server = new Server();
  const { connection, sent } = server.connect();
  server.fails.without.push('22012', '22012');
  expect(await server.send(connection, 3)).toEqual(['22012', '22012', 'rows']);
  await server.send(connection, 5);
  expect(sent.filter((name) => name !== '-')).toHaveLength(1);
});

it('a data source has fifty names', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  for (let text = 1; text <= 51; text += 1) await server.send(one.connection, 7, `SELECT ${text}`);
  expect(new Set(one.sent).size).toBe(51);
  expect(one.sent.slice(-2)).toEqual(['-', '-']);
  await server.send(other.connection, 7, 'SELECT 51');
  expect(new Set(other.sent)).toEqual(new Set(['-']));
  await server.send(other.connection, 1, 'SELECT 1');
  expect(other.sent.at(-1)).toBe(one.sent[6]);
});

/** An error of an execution by a name: what the caller gets, what is sent then, and by which name the next one goes. */
const errors: readonly (readonly [
  code: string,
  isInTransaction: boolean,
  outcome: string,
  sent: readonly string[],
  next: string,
])[] = [
  ['stale', false, 'rows', ['name', '-'], '-'],
  ['stale', true, 'stale', ['name'], '-'],
  ['lost', false, 'rows', ['name', '-'], '-'],
  ['lost', true, 'lost', ['name'], '-'],
  ['22012', false, '22012', ['name'], 'name'],
  ['aborted', true, 'aborted', ['name'], 'name'],
];

it.each(errors)('after %s, in a transaction: %s', async (code, isInTransaction, outcome, expected, next) => {
  const server = new Server();
  const { connection, sent } = server.connect(isInTransaction);
  await server.send(connection, 7);
  const name = sent.at(-1) ?? '';
  const told = () => sent.splice(0).map((each) => each.replace(name, 'name'));
  told();
  server.fails.named.push(code);
  expect(await server.send(connection)).toEqual([outcome]);
  expect(told()).toEqual(expected);
  await server.send(connection);
  expect(told()).toEqual([next]);
  expect(server.reports).toHaveLength(next === '-' ? 1 : 0);
});

it('in a transaction that TypeORM does not know of, the first error is told', async () => {
  const server = new Server();
  const { connection } = server.connect();
  await server.send(connection, 7);
  server.fails.named.push('stale');
  server.fails.without.push('aborted');
  expect(await server.send(connection)).toEqual(['stale']);
});

it('a name that two connections find refused ends all names, and is reported once', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  await server.send(one.connection, 7);
  await server.send(one.connection, 7, 'other');
  // Both are on their way when the first error comes.
  server.fails.named.push('lost', 'lost');
  await Promise.all([server.send(one.connection), server.send(other.connection)]);
  expect(server.reports).toEqual([expect.stringMatching(/refused a statement by its name \(lost\)/)]);
  one.sent.length = 0;
  await server.send(one.connection, 7, 'other');
  await server.send(one.connection, 7, 'a third one');
  expect(new Set(one.sent)).toEqual(new Set(['-']));
});
