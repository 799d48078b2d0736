import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { FilterException, FilterService } from 'nestjs-filterable';
import type { TestDatabase } from '../../support/databases.js';
import type { Ids, OperatorCase } from './case.js';

/** The tables of an engine, and the ids that a condition on them finds. */
export class Samples {
  constructor(
    private readonly database: TestDatabase,
    private readonly service = FilterService.forDataSource(database.source),
  ) {}

  async find(entity: EntityTarget<ObjectLiteral>, query: string): Promise<Ids> {
    const builder = this.source.createQueryBuilder(entity, 's').select('s.id').orderBy('s.id');
    const rows = await this.service.apply(builder, this.service.parse(entity, query)).getMany();
    return rows.map((row): number => row['id']);
  }

  /** The first refusal of a request and the status it is answered with; an error of another kind is one of ours. */
  refusal(entity: EntityTarget<ObjectLiteral>, query: string): { code?: string; status: number } | undefined {
    try {
      this.service.parse(entity, query);
      return undefined;
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return { code: error.issues[0]?.code, status: error.getStatus() };
    }
  }

  kinds(entity: EntityTarget<ObjectLiteral>): ReadonlyMap<string, string> {
    return new Map(this.service.describe(entity).fields.map(({ name, kind }) => [name, kind]));
  }

  get source(): DataSource {
    return this.database.source;
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** A condition as a query string; `path` is `[amount]` or `[amount][$not]`. */
export function written(path: string, operator: string, operand: string | readonly string[]): string {
  const key = `filters${path}[${operator}]`;
  if (typeof operand === 'string') return `${key}=${encodeURIComponent(operand)}`;
  return operand.map((value, index) => `${key}[${index}]=${encodeURIComponent(value)}`).join('&');
}

/** Rows found by `$not`: of those with a value, the others; of all rows, if the operand is null. */
export function others(operator: string, found: Ids, withValue: Ids, withNone: Ids): Ids {
  const asked = /^\$(null|notNull)$/.test(operator) ? [...withValue, ...withNone] : withValue;
  return asked.filter((id) => !found.includes(id));
}

/** A comparison of one column. */
export interface NamedCase {
  readonly column: string;
  readonly operator: string;
  readonly operand: string | readonly string[];
  readonly finds: Ids;
  readonly except: Readonly<Record<string, Ids>>;
}

/** Makes the case of a column of a row of a table. */
export function named(column: string, [operator, operand, finds, except = {}]: OperatorCase): NamedCase {
  return { column, operator, operand, finds, except };
}
