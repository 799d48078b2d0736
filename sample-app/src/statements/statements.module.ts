import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { RestaurantsController } from '../restaurants/restaurants.controller.js';
import { Statements } from './statements.js';
import { StatementsController } from './statements.controller.js';
import { StatementsMiddleware } from './statements.middleware.js';

@Module({ controllers: [StatementsController], providers: [Statements] })
export class StatementsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(StatementsMiddleware).forRoutes(RestaurantsController);
  }
}
