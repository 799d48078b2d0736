import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { ApiPropertyOptional, ApiQuery, type OpenAPIObject } from '@nestjs/swagger';
import { FilterQuery, type FilterQueryOverrides } from 'nestjs-filterable';
import { ApiFilters } from 'nestjs-filterable/openapi';
import { ByDto, ByFlat, ByHand, Sandbox, State, documentOf, overrides } from './contract.js';

interface Parameter {
  readonly name: string;
  readonly style?: string;
  readonly explode?: boolean;
}

/** Returns what a generator reads of a document. The style of a list is what OpenAPI takes where none is named. */
function contractOf({ paths, components }: OpenAPIObject) {
  const { parameters = [], ...operation } = paths['/sandboxes']?.get ?? {};
  const read = (parameters as unknown as Parameter[]).map(({ style, explode, ...parameter }) => {
    expect([style ?? 'form', explode ?? true]).toEqual(['form', true]);
    return parameter;
  });
  return { operation, parameters: new Map(read.map((each) => [each.name, each])), components };
}

describe('the document of 24 parameters', () => {
  it.each([
    ['by flat names', ByFlat],
    ['by the DTO that was there', ByDto],
  ])('%s is the document that was written by hand', async (_, controller) => {
    const before = contractOf(await documentOf(ByHand, false));
    const after = contractOf(await documentOf(controller, true));
    expect(after.parameters.size).toBe(24);
    expect([...after.parameters]).toEqual([...before.parameters]);
    expect(after.operation).toEqual(before.operation);
    expect(after.components?.schemas).toEqual(before.components?.schemas);
  });
});

describe('parameters of the host', () => {
  class Names {
    @ApiPropertyOptional() name?: string;
    @ApiPropertyOptional() page?: number;
  }
  const flat = { filters: { name: '$contains' }, page: 'page', brackets: false } as const;
  const own = { flat } satisfies FilterQueryOverrides<Sandbox>;

  @Controller()
  class Before {
    @Get('a/:id')
    @ApiQuery({ name: 'late', required: false })
    list(@Query('first') first: string, @Param('id') id: string, @Query() names: Names, @Query('last') last: string) {
      return [first, id, names, last];
    }
  }
  @Controller()
  class Flat {
    @Get('a/:id')
    @ApiQuery({ name: 'late', required: false })
    list(
      @Query('first') first: string,
      @Param('id') id: string,
      @FilterQuery(Sandbox, own) query: FilterQuery<Sandbox>,
      @Query('last') last: string,
      @Headers('x-tenant') tenant: string,
    ) {
      return [first, id, query.toString(), last, tenant];
    }
  }
  @Controller()
  class Dto {
    @Get('a/:id')
    @ApiQuery({ name: 'late', required: false })
    @ApiFilters(Sandbox, { parameters: Names })
    list(
      @Query('first') first: string,
      @Param('id') id: string,
      @FilterQuery(Sandbox, own) query: FilterQuery<Sandbox>,
      @Query('last') last: string,
    ) {
      return [first, id, query.toString(), last];
    }
  }
  @Controller()
  class Bracketed {
    @Get('a/:id')
    list(@FilterQuery(Sandbox) query: FilterQuery<Sandbox>, @Query('last') last: string, @Param('id') id: string) {
      return [id, query.toString(), last];
    }
  }

  it.each([
    ['written by hand', Before, 'first id name page last late'],
    ['by flat names', Flat, 'first id x-tenant name page last late'],
    ['by the DTO that was there', Dto, 'first id name page last late'],
    ['in brackets', Bracketed, 'last id filters sort pagination'],
  ])('stand where they stood %s', async (_, controller, names) => {
    const { paths } = await documentOf(controller, controller !== Before);
    const { parameters = [] } = paths['/a/{id}']?.get ?? {};
    expect((parameters as unknown as Parameter[]).map(({ name }) => name).join(' ')).toBe(names);
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
