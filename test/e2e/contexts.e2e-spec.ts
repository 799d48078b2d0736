import { Controller, ForbiddenException, Get, type LoggerService, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  FilterConfigurationError,
  type FilterIssue,
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import request from 'supertest';
import {
  ChildEntity,
  Column,
  DataSource,
  Entity,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  TableInheritance,
} from 'typeorm';

interface Reader {
  readonly tenant: number;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Plain {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Filterable({ scope: ({ tenant }: Reader) => ({ tenantId: tenant }) })
abstract class Owned {
  @PrimaryColumn() id!: number;
  @Column() tenantId!: number;
}

@Entity()
@Filterable()
class Vault extends Owned {}

@Entity()
@Filterable({ fields: ['id'], relations: ['vault'] })
class Key {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Vault) vault!: Relation<Vault>;
}

/** Of the two, only the one below has a scope. */
@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
class Parcel {
  @PrimaryColumn() id!: number;
}

@ChildEntity()
@Filterable({ scope: () => ({ id: 1 }) })
class Letter extends Parcel {}

/** Bare, and with a rule that fails where there is no reader, as at boot. */
@Entity()
@Filterable()
class Ledger {
  @PrimaryColumn() id!: number;
  @Filterable({ when: (reader: { roles: string[] }) => reader.roles.includes('auditor') })
  @Column()
  balance!: number;
}

function listing(entity: Type, overrides?: object): Type {
  @Controller('list')
  class ListController {
    @Get() list(@FilterQuery(entity, overrides) query: FilterQuery<object>) {
      return { query: String(query) };
    }
  }
  return ListController;
}

interface Application {
  readonly entities: Type[];
  readonly controllers?: Type[];
  readonly options?: FilterModuleOptions | undefined;
  readonly module?: ReturnType<typeof FilterModule.forRootAsync>;
}

const said: string[] = [];
const note = (message: unknown): void => void said.push(String(message));
const logger: LoggerService = { log: note, warn: note, error: note };

async function boot({ entities, controllers = [], options, module = FilterModule.forRoot(options) }: Application) {
  said.length = 0;
  const database = TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', synchronize: true, entities });
  const testing = await Test.createTestingModule({ imports: [database, module], controllers })
    .setLogger(logger)
    .compile();
  return testing.createNestApplication().init();
}

const needing: readonly (readonly [what: string, application: Application, named: string])[] = [
  ['a scope', { entities: [Letter, Parcel] }, '`scope` of Letter'],
  ['a scope of a base', { entities: [Plain, Vault] }, '`scope` of Vault'],
  ['a scope that nothing but a relation leads to', { entities: [Key, Vault] }, '`scope` of Vault'],
  ['a `when`', { entities: [Ledger] }, '`when` of Ledger.balance'],
  [
    'a `when` of a handler',
    { entities: [Plain], controllers: [listing(Plain, { fields: ['id', { name: 'name', when: () => true }] })] },
    '`when` of Plain.name',
  ],
];

describe('what a context decides', () => {
  it.each(needing)('is an error at boot without `context`: %s', async (_, application, named) => {
    const message =
      `forRoot(): ${named} needs a context, and \`context\` is not configured; set ` +
      '`context: (request) => request.user` or the like, or `context: undefined` if only code passes it';
    await expect(boot(application)).rejects.toThrow(new FilterConfigurationError(message));
    const factory = FilterModule.forRootAsync({ useFactory: () => ({}) });
    await expect(boot({ ...application, module: factory })).rejects.toThrow(message);
  });

  it.each(needing)('boots with one, and where it is said that there is none: %s', async (_, application) => {
    for (const context of [() => ({ tenant: 1, roles: [] }), undefined]) {
      const app = await boot({ ...application, options: { context } });
      await app.close();
    }
  });

  it('needs none where nothing is decided, and none without Nest', async () => {
    const app = await boot({ entities: [Plain] });
    await app.close();
    const source = await new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [Vault],
    }).initialize();
    expect(() => FilterService.forDataSource(source)).not.toThrow();
    await source.destroy();
  });

  it('is told to the log at boot without asking, and hides by itself where it fails', async () => {
    const context = (): undefined => undefined;
    const app = await boot({ entities: [Ledger], controllers: [listing(Ledger)], options: { context } });
    expect(said).toContain('Ledger: the bare @Filterable() exposes id, balance');
    expect(said.filter((message) => message.includes('`when`'))).toEqual([]);
    const ask = (query: string) => request(app.getHttpServer()).get(`/list?${query}`);
    for (const query of ['filters[balance]=1', 'filters[balanse]=1', 'sort=balance', 'filters[balance]=1']) {
      const { status, body } = await ask(query);
      const { issues } = body as { issues: readonly FilterIssue[] };
      expect([status, issues.length]).toEqual([400, 1]);
      expect(issues[0]?.allowed?.filter((name) => !name.startsWith('$'))).toEqual(['id']);
    }
    expect((await ask('filters[id]=1')).status).toBe(200);
    expect(said.filter((message) => message.startsWith('`when` of Ledger.balance failed'))).toHaveLength(1);
    await app.close();
  });

  describe('and is not given', () => {
    const reasonOf = (call: () => unknown): ForbiddenException => {
      try {
        call();
      } catch (error) {
        if (error instanceof ForbiddenException) return error;
        throw error;
      }
      throw new Error('nothing was refused');
    };
    const withoutContext =
      'A scope needs a context to decide which rows may be seen, and there was none: pass { context } in code, or configure ' +
      '`context` in forRoot()';

    it('is the reason in the message of the exception, which names nothing', async () => {
      const app = await boot({ entities: [Key, Vault], options: { context: undefined } });
      const filters = app.get(FilterService);
      const keys = filters.parse(Key, '');
      const calls = [
        () => filters.parse(Vault, ''),
        () => filters.parse(Key, 'filters[vault]=1'),
        () => filters.filter(Vault, {}),
        () => filters.filter(Vault, {}, { trusted: true }),
        () => filters.and(keys, { vault: { id: 1 } }),
      ];
      for (const call of calls) {
        const error = reasonOf(call);
        expect(error.message).toBe(withoutContext);
        expect(error.getResponse()).toEqual({ statusCode: 403, message: 'Forbidden' });
        expect(error.cause).toMatchObject({
          message:
            'The scope of Owned, which Vault extends, failed; it had no context: pass { context } in code, or configure `context` in forRoot()',
          cause: expect.any(TypeError),
        });
      }
      await app.close();
    });

    it('is no reason where a scope fails with one', async () => {
      const app = await boot({ entities: [Vault], options: { context: undefined } });
      const error = reasonOf(() => app.get(FilterService).parse(Vault, '', { context: null }));
      expect(error.message).toBe('A scope failed, so no row may be seen');
      await app.close();
    });

    it('is not told to clients', async () => {
      const app = await boot({ entities: [Key, Vault], controllers: [listing(Key)], options: { context: undefined } });
      const { status, body } = await request(app.getHttpServer()).get('/list?filters[vault][tenantId]=1');
      expect([status, body]).toEqual([403, { statusCode: 403, message: 'Forbidden' }]);
      expect(said).toContainEqual(expect.stringContaining('The scope of Owned, which Vault extends, failed'));
      await app.close();
    });
  });

  it('refuses every request where a scope gives a promise', async () => {
    @Entity()
    @Filterable({ scope: () => Promise.resolve({ id: 1 }) })
    class Slow {
      @PrimaryColumn() id!: number;
    }
    const app = await boot({ entities: [Slow], controllers: [listing(Slow)], options: { context: () => 1 } });
    const { status } = await request(app.getHttpServer()).get('/list');
    expect(status).toBe(403);
    expect(said).toContain('The scope of Slow returned a promise; await in `context` what it needs');
    await app.close();
  });
});
