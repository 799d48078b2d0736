import type { Session } from '../../../lib/dialects/index.js';
import { Repertoire } from '../../../lib/dialects/characters.js';
import { mysqlCharsets } from '../../../lib/dialects/mysql-charsets.js';
import { postgresCharsets } from '../../../lib/dialects/postgres-charsets.js';

describe('a repertoire', () => {
  it('has what was added, and its neighbours not', () => {
    const repertoire = new Repertoire();
    repertoire.add(0x61, 0x63);
    repertoire.add(0x10ffff);
    expect([...'`abcd\u{10fffe}\u{10ffff}'].filter((character) => repertoire.holds(character))).toEqual([
      ...'abc\u{10ffff}',
    ]);
    expect(repertoire.holds('')).toBe(true);
    expect(repertoire.holds('abca\u{10ffff}')).toBe(true);
    expect(repertoire.holds('abx')).toBe(false);
  });
});

/** A server that answers by a function, and writes down what happens to its transactions. */
function server(answer: (sql: string, parameters: readonly unknown[]) => unknown) {
  const happened: string[] = [];
  const note = (what: string) => () => Promise.resolve(void happened.push(what));
  const session: Session = {
    query: (sql, parameters = []) => new Promise((resolve) => resolve(answer(sql, parameters))),
    startTransaction: note('start'),
    commitTransaction: note('commit'),
    rollbackTransaction: note('rollback'),
  };
  return { session, happened };
}

describe('what a set of MySQL has', () => {
  const asking = async (convert: (text: string) => unknown) =>
    mysqlCharsets.ask('gbk', server((_, [text]) => convert(String(text))).session);
  const where = (has: RegExp) => (text: string) => [{ held: text.replace(has, '?') }];

  it('is what comes back as itself', async () => {
    const characters = await asking(where(/[^\p{ASCII}é日]/gu));
    expect([...'a?é日'].every((character) => characters?.holds(character))).toBe(true);
    expect([...'è月😀'].some((character) => characters?.holds(character))).toBe(false);
  });

  it.each([
    ['all beyond the first plane', /é/gu, true],
    ['nothing beyond it where not all that is asked about comes back', /é|😀/gu, false],
  ])('has %s', async (_, lacks, has) => {
    const characters = await asking(where(lacks));
    expect(characters?.holds('𝒳')).toBe(has);
    expect(characters?.holds('\uffff')).toBe(true);
    expect(characters?.holds('é')).toBe(false);
  });

  it.each([[[]], [[{ held: null }]], [[{}]], [null], [[{ held: 'abc' }]]])('is not known by %j', async (rows) => {
    expect(await asking(() => rows)).toBeUndefined();
  });
});

describe('what an encoding of PostgreSQL has', () => {
  const answering = (held: string) => server((sql) => (sql.startsWith('SELECT') ? [{ held }] : []));

  it('is ASCII, and what the server names, in a transaction of its own', async () => {
    const { session, happened } = answering('233 8364 ');
    const characters = await postgresCharsets.ask('LATIN9', session);
    expect([...'a\u007fé€'].every((character) => characters?.holds(character))).toBe(true);
    expect([...'\u0080è😀'].some((character) => characters?.holds(character))).toBe(false);
    expect(happened).toEqual(['start', 'commit']);
  });

  it('ends its transaction where the server fails', async () => {
    const { session, happened } = server(() => {
      throw new Error('permission denied for language plpgsql');
    });
    await expect(postgresCharsets.ask('LATIN9', session)).rejects.toThrow('permission denied');
    expect(happened).toEqual(['start', 'rollback']);
  });
});
