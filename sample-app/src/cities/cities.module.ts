import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { City } from './city.entity.js';
import { Country } from './country.entity.js';
import { CitiesController } from './cities.controller.js';
import { CitiesRepository } from './cities.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([City, Country])],
  controllers: [CitiesController],
  providers: [CitiesRepository],
})
export class CitiesModule {}
