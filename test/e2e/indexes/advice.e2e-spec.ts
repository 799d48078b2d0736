import { type IndexAdvice, FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { Article, catalogue } from '../adaptive/model.js';
import { Review, products } from './products.js';
it.each(engines)('tries on %s', async (engine) => {
  const entity = products[engine]();
  const database = await openDatabase(engine, { entities: [entity, Review, ...catalogue] });
  const filters = FilterService.forDataSource(database.source, { context: undefined });
  const runner = database.source.createQueryRunner();
  const advice = await filters.indexes();
  console.log(JSON.stringify(advice, null, 1));
  for (const { ddl } of advice.missing) for (const statement of ddl) await runner.query(statement);
  console.log(JSON.stringify(await filters.indexes(), null, 1));
  await runner.release();
  await database.close();
});
