import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueController } from './catalogue.controller.js';
import { Chef } from './chef.entity.js';
import { City } from './city.entity.js';
import { Country } from './country.entity.js';
import { Dish } from './dish.entity.js';
import { Review } from './review.entity.js';
import { Tag } from './tag.entity.js';
import { User } from './user.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Chef, City, Country, Dish, Review, Tag, User])],
  controllers: [CatalogueController],
})
export class CatalogueModule {}
