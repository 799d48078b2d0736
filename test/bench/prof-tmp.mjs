import { FilterService } from 'nestjs-filterable';
import * as typeorm from 'typeorm';
import { spyOn } from './contenders/index.mjs';
import { Post, entitySchemas } from './model/entities.mjs';
import { limits } from './model/filterable.mjs';
import { openDatabase } from './model/databases.mjs';
import { Session } from 'node:inspector/promises';
const database = await openDatabase('sqlite', 5000, { keep: true });
const { engine, source } = database;
const spy = spyOn(source);
const entities = entitySchemas(typeorm, engine);
for (const { options: schema } of entities) if (schema.name === 'Post') schema.relations.author.eager = true;
const eager = await new typeorm.DataSource({ ...source.options, entities, synchronize: false }).initialize();
const filters = FilterService.forDataSource(eager, { limits });
let v = 0;
const run = (rows) => { v = (v + 1) % 50; return filters.page(rows(), filters.parse(Post, `filters[views][$gte]=${v}&filters[title][$containsi]=spring&sort=views&pagination[pageSize]=20`)); };
const repo = () => eager.getRepository(Post);
const join = () => eager.getRepository(Post).createQueryBuilder('post').leftJoinAndSelect('post.author', 'author');
for (const [name, rows] of [['join', join], ['repo', repo]]) {
  for (let i = 0; i < 20; i++) await run(rows);
  const { answers, statements } = await spy.record(() => run(rows));
  console.log(name, statements.map((s) => s.text.slice(0, 300)));
  spy.replay(answers);
  for (let i = 0; i < 2000; i++) await run(rows);
  const session = new Session(); session.connect();
  await session.post('Profiler.enable'); await session.post('Profiler.setSamplingInterval', { interval: 200 }); await session.post('Profiler.start');
  const t = process.cpuUsage();
  for (let i = 0; i < 3000; i++) await run(rows);
  const u = process.cpuUsage(t);
  const { profile } = await session.post('Profiler.stop');
  console.log(name, (u.user / 3000).toFixed(1), 'us');
  const self = new Map(); const total = profile.samples.length;
  const byId = new Map(profile.nodes.map((n) => [n.id, n]));
  for (const id of profile.samples) { const { callFrame: f } = byId.get(id); const k = `${f.functionName} ${f.url.split('/').slice(-2).join('/')}:${f.lineNumber}`; self.set(k, (self.get(k) ?? 0) + 1); }
  console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 22).map(([k, n]) => `${(100 * n / total).toFixed(1)} ${k}`).join('\n'));
  spy.mode = 'live';
}
await eager.destroy(); await database.close();
