import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule } from 'nestjs-filterable';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { databaseOptions } from './database.js';
import { filterOptions } from './filters.js';
import { HomeController } from './home/home.controller.js';
import { RestaurantsModule } from './restaurants/restaurants.module.js';
import { SeedModule } from './seed/seed.module.js';
import { StatementsModule } from './statements/statements.module.js';

/** The restaurant guide. `sample-app/README.md` says which file shows what. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({ useFactory: () => databaseOptions(process.env.DATABASE_URL) }),
    FilterModule.forRootAsync({ useFactory: () => filterOptions(process.env.COMPATIBILITY) }),
    CatalogueModule,
    RestaurantsModule,
    SeedModule,
    StatementsModule,
  ],
  controllers: [HomeController],
})
export class AppModule {}
