import { Controller, Get, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule, FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';

@Entity()
@Filterable({ fields: ['id', 'title', 'views'] })
class Post {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() views!: number;
}

@Controller('posts')
class PostsController {
  constructor(
    @InjectRepository(Post) private readonly posts: Repository<Post>,
    @Inject(FilterService) private readonly filters: FilterService,
  ) {}

  @Get()
  list(@FilterQuery(Post) query: FilterQuery<Post>) {
    console.log(query);
    return this.filters.page(this.posts, query);
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', synchronize: true, entities: [Post] }),
    TypeOrmModule.forFeature([Post]),
    FilterModule.forRoot({ logUnindexed: true }),
  ],
  controllers: [PostsController],
})
class NightModule {}

/** Asks a list once. */
export async function night(): Promise<void> {
  const app = await NestFactory.create(NightModule, { logger: ['warn'] });
  await app.listen(0, '127.0.0.1');
  const answer = await fetch(`${await app.getUrl()}/posts?filters[title][$contains]=a&sort=views:desc`);
  if (!answer.ok) throw new Error(await answer.text());
  await app.close();
}
