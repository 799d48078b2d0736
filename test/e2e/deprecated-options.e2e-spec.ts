import { Controller, Get, type LoggerService } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule, type FilterModuleOptions, FilterQuery, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { deprecatedOptions } from '../../lib/configuration/checks.js';

@Entity()
@Filterable()
class Stamp {
  @PrimaryColumn() id!: number;
  @Column() year!: number;
}

@Controller('stamps')
class StampsController {
  @Get() list(@FilterQuery(Stamp, { strategy: 'in' }) query: FilterQuery<Stamp>) {
    return query.toJSON();
  }
  @Get('old') old(@FilterQuery(Stamp, { strategy: 'in' }) query: FilterQuery<Stamp>) {
    return query.toJSON();
  }
}

/** What boot warns of. */
async function warningsOf(options: FilterModuleOptions): Promise<readonly string[]> {
  const warnings: string[] = [];
  const logger: LoggerService = {
    ...{ log: () => undefined, error: () => undefined },
    warn: (message: unknown) => void warnings.push(String(message)),
  };
  const module = await Test.createTestingModule({
    imports: [
      TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: [Stamp] }),
      FilterModule.forRoot(options),
    ],
    controllers: [StampsController],
  })
    .setLogger(logger)
    .compile();
  const app = await module.createNestApplication({ logger }).init();
  await app.close();
  return warnings;
}

const rows = [
  { of: 'forRoot()', name: 'strategy', instead: 'give `adaptive`' },
  { of: 'forRoot()', name: 'pagination.count', instead: 'give `pagination.totals`' },
  { of: '@FilterQuery()', name: 'strategy', instead: 'give it to the module' },
] as const;

const ofHandlers = '@FilterQuery(): `strategy` is deprecated; give it to the module';

describe('a deprecated option of this library', () => {
  beforeEach(() => void deprecatedOptions.push(...rows));
  afterEach(() => void deprecatedOptions.splice(-rows.length));

  it.each<[options: FilterModuleOptions, warnings: readonly string[]]>([
    [{}, [ofHandlers]],
    [{ strategy: undefined, pagination: {} }, [ofHandlers]],
    [{ strategy: 'in' }, ['forRoot(): `strategy` is deprecated; give `adaptive`', ofHandlers]],
    [
      { pagination: { count: 'none' } },
      ['forRoot(): `pagination.count` is deprecated; give `pagination.totals`', ofHandlers],
    ],
  ])('of %j is named once at boot, with what takes its place', async (options, warnings) => {
    expect(await warningsOf(options)).toEqual(warnings);
  });
});

it('is none at present, and boot is silent', async () => {
  expect(deprecatedOptions).toEqual([]);
  expect(await warningsOf({ strategy: 'in' })).toEqual([]);
});
