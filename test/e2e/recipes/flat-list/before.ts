import { Controller, Get, Inject, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { User } from '../../../support/admin/entities.js';

interface ListUsers {
  readonly page?: string;
  readonly limit?: string;
  readonly username?: string;
  readonly status?: string;
  readonly deptId?: string;
  readonly roleIds?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sort?: 'name' | 'created_at' | 'dept';
  readonly order?: 'asc' | 'desc';
}

const columns = { name: 'user.username', created_at: 'user.createdAt', dept: 'dept.name' };

@Controller('users')
export class OldUsersController {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  @Get()
  async list(@Query() query: ListUsers) {
    const { page = 1, limit = 20, username, status, deptId, roleIds, from, to, sort = 'created_at', order } = query;
    const builder = this.source.createQueryBuilder(User, 'user').leftJoinAndSelect('user.dept', 'dept');
    if (username) builder.andWhere('user.username LIKE :name', { name: `%${username}%` });
    if (status) builder.andWhere('user.status = :status', { status: status === '1' ? 1 : 0 });
    if (deptId) builder.andWhere('dept.id = :deptId', { deptId });
    if (roleIds) builder.innerJoin('user.roles', 'role', 'role.id IN (:...ids)', { ids: roleIds.split(',') });
    if (from) builder.andWhere('user.createdAt >= :from', { from: new Date(from) });
    if (to) builder.andWhere('user.createdAt <= :to', { to: new Date(to) });
    builder.orderBy(columns[sort], order === 'asc' ? 'ASC' : 'DESC');
    const [items, total] = await builder
      .skip((+page - 1) * +limit)
      .take(+limit)
      .getManyAndCount();
    return { items, total };
  }
}
