import { Controller, Get, Injectable, Module, Query, UsePipes, ValidationPipe } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsInt, IsOptional } from 'class-validator';
import { DataSource, Repository } from 'typeorm';
import { FilterModule, FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { ApiFilters } from 'nestjs-filterable/openapi';
import { Book, entities } from './library.entities.js';

@Injectable()
class BooksRepository extends Repository<Book> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Book, source.createEntityManager());
  }

  page(query: FilterQuery<Book>): Promise<Page<Book>> {
    const builder = this.createQueryBuilder('book').leftJoinAndSelect('book.reviews', 'review');
    return this.filters.page(builder.leftJoinAndSelect('book.author', 'author'), query);
  }

  chosen(query: FilterQuery<Book, Partial<Book>>): Promise<Page<Partial<Book>>> {
    return this.filters.page(this.createQueryBuilder('book').leftJoinAndSelect('book.reviews', 'review'), query);
  }

  async every(query: FilterQuery<Book>): Promise<number[]> {
    const ids: number[] = [];
    for await (const { id } of this.filters.each(this, query, { chunk: 2 })) ids.push(id);
    return ids;
  }

  /** As a handler that builds on what is applied: a condition with OR before it, a join, and a slice of its own. */
  firstTwo(query: FilterQuery<Book>): Promise<Book[]> {
    const builder = this.createQueryBuilder('book').leftJoinAndSelect('book.shelves', 'shelf');
    builder.where('book.id < :most OR book.id = :least', { most: 5, least: 1 }).take(2);
    return this.filters.apply(builder, query).getMany();
  }

  wellLoved(): Promise<Book[]> {
    return this.filters.filter(this, { filters: { reviews: { $count: { $gte: 2 } } }, sort: 'title' }).getMany();
  }

  countAbove(query: FilterQuery<Book>, price: number): Promise<number> {
    return this.filters.count(this, this.filters.and(query, { price: { $gt: price } }));
  }
}

class ListBooks {
  @Filters(Book) filters!: FilterQuery<Book>;
  @IsOptional() @IsInt() @Type(() => Number) shop?: number;
}

@Controller('books')
class BooksController {
  constructor(private readonly books: BooksRepository) {}

  @Get()
  @ApiFilters(Book, {
    page: { relations: ['author', 'reviews'] },
    examples: { 'The engine': { filters: { title: { $contains: 'engine' } }, sort: 'author.name:desc' } },
  })
  list(@FilterQuery(Book) query: FilterQuery<Book>): Promise<Page<Book>> {
    return this.books.page(query);
  }

  @Get('chosen') chosen(
    @FilterQuery(Book, {
      search: ['title', 'author.name'],
      facets: ['author.name', { name: 'weight', type: 'range' }],
      select: true,
    })
    query: FilterQuery<Book, Partial<Book>>,
  ): Promise<Page<Partial<Book>>> {
    return this.books.chosen(query);
  }

  @Get('every') async every(@FilterQuery(Book) query: FilterQuery<Book>): Promise<{ ids: number[] }> {
    return { ids: await this.books.every(query) };
  }

  @Get('first-two') firstTwo(@FilterQuery(Book) query: FilterQuery<Book>): Promise<Book[]> {
    return this.books.firstTwo(query);
  }

  @Get('well-loved') wellLoved(): Promise<Book[]> {
    return this.books.wellLoved();
  }

  @Get('count') async count(@FilterQuery(Book) query: FilterQuery<Book>): Promise<{ count: number }> {
    return { count: await this.books.countAbove(query, 10) };
  }

  @Get('dto')
  @UsePipes(new ValidationPipe({ transform: true }))
  dto(@Query() { filters }: ListBooks): Promise<Page<Book>> {
    return this.books.page(filters);
  }
}

/** Not every TypeORM has every driver, so that no version's types know them all. */
const database = {
  type: process.env['LIBRARY_DRIVER'],
  ...{ database: ':memory:', entities, synchronize: true },
} as TypeOrmModuleOptions;

@Module({
  imports: [TypeOrmModule.forRoot(database), FilterModule.forRoot()],
  controllers: [BooksController],
  providers: [BooksRepository],
})
export class LibraryModule {}
