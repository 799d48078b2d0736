import { Controller, Get, Inject } from '@nestjs/common';
import { FilterQuery, FilterService, filterOverrides, pageInfo } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { User } from '../../../support/admin/entities.js';

export const ofUsers = filterOverrides<User>({
  flat: {
    page: 'page',
    pageSize: 'limit',
    filters: {
      username: '$contains',
      status: true,
      deptId: 'dept.id',
      roleIds: { field: 'roles.id', operator: '$in', separator: ',' },
      from: { field: 'createdAt', operator: '$gte', dates: 'moment' },
      to: { field: 'createdAt', operator: '$lte', dates: 'moment' },
    },
    sort: {
      field: 'sort',
      direction: 'order',
      keys: { name: 'username', created_at: 'createdAt', dept: 'dept.name' },
      default: 'createdAt',
      defaultDirection: 'desc',
    },
    brackets: false,
  },
  limits: { pageSize: 20 },
});

@Controller('users')
export class UsersController {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(FilterService) private readonly filters: FilterService,
  ) {}

  @Get()
  async list(@FilterQuery(User, ofUsers) query: FilterQuery<User>) {
    const page = await this.filters.page(this.source.getRepository(User), query, { relations: ['dept'] });
    return { items: page.data, total: pageInfo(page).total };
  }
}
