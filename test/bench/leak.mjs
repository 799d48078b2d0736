/**
 * 100,000 requests in one process: read, applied, and made into SQL, no two alike, some of them refused. After the
 * first half everything is compiled and warm; from then on the heap after collection must not grow by more than the
 * bound, which is five bytes a request.
 */
import process from 'node:process';
import * as typeorm from 'typeorm';
import { FilterException, FilterService } from 'nestjs-filterable';
import { Post, entitySchemas } from './model/entities.mjs';
import './model/filterable.mjs';

const requests = Number(process.argv[2] ?? 100_000);
const checks = 10;
const boundBytes = (requests / 2) * 5;

if (globalThis.gc === undefined) throw new Error('start it with --expose-gc');

const source = await new typeorm.DataSource({
  type: 'better-sqlite3',
  database: ':memory:',
  entities: entitySchemas(typeorm, 'sqlite'),
}).initialize();
const filters = FilterService.forDataSource(source);
const posts = source.getRepository(Post);

/** The number of shapes that come again and again, so that each is learned, and pushes others out. */
const shapes = 10_000;
const operators = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn'];

/** A request of one of these shapes, twice in a row. */
function shapeOf(n) {
  const number = Math.floor(n / kinds.length) % shapes;
  const digits = number.toString(operators.length).padStart(5, '0');
  return [...digits].map((digit, place) => `filters[$and][${place}][id][${operators[digit]}]=${n}`).join('&');
}

/**
 * The kinds of requests that a cache could grow with: new values, new names, new operators, new shapes, new cursors.
 */
const kinds = [
  (n) =>
    `filters[title][$contains]=text ${n}&filters[views][$gte]=${n}&sort=publishedAt:desc&pagination[page]=${(n % 50) + 1}`,
  (n) =>
    `filters[author][name]=Author ${n}&filters[tags][name][$in][0]=tag ${n}&filters[tags][name][$in][1]=tag ${n + 1}`,
  (n) => `filters[$or][0][comments][score][$gte]=${n}&filters[$or][1][author][country][code]=c${n}`,
  (n) => `filters[id][$in]=${Array.from({ length: (n % 60) + 1 }, (_, index) => index).join('&filters[id][$in]=')}`,
  shapeOf,
  shapeOf,
  (n) => `filters[unknown${n}][$eq]=1`,
  (n) => `filters[title][$operator${n}]=1&sort=name${n}`,
  (n) =>
    `sort=author.name:${n % 2 === 0 ? 'asc' : 'desc'}&pagination[start]=${n % 1_000}&pagination[limit]=${(n % 99) + 1}`,
];

function request(n) {
  try {
    const query = filters.parse(Post, kinds[n % kinds.length](n));
    filters.apply(posts.createQueryBuilder('post'), query).getQuery();
    return query.toString().length;
  } catch (error) {
    if (error instanceof FilterException) return 0;
    throw error;
  }
}

function heapAfterCollection() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const heaps = [];
for (let n = 1; n <= requests; n += 1) {
  request(n);
  if (n % (requests / checks) === 0) heaps.push(heapAfterCollection());
}
await source.destroy();

const growth = (heaps.at(-1) ?? 0) - (heaps[checks / 2 - 1] ?? 0);
const kilobytes = (bytes) => `${Math.round(bytes / 1_024).toLocaleString('en')} KiB`;
console.log(`heap after each tenth of ${requests.toLocaleString('en')} requests: ${heaps.map(kilobytes).join(', ')}`);
process.send?.({ requests, middle: heaps[checks / 2 - 1], end: heaps.at(-1) });
console.log(`growth in the second half: ${kilobytes(growth)}; bound: ${kilobytes(boundBytes)}`);
if (growth > boundBytes) {
  console.error('The heap grows with the requests.');
  process.exitCode = 1;
}
