import { engines, openDatabase } from '../support/databases.js';

describe.each(engines)('the engine %s', (engine) => {
  it('answers a statement', async () => {
    const { source, close } = await openDatabase(engine, { entities: [] });
    const rows: unknown = await source.query('SELECT 1 AS one');
    await close();
    expect(Number((rows as { one: unknown }[])[0]?.one)).toBe(1);
  });
});
