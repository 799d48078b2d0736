import { engines, openDatabase } from '../support/databases.js';

describe.each(engines)('the engine %s', (engine) => {
  it('answers a statement', async () => {
    const database = await openDatabase(engine, { entities: [] });
    const rows: unknown = await database.source.query('SELECT 1 AS one');
    await database.close();
    expect(Number((rows as { one: unknown }[])[0]?.one)).toBe(1);
  });
});
