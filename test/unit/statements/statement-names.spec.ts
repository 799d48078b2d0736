import type { NamedStatements } from '../../../lib/dialects/index.js';
import { StatementNames } from '../../../lib/statements/names/statement-names.js';
import type { Connection, DriverStatement } from '../../../lib/typeorm/index.js';

const facts: NamedStatements = {
  release: (name) => `release ${name}`,
  stale: new Set(['stale']),
  lost: new Set(['lost']),
  aborted: 'aborted',
};

/** A server that executes statements, and keeps those that have a name. */
class Server {
  /** The codes of the errors of the next executions by a name, and of those without. */
  readonly fails = { named: [] as string[], without: [] as string[] };
  readonly reports: string[] = [];
  /** True where no name can be released. */
  keepsNames = false;
  readonly names = new StatementNames(facts);

  /** Makes a connection, which tells the name of each statement that it executes, or '-'. */
  connect(isInTransaction = false): { connection: Connection; sent: string[] } {
    const sent: string[] = [];
    const execute = (text: string, name?: string): readonly unknown[] => {
      if (text.startsWith('release ')) return this.release(sent, text);
      sent.push(name ?? '-');
      const code = (name === undefined ? this.fails.without : this.fails.named).shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return [];
    };
    const send = <Row>({ text }: DriverStatement, name?: string) =>
      Promise.resolve().then(() => execute(text, name) as Row[]);
    return { connection: { client: {}, isInTransaction, send }, sent };
  }

  private release(sent: string[], text: string): readonly unknown[] {
    sent.push(text);
    if (this.keepsNames) throw new Error('the pool has given it another name');
    return [];
  }

  async send(connection: Connection, times = 1, text = 'SELECT 1'): Promise<string[]> {
    const outcomes: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const sender = this.names.reportingTo((message) => this.reports.push(message));
      const rows = sender.send(connection, { text, values: [] });
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

it('a connection has fifty names, and another one has others', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  for (let text = 1; text <= 51; text += 1) await server.send(one.connection, 7, `SELECT ${text}`);
  expect(new Set(one.sent).size).toBe(51);
  expect(one.sent.slice(-2)).toEqual(['-', '-']);
  await server.send(other.connection, 1, 'SELECT 51');
  expect(other.sent).not.toContain('-');
  await server.send(one.connection, 1, 'SELECT 1');
  expect(one.sent.at(-1)).toBe(one.sent[6]);
});

it('a connection without a client of its own takes no names', async () => {
  const server = new Server();
  const { connection, sent } = server.connect();
  await server.send({ ...connection, client: undefined }, 8);
  expect(new Set(sent)).toEqual(new Set(['-']));
});

/** An error of an execution by a name: what the caller gets, what is sent then, and by which name the next one goes. */
const errors: readonly (readonly [
  code: string,
  isInTransaction: boolean,
  outcome: string,
  sent: readonly string[],
  next: string,
])[] = [
  ['stale', false, 'rows', ['name', '-', 'release name'], 'name_1'],
  ['stale', true, 'stale', ['name'], 'name_1'],
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
  expect(server.reports).toHaveLength(code === 'lost' ? 1 : 0);
});

it('in a transaction that TypeORM does not know of, the first error is told', async () => {
  const server = new Server();
  const { connection } = server.connect();
  await server.send(connection, 7);
  server.fails.named.push('stale');
  server.fails.without.push('aborted');
  expect(await server.send(connection)).toEqual(['stale']);
});

it('an error that has another reason is told where it comes the second time', async () => {
  const server = new Server();
  const { connection } = server.connect();
  await server.send(connection, 7);
  server.fails.named.push('stale');
  server.fails.without.push('57014');
  expect(await server.send(connection)).toEqual(['57014']);
});

it('a name that two connections find stale is changed once', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  await server.send(one.connection, 7);
  // Both are on their way when the first error comes.
  server.fails.named.push('stale', 'stale');
  await Promise.all([server.send(one.connection), server.send(other.connection)]);
  await server.send(one.connection);
  expect(one.sent.at(-1)).toMatch(/_1$/);
});

it('after the second refusal a text has no name, on any connection', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  await server.send(one.connection, 6);
  const name = one.sent.at(-1) ?? '';
  one.sent.length = 0;
  server.fails.named.push('stale', 'stale');
  expect(await server.send(one.connection, 4)).toEqual(['rows', 'rows', 'rows', 'rows']);
  expect(one.sent).toEqual([name, '-', `release ${name}`, `${name}_1`, '-', `release ${name}_1`, '-', '-']);
  await server.send(other.connection, 8);
  expect(new Set(other.sent)).toEqual(new Set(['-']));
  expect(server.reports).toEqual([]);
});

/** Whether a name that was refused is released, and where. */
const refusals: readonly (readonly [name: string, inTransaction: boolean, keepsNames: boolean, outcome: string])[] = [
  ['outside of transactions', false, false, 'rows'],
  ['in transactions, which fail', true, false, 'stale'],
  ['behind a pool that has names of its own', false, true, 'rows'],
];

it.each(refusals)('names that are refused make room for others: %s', async (_, inTransaction, keepsNames, outcome) => {
  const server = new Server();
  server.keepsNames = keepsNames;
  const { connection, sent } = server.connect(inTransaction);
  for (let text = 1; text <= 60; text += 1) {
    await server.send(connection, 5, `SELECT ${text}`);
    server.fails.named.push('stale', 'stale');
    expect(await server.send(connection, 3, `SELECT ${text}`)).toEqual([outcome, outcome, 'rows']);
  }
  await server.send(connection, 6, 'SELECT 61');
  expect(sent.at(-1)).toMatch(/^nf_/);
});

it('a name that was given up is not sent again, not even by a text that was forgotten meanwhile', async () => {
  const server = new Server();
  const { connection, sent } = server.connect();
  await server.send(connection, 5);
  server.fails.named.push('stale');
  await server.send(connection, 1);
  // Two rounds, because a full cache takes a text in at its second appearance.
  for (let round = 0; round < 2; round += 1) {
    for (let text = 2; text <= 600; text += 1) await server.send(connection, 1, `SELECT ${text}`);
  }
  sent.length = 0;
  await server.send(connection, 9);
  expect(new Set(sent)).toEqual(new Set(['-']));
});

it('a server without names is told of once', async () => {
  const server = new Server();
  const [one, other] = [server.connect(), server.connect()];
  await server.send(one.connection, 7);
  server.fails.named.push('lost', 'lost');
  await Promise.all([server.send(one.connection), server.send(other.connection)]);
  expect(server.reports).toHaveLength(1);
  expect(server.reports[0]).toMatch(/has not kept the prepared statements of a connection \(lost\)/);
});
