import { readFileSync } from 'node:fs';
import { Controller, Get, type INestApplication, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { TypeOrmModule, getRepositoryToken } from '@nestjs/typeorm';
import type { Response } from 'express';
import { FilterModule, FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import request from 'supertest';
import { Column, Entity, PrimaryColumn, type Repository } from 'typeorm';
import { CostLimiter } from './cost-limiter.js';

@Entity()
@Filterable({ fields: ['id', 'name'], facets: ['name'] })
class Book {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

let books: Repository<Book>;

@Controller('books')
class BooksController {
  constructor(
    private readonly filters: FilterService,
    private readonly limiter: CostLimiter,
  ) {}

  @Get()
  async list(@FilterQuery(Book) query: FilterQuery<Book>, @Res({ passthrough: true }) response: Response) {
    await this.limiter.spend('one client', query, response);
    return this.filters.page(books, query);
  }
}

describe('the limiter of docs/limits.md', () => {
  let app: INestApplication;
  const get = (query: string) => request(app.getHttpServer() as Parameters<typeof request>[0]).get(`/books?${query}`);

  beforeEach(async () => {
    const database = { type: 'better-sqlite3', database: ':memory:', synchronize: true } as const;
    const module = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({ ...database, entities: [Book] }),
        TypeOrmModule.forFeature([Book]),
        FilterModule.forRoot(),
      ],
      controllers: [BooksController],
      providers: [CostLimiter],
    }).compile();
    const express = module.createNestApplication<NestExpressApplication>({ logger: false });
    express.set('query parser', 'extended');
    app = express;
    await app.init();
    books = app.get(getRepositoryToken(Book));
    await books.insert({ id: 1, name: 'a' });
  });
  afterEach(() => app.close());

  it('shows the limiter that runs here', () => {
    const code = readFileSync('test/e2e/recipes/cost-limiter.ts', 'utf8');
    expect(readFileSync('docs/limits.md', 'utf8')).toContain(`\`\`\`ts\n${code}\`\`\``);
  });

  it('takes the price of a page and of what the request asks for', async () => {
    const plain = await get('');
    expect(plain.status).toBe(200);
    expect(plain.headers['ratelimit-policy']).toBe('"cost";q=2000;w=60');
    expect(plain.headers.ratelimit).toBe('"cost";r=1996;t=60');
    const dear = await get('filters[name][$contains]=a&facets=name');
    expect(dear.headers.ratelimit).toMatch(/^"cost";r=1887;t=(60|59)$/);
  });

  it('answers 429 where a client has spent all, with the time to wait, and lets nothing through', async () => {
    const dear = Array.from({ length: 4 }, (_, i) => `filters[$or][${i}][name][$contains]=a`).join('&');
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) statuses.push((await get(`${dear}&facets=name`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(statuses.indexOf(429));
    expect(statuses.at(-1)).toBe(429);
    const refused = await get('');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^(60|59)$/);
    expect(refused.headers.ratelimit).toMatch(/^"cost";r=0;t=(60|59)$/);
  });

  it('takes nothing for a request that is refused', async () => {
    expect((await get('filters[nope]=1')).status).toBe(400);
    expect((await get('')).headers.ratelimit).toBe('"cost";r=1996;t=60');
  });
});
