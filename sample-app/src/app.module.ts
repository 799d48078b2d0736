import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule } from 'nestjs-filterable';
import { ChefsModule } from './chefs/chefs.module.js';
import { CitiesModule } from './cities/cities.module.js';
import { databaseOptions } from './database.js';
import { DishesModule } from './dishes/dishes.module.js';
import { filterOptions } from './filters.js';
import { HomeController } from './home/home.controller.js';
import { RestaurantsModule } from './restaurants/restaurants.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { SeedModule } from './seed/seed.module.js';
import { TagsModule } from './tags/tags.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({ useFactory: () => databaseOptions(process.env.DATABASE_URL) }),
    FilterModule.forRootAsync({ useFactory: () => filterOptions(process.env.COMPATIBILITY) }),
    ChefsModule,
    CitiesModule,
    DishesModule,
    RestaurantsModule,
    ReviewsModule,
    SeedModule,
    TagsModule,
    UsersModule,
  ],
  controllers: [HomeController],
})
export class AppModule {}
