import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { type AnyOperator, FilterException, FilterService } from 'nestjs-filterable';
import type { EngineName } from '../../../support/databases.js';
import { describeEntities } from '../../../support/metadata.js';
import type { SampleColumn } from '../../../support/samples/columns.js';
import { entityOf } from '../../../support/samples/entities.js';

/** An entity with a column of every kind, and the SQL of conditions on it. */
export class Writer {
  readonly kinds: ReadonlyMap<string, string>;

  constructor(
    private readonly source: DataSource,
    private readonly entity: EntityTarget<ObjectLiteral>,
    private readonly service = FilterService.forDataSource(source),
  ) {
    this.kinds = new Map(service.describe(entity).fields.map(({ name, kind }) => [name, kind]));
  }

  /** Makes the writer of a table `s` with some columns. */
  static async of(engine: EngineName, columns: Readonly<Record<string, SampleColumn>>): Promise<Writer> {
    const Sample = entityOf('sample', columns);
    return new Writer(await describeEntities(engine, [Sample]), Sample);
  }

  /** The WHERE of a statement without its outer brackets, and the parameters. */
  where(filters: object): readonly [string, readonly unknown[]] {
    const query = this.service.parse(this.entity, { filters });
    const builder = this.source.createQueryBuilder(this.entity, 's').select('s.id');
    const [bare] = builder.getQueryAndParameters();
    const [text, parameters] = this.service.apply(builder, query).getQueryAndParameters();
    expect(text.slice(0, bare.length + 8)).toBe(`${bare} WHERE (`);
    return [text.slice(bare.length + 8, -1), parameters];
  }

  /** The code with which a condition is refused. */
  refusal(filters: object): string | undefined {
    try {
      this.service.parse(this.entity, { filters });
      return undefined;
    } catch (error) {
      return error instanceof FilterException ? error.issues[0]?.code : String(error);
    }
  }
}

/** Returns the operand that an operator takes, made of one value or of both. */
export function operandOf({ takes }: AnyOperator, values: readonly [string, string]): unknown {
  switch (takes) {
    case 'boolean':
      return 'true';
    case 'value':
    case 'needle':
      return values[0];
    case 'list':
    case 'pair':
      return values;
  }
}
