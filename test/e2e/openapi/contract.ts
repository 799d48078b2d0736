import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiOperation,
  ApiPropertyOptional,
  ApiQuery,
  ApiTags,
  DocumentBuilder,
  type OpenAPIObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { FilterModule, FilterQuery, type FilterQueryOverrides, Filterable } from 'nestjs-filterable';
import { ApiFilters, documentFilters } from 'nestjs-filterable/openapi';
import { Column, DataSource, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';

/*
 * A published contract: 24 parameters of a list, written by hand with a DTO. Clients were generated from its document.
 * The same list by flat names has the same document, so that every generator makes the same client.
 */

export enum State {
  Started = 'started',
  Stopped = 'stopped',
  Archived = 'archived',
  Destroyed = 'destroyed',
}
const shown = [State.Started, State.Stopped, State.Archived] as const;
enum SandboxState {
  Started = 'started',
  Stopped = 'stopped',
  Archived = 'archived',
}
enum SandboxSort {
  Name = 'name',
  CreatedAt = 'createdAt',
  Cpu = 'cpu',
  Owner = 'owner',
}
enum SortDirection {
  Asc = 'asc',
  Desc = 'desc',
}

@Entity()
@Filterable({ fields: ['id', 'email'] })
export class Owner {
  @PrimaryColumn() id!: string;
  @Column() email!: string;
}

@Entity()
@Filterable()
export class Sandbox {
  @PrimaryColumn('uuid') id!: string;
  @Column() name!: string;
  @Column({ type: 'simple-enum', enum: State }) state!: State;
  @Column() region!: string;
  @Column() snapshot!: string;
  @Column() cpu!: number;
  @Column() memory!: number;
  @Column({ type: 'float' }) disk!: number;
  @Column() isPublic!: boolean;
  @Column() createdAt!: Date;
  @Column() lastEventAt!: Date;
  @ManyToOne(() => Owner) owner!: Relation<Owner>;
}

export class ListSandboxes {
  @ApiPropertyOptional({ description: 'Page number', minimum: 1, default: 1 }) page?: number;
  @ApiPropertyOptional({ description: 'Rows on a page', minimum: 1, maximum: 100, default: 25 }) limit?: number;
  @ApiPropertyOptional({ description: 'Cursor of an earlier answer' }) cursor?: string;
  @ApiPropertyOptional({ description: 'Id', format: 'uuid' }) id?: string;
  @ApiPropertyOptional({ description: 'Part of the name', example: 'web' }) name?: string;
  @ApiPropertyOptional({ description: 'State', enum: SandboxState, enumName: 'SandboxState' }) state?: SandboxState;
  @ApiPropertyOptional({ description: 'States', enum: SandboxState, enumName: 'SandboxState', isArray: true })
  states?: SandboxState[];
  @ApiPropertyOptional({ description: 'Regions', type: [String] }) regions?: string[];
  @ApiPropertyOptional({ description: 'Snapshots', type: [String], example: ['base'] }) snapshots?: string[];
  @ApiPropertyOptional({ description: 'Least CPUs', type: 'integer', minimum: 1 }) minCpu?: number;
  @ApiPropertyOptional({ description: 'Most CPUs', type: 'integer', minimum: 1 }) maxCpu?: number;
  @ApiPropertyOptional({ description: 'Least memory' }) minMemory?: number;
  @ApiPropertyOptional({ description: 'Most memory' }) maxMemory?: number;
  @ApiPropertyOptional({ description: 'Least disk' }) minDisk?: number;
  @ApiPropertyOptional({ description: 'Most disk', deprecated: true }) maxDisk?: number;
  @ApiPropertyOptional({ description: 'Created from' }) createdAfter?: Date;
  @ApiPropertyOptional({ description: 'Created until' }) createdBefore?: Date;
  @ApiPropertyOptional({ description: 'Last event from', example: '2026-01-01' }) eventAfter?: string;
  @ApiPropertyOptional({ description: 'Public ones' }) public?: boolean;
  @ApiPropertyOptional({ description: 'Owner' }) ownerId?: string;
  @ApiPropertyOptional({ description: 'Begin of the address of the owner' }) ownerEmail?: string;
  @ApiPropertyOptional({
    description: 'Order',
    enum: SandboxSort,
    enumName: 'SandboxSort',
    default: SandboxSort.CreatedAt,
  })
  sort?: SandboxSort;
  @ApiPropertyOptional({ description: 'Direction', enum: SortDirection, enumName: 'SortDirection' })
  order?: SortDirection;
}

const least = { operator: '$gte' } as const;
const most = { operator: '$lte' } as const;
const number = { type: 'number' };
const date = { format: 'date-time', type: 'string' };
export const overrides = {
  flat: {
    page: { name: 'page', description: 'Page number', schema: { minimum: 1, default: 1, type: 'number' } },
    pageSize: {
      name: 'limit',
      description: 'Rows on a page',
      schema: { minimum: 1, maximum: 100, default: 25, type: 'number' },
    },
    after: { name: 'cursor', description: 'Cursor of an earlier answer' },
    filters: {
      id: { description: 'Id' },
      name: { operator: '$contains', description: 'Part of the name', example: 'web', schema: { type: 'string' } },
      state: { values: shown, description: 'State', enumName: 'SandboxState' },
      states: {
        ...{ field: 'state', operator: '$in', values: shown, description: 'States', enumName: 'SandboxState' },
        schema: { type: 'array', items: { $ref: '#/components/schemas/SandboxState' } },
      },
      regions: {
        field: 'region',
        operator: '$in',
        description: 'Regions',
        schema: { type: 'array', items: { type: 'string' } },
      },
      snapshots: {
        ...{ field: 'snapshot', operator: '$in', description: 'Snapshots', example: ['base'] },
        schema: { type: 'array', items: { type: 'string' } },
      },
      minCpu: { field: 'cpu', ...least, description: 'Least CPUs', schema: { minimum: 1, type: 'integer' } },
      maxCpu: { field: 'cpu', ...most, description: 'Most CPUs', schema: { minimum: 1, type: 'integer' } },
      minMemory: { field: 'memory', ...least, description: 'Least memory', schema: number },
      maxMemory: { field: 'memory', ...most, description: 'Most memory', schema: number },
      minDisk: { field: 'disk', ...least, description: 'Least disk', schema: number },
      maxDisk: { field: 'disk', ...most, description: 'Most disk', deprecated: true, schema: number },
      createdAfter: { field: 'createdAt', ...least, dates: 'moment', description: 'Created from', schema: date },
      createdBefore: { field: 'createdAt', ...most, dates: 'moment', description: 'Created until', schema: date },
      eventAfter: {
        ...{ field: 'lastEventAt', ...least, dates: 'moment', description: 'Last event from' },
        ...{ example: '2026-01-01', schema: { type: 'string' } },
      },
      public: { field: 'isPublic', description: 'Public ones' },
      ownerId: { field: 'owner.id', description: 'Owner', schema: { type: 'string' } },
      ownerEmail: {
        ...{ field: 'owner.email', operator: '$startsWith', description: 'Begin of the address of the owner' },
        schema: { type: 'string' },
      },
    },
    sort: {
      field: { name: 'sort', description: 'Order', enumName: 'SandboxSort' },
      direction: { name: 'order', description: 'Direction', enumName: 'SortDirection' },
      keys: { name: 'name', createdAt: 'createdAt', cpu: 'cpu', owner: 'owner.email' },
      default: 'createdAt',
      defaultDirection: 'desc',
    },
    brackets: false,
  },
} as const satisfies FilterQueryOverrides<Sandbox>;

@ApiTags('sandboxes')
@Controller('sandboxes')
export class ByHand {
  @Get()
  @ApiOperation({ operationId: 'listSandboxes' })
  @ApiQuery({ name: 'verbose', required: false, type: Boolean, description: 'The long form' })
  list(@Query() query: ListSandboxes, @Query('verbose') verbose?: boolean) {
    return [query, verbose];
  }
}

@ApiTags('sandboxes')
@Controller('sandboxes')
export class ByFlat {
  @Get()
  @ApiOperation({ operationId: 'listSandboxes' })
  @ApiQuery({ name: 'verbose', required: false, type: Boolean, description: 'The long form' })
  list(@FilterQuery(Sandbox, overrides) query: FilterQuery<Sandbox>, @Query('verbose') verbose?: boolean) {
    return [query.toString(), verbose];
  }
}

@ApiTags('sandboxes')
@Controller('sandboxes')
export class ByDto {
  @Get()
  @ApiOperation({ operationId: 'listSandboxes' })
  @ApiQuery({ name: 'verbose', required: false, type: Boolean, description: 'The long form' })
  @ApiFilters(Sandbox, { parameters: ListSandboxes })
  list(@FilterQuery(Sandbox, overrides) query: FilterQuery<Sandbox>, @Query('verbose') verbose?: boolean) {
    return [query.toString(), verbose];
  }
}

const source = await describeEntities('sqlite', [Owner, Sandbox]);

/** Makes the document of a controller: as @nestjs/swagger makes it, or completed. */
export async function documentOf(controller: new () => object, isCompleted: boolean): Promise<OpenAPIObject> {
  const { app } = await openApp('express', {
    imports: [FilterModule.forRoot()],
    controllers: [controller],
    providers: [{ provide: DataSource, useValue: source }],
  });
  try {
    const make = () => SwaggerModule.createDocument(app, new DocumentBuilder().build());
    return isCompleted ? documentFilters(app, make, { refusal: false }) : make();
  } finally {
    await app.close();
  }
}
