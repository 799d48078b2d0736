import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { FilterException, type FilterService } from 'nestjs-filterable';
import { type World, idsOf } from '../../support/engines.js';
import { openSamples } from '../../support/samples/database.js';
import { type Ids, type OperatorCase, filled } from './cases.js';

/** Opens the database of a world of samples, which on PostgreSQL has a collation of the tests. */
export const open: NonNullable<ConstructorParameters<typeof World>[1]['open']> = (driver, { entities }) =>
  openSamples(driver, entities ?? []);

/** The ids that a request finds, in their order. */
export async function found(
  world: Pick<World, 'source' | 'filters'>,
  entity: EntityTarget<ObjectLiteral>,
  request: string,
  filters: FilterService = world.filters,
): Promise<Ids> {
  const builder = world.source.createQueryBuilder(entity, 's').select('s.id').orderBy('s.id');
  return idsOf(await filters.apply(builder, filters.parse(entity, request)).getMany());
}

/** The code of a refusal and the status it is answered with; an error of another kind is one of ours. */
export function refusalOf(filters: FilterService, entity: EntityTarget<ObjectLiteral>, request: string): string {
  try {
    filters.parse(entity, request);
    return 'none';
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return `${error.getStatus()} ${error.issues[0]?.code}`;
  }
}

/** A condition as a query string; `path` is `[amount]` or `[amount][$not]`. */
export function written(path: string, operator: string, operand: string | readonly string[]): string {
  const key = `filters${path}[${operator}]`;
  if (typeof operand === 'string') return `${key}=${encodeURIComponent(operand)}`;
  return operand.map((value, index) => `${key}[${index}]=${encodeURIComponent(value)}`).join('&');
}

/** What a field is asked. */
export interface Asked {
  readonly entity: EntityTarget<ObjectLiteral>;
  /** The place of the field, such as `[amount]`. */
  readonly path: string;
  readonly rows: readonly OperatorCase[];
  /** Whose exceptions are right here, the nearest first: of a column, a driver, an engine. */
  readonly by?: readonly string[];
  /** The rows that have a value, and the row that has none. */
  readonly values?: Ids;
  readonly empty?: number;
  readonly filters?: FilterService;
}

/** Runs cases and their negations, and returns those that find other rows. */
export async function faultsOf(world: World, asked: Asked): Promise<readonly string[]> {
  const { entity, path, rows, by = [], values = filled, empty = 8, filters } = asked;
  const faults: string[] = [];
  for (const { operator, operand, finds, except } of rows) {
    const [own] = by.filter((name) => Object.hasOwn(except, name));
    const due = own === undefined ? finds : (except[own] ?? []);
    // What is asked about NULL is known of every row.
    const known = /^\$(null|notNull)$/.test(operator) ? [...values, empty] : values;
    const rest = known.filter((id) => !due.includes(id));
    const is = await found(world, entity, written(path, operator, operand), filters);
    const isNot = await found(world, entity, written(`${path}[$not]`, operator, operand), filters);
    const [right, answer] = [`${due.join(' ')}, not: ${rest.join(' ')}`, `${is.join(' ')}, not: ${isNot.join(' ')}`];
    if (answer !== right) faults.push(`${operator} ${JSON.stringify(operand)} finds ${answer}, instead of ${right}`);
  }
  return faults;
}
