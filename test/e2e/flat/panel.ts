import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  type ModuleMetadata,
  type NestInterceptor,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Allow, IsOptional } from 'class-validator';
import { FilterModule, FilterQuery, FilterService, HostQuery } from 'nestjs-filterable';
import { parse } from 'qs';
import { map } from 'rxjs';
import { DataSource } from 'typeorm';
import { Dept, LoginLog, Role, User } from '../../support/admin/entities.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';

/** The parameter that the panel's tables send with every request, against caches. */
class TableDto {
  @IsOptional() @Allow() _t?: string;
}

/** Overwrites the parsed query, as panels do whose clients send lists in brackets. */
@Injectable()
class QsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<{ url: string }>();
    const value = parse(request.url.split('?').at(1) ?? '');
    Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true });
    return next.handle();
  }
}

/** Puts every answer into an envelope. */
@Injectable()
class EnvelopeInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ code: 200, message: 'success', data })));
  }
}

const table = { page: 'page', pageSize: 'pageSize', sort: { field: 'field', direction: 'order' } } as const;

/** The lists of the panel, as its own clients ask for them. */
@Controller({ path: 'system', version: '1' })
class PanelController {
  constructor(
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  @Get('users') async users(
    @FilterQuery(User, {
      defaults: { sort: 'id:desc' },
      flat: {
        ...table,
        brackets: false,
        filters: {
          username: '$contains',
          nickname: '$contains',
          email: '$contains',
          status: true,
          deptId: 'dept.id',
          roleIds: { field: 'roles.id', operator: '$in' },
        },
      },
    })
    query: FilterQuery<User>,
    @HostQuery() table: TableDto,
  ) {
    return this.listed(await this.filters.page(this.source.getRepository(User), query), table);
  }

  @Get('roles') async roles(
    @FilterQuery(Role, { flat: { ...table, filters: { name: '$contains', value: '$startsWith', status: true } } })
    query: FilterQuery<Role>,
    @HostQuery() table: TableDto,
  ) {
    return this.listed(await this.filters.page(this.source.getRepository(Role), query), table);
  }

  @Get('depts') async depts(
    @FilterQuery(Dept, {
      pagination: false,
      flat: { page: undefined, pageSize: undefined, filters: { name: '$contains' } },
    })
    query: FilterQuery<Dept>,
    @HostQuery() table: TableDto,
  ) {
    const rows = await this.filters.apply(this.source.getRepository(Dept).createQueryBuilder('dept'), query).getMany();
    return table instanceof TableDto ? rows.map(({ id }) => id).sort() : [];
  }

  @Get('log/login') async logins(
    @FilterQuery(LoginLog, {
      defaults: { sort: 'id' },
      flat: {
        ...table,
        filters: {
          username: { field: 'user.username', operator: '$contains' },
          ip: '$contains',
          address: '$contains',
          time: { field: 'createdAt', operator: '$between' },
        },
      },
    })
    query: FilterQuery<LoginLog>,
    @HostQuery() table: TableDto,
  ) {
    return this.listed(await this.filters.page(this.source.getRepository(LoginLog), query), table);
  }

  /** A list of a boilerplate: `page`, `take`, `q`, and one parameter for the order. */
  @Get('people') async people(
    @FilterQuery(User, {
      params: { search: 'q' },
      pagination: { styles: ['page'] },
      flat: { page: 'page', pageSize: 'take', sort: 'order' },
    })
    query: FilterQuery<User>,
  ) {
    return this.listed(await this.filters.page(this.source.getRepository(User), query));
  }

  /** Answers the ids of a page; none where the rest of the query string is not in its DTO. */
  private listed({ data, meta }: { readonly data: readonly { id: number }[]; readonly meta: object }, rest?: object) {
    if (rest !== undefined && !(rest instanceof TableDto)) return { ids: [], meta };
    return { ids: data.map(({ id }) => id), meta };
  }
}

/** The ways in which applications are set up around such lists. */
export type Setup = 'plain' | 'extended' | 'rewritten';

export function openPanel(source: DataSource, setup: Setup): Promise<TestApp> {
  const interceptors = setup === 'rewritten' ? [QsInterceptor, EnvelopeInterceptor] : [EnvelopeInterceptor];
  const metadata: ModuleMetadata = {
    imports: [FilterModule.forRoot({ context: undefined })],
    controllers: [PanelController],
    providers: [
      { provide: DataSource, useValue: source },
      ...interceptors.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
    ],
  };
  return openApp('express', metadata, {
    prepare: (app) => {
      app.setGlobalPrefix('api');
      app.enableVersioning({ type: VersioningType.URI });
      app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
    },
    express: (app) => app.set('query parser', setup === 'extended' ? 'extended' : 'simple'),
  });
}
