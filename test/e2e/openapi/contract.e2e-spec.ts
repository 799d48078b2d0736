import { Controller, Get, Query } from '@nestjs/common';
import { ApiPropertyOptional, ApiQuery, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { FilterModule, FilterQuery, type FilterQueryOverrides, Filterable } from 'nestjs-filterable';
import { ApiFilters, documentFilters } from 'nestjs-filterable/openapi';
import { Column, DataSource, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';

/*
 * A published contract: 24 parameters of a list, written by hand with a DTO. Clients were generated from its document.
 * The same list by flat names has the same document, so that every generator makes the same client.
 */

enum State {
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
class Owner {
  @PrimaryColumn() id!: string;
  @Column() email!: string;
}

@Entity()
@Filterable()
class Sandbox {
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

class ListSandboxes {
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
const overrides = {
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

@Controller('sandboxes')
class ByHand {
  @Get()
  @ApiQuery({ name: 'verbose', required: false, type: Boolean, description: 'The long form' })
  list(@Query() query: ListSandboxes, @Query('verbose') verbose?: boolean) {
    return [query, verbose];
  }
}

@Controller('sandboxes')
class ByFlat {
  @Get()
  @ApiQuery({ name: 'verbose', required: false, type: Boolean, description: 'The long form' })
  list(@FilterQuery(Sandbox, overrides) query: FilterQuery<Sandbox>, @Query('verbose') verbose?: boolean) {
    return [query.toString(), verbose];
  }
}

@Controller('sandboxes')
class ByDto {
  @Get()
  @ApiQuery({ name: 'verbose', required: false, type: Boolean, description: 'The long form' })
  @ApiFilters(Sandbox, { parameters: ListSandboxes })
  list(@FilterQuery(Sandbox, overrides) query: FilterQuery<Sandbox>, @Query('verbose') verbose?: boolean) {
    return [query.toString(), verbose];
  }
}

const source = await describeEntities('sqlite', [Owner, Sandbox]);

async function documentOf(controller: new () => object, isCompleted: boolean): Promise<OpenAPIObject> {
  const { app } = await openApp('express', {
    imports: [FilterModule.forRoot({ errors: (issues) => new Error(String(issues.length)) })],
    controllers: [controller],
    providers: [{ provide: DataSource, useValue: source }],
  });
  try {
    const make = () => SwaggerModule.createDocument(app, new DocumentBuilder().build());
    return isCompleted ? documentFilters(app, make) : make();
  } finally {
    await app.close();
  }
}

interface Parameter {
  readonly name: string;
  readonly style?: string;
  readonly explode?: boolean;
}

/** Returns what a generator reads of a document. The style of a list is what OpenAPI takes where none is named. */
function contractOf({ paths, components }: OpenAPIObject) {
  const { parameters = [] } = paths['/sandboxes']?.get ?? {};
  const read = (parameters as unknown as Parameter[]).map(({ style, explode, ...parameter }) => {
    expect([style ?? 'form', explode ?? true]).toEqual(['form', true]);
    return parameter;
  });
  return { parameters: new Map(read.map((each) => [each.name, each])), components };
}

describe('the document of 24 parameters', () => {
  it.each([
    ['by flat names', ByFlat],
    ['by the DTO that was there', ByDto],
  ])('%s is the document that was written by hand', async (_, controller) => {
    const [before, after] = [await documentOf(ByHand, false), await documentOf(controller, true)].map(contractOf);
    const named = (contract: typeof before) => [...(contract?.parameters.keys() ?? [])].sort();
    expect(named(after)).toEqual(named(before));
    expect(named(after)).toHaveLength(24);
    for (const [name, parameter] of before?.parameters ?? []) expect(after?.parameters.get(name)).toEqual(parameter);
    expect(after?.components?.schemas).toEqual(before?.components?.schemas);
  });

  it('has the parameters in the order of their declaration', async () => {
    const { parameters } = contractOf(await documentOf(ByFlat, true));
    const { parameters: before } = contractOf(await documentOf(ByHand, false));
    const withoutHost = (names: Iterable<string>) => [...names].filter((name) => name !== 'verbose');
    expect(withoutHost(parameters.keys())).toEqual(withoutHost(before.keys()));
  });
});

/** Makes the document of a list by a DTO. */
function documentedBy(dto: new () => object, own: FilterQueryOverrides<Sandbox>) {
  @Controller('sandboxes')
  class Documented {
    @Get()
    @ApiFilters(Sandbox, { parameters: dto })
    list(@FilterQuery(Sandbox, own) query: FilterQuery<Sandbox>, @Query('mine') mine?: string) {
      return [query.toString(), mine];
    }
  }
  return documentOf(Documented, true);
}

class Unread {
  @ApiPropertyOptional() nmae?: string;
}
class OtherKind {
  @ApiPropertyOptional() id?: number;
}
class OtherMembers {
  @ApiPropertyOptional({ enum: State }) state?: State;
}
class OtherKeys {
  @ApiPropertyOptional({ enum: ['name', 'email'] }) sort?: string;
}
class Sound {
  @ApiPropertyOptional() mine?: string;
  @ApiPropertyOptional({ type: Number }) minDisk?: number;
  @ApiPropertyOptional() minCpu?: string;
  @ApiPropertyOptional({ enum: [State.Started] }) state?: State;
}

describe('a DTO as documentation', () => {
  it.each([
    [Unread, /the parameter nmae of Unread is not read; declare it in `flat`/],
    [OtherKind, /the parameter id of OtherKind has the type number, and the list refuses 1: id must be a UUID/],
    [OtherMembers, /the parameter state of OtherMembers has the type string, and the list refuses destroyed/],
    [OtherKeys, /the parameter sort of OtherKeys has the type string, and the list refuses email/],
  ])('is compared with what is read: %o', async (dto, error) => {
    await expect(documentedBy(dto, overrides)).rejects.toThrow(error);
  });

  it('may have what the handler reads beside the list', async () => {
    class Host {
      @ApiPropertyOptional() mine?: string;
      @ApiPropertyOptional({ enum: [State.Started] }) state?: State;
    }
    const document = await documentedBy(Host, overrides);
    expect([...contractOf(document).parameters.keys()].sort()).toEqual(['mine', 'state']);
    await expect(documentedBy(Sound, overrides)).rejects.toThrow(/minCpu of Sound has the type string/);
  });
});

describe('the documentation of a flat name', () => {
  const parse = (flat: object) => documentedFlat(flat);
  function documentedFlat(flat: FilterQueryOverrides<Sandbox>['flat']) {
    @Controller('sandboxes')
    class Documented {
      @Get() list(@FilterQuery(Sandbox, { flat }) query: FilterQuery<Sandbox>) {
        return query.toString();
      }
    }
    return documentOf(Documented, true);
  }

  it.each<readonly [object, RegExp]>([
    [{ filters: { name: { enumName: 'Names' } } }, /name has `enumName`, and its values are no enum/],
    [{ filters: { name: { enumName: 'a b' } } }, /`flat.filters.name.enumName` must be a name of letters/],
    [
      { filters: { name: { descripton: 'x' } } },
      /`flat.filters.name.descripton` does not exist; did you mean description/,
    ],
    [{ page: { name: 'p', title: 'x' } }, /`flat.page.title` does not exist/],
    [{ filters: { name: { deprecated: 'yes' } } }, /`flat.filters.name.deprecated` must be true or false/],
    [
      {
        filters: { state: { enumName: 'One' } },
        sort: { field: 'by', enumName: 'One' },
      },
      /the document has another schema named One/,
    ],
  ])('is refused where it is wrong: %j', async (flat, error) => {
    await expect(parse(flat)).rejects.toThrow(error);
  });

  it('names the keys of an order, and leaves out an empty description', async () => {
    const document = await documentedFlat({
      page: [{ name: 'p', description: '' }, 'page'],
      sort: { field: 'by', keys: { name: 'name', newest: '-createdAt' }, enumName: 'Order' },
      brackets: false,
    });
    const { parameters, components } = contractOf(document);
    expect(parameters.get('p')).not.toHaveProperty('description');
    expect(parameters.get('by')).toMatchObject({ schema: { $ref: '#/components/schemas/Order' } });
    expect(components?.schemas?.['Order']).toEqual({ type: 'string', enum: ['name', 'newest'] });
  });
});
