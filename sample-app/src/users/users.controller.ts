import { Controller, Get } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersRepository) {}

  @Get()
  list(@FilterQuery(User) query: FilterQuery<User>): Promise<Page<User>> {
    return this.users.page(query);
  }
}
