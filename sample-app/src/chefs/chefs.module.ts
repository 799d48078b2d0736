import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Chef } from './chef.entity.js';
import { ChefsController } from './chefs.controller.js';
import { ChefsRepository } from './chefs.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([Chef])],
  controllers: [ChefsController],
  providers: [ChefsRepository],
})
export class ChefsModule {}
