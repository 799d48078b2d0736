import { inspect, isDeepStrictEqual } from 'node:util';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Alias } from 'typeorm/query-builder/Alias.js';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import type { Twin } from '../../../lib/caches/twin.js';
import { renamed } from './renamed.js';

/**
 * TypeORM's entities, except that it joins the columns of a key with `_`, and takes different keys for one. So it does
 * with keys that only microseconds tell apart, which a Date has lost: the rows tell them apart where each is an entity.
 */
class EntitiesByKeys extends RawSqlResultsToEntityTransformer {
  areEach = false;

  protected override group(rows: ObjectLiteral[], alias: Alias): Map<string, ObjectLiteral[]> {
    const groups = new Map<string, ObjectLiteral[]>();
    const whole: Map<string, ObjectLiteral[]> = super.group(rows, alias);
    const names = alias.metadata.primaryColumns.map(({ databaseName }) => this.buildAlias(alias.name, databaseName));
    const isEach = this.areEach && alias === this.expressionMap.mainAlias;
    if (isEach && rows.some((row) => names.some((name) => row[name] instanceof Date))) {
      return new Map(rows.map((row, place) => [String(place), [row]]));
    }
    if (names.length < 2) return whole;
    const place = new Map([...whole].flatMap(([key, members]) => members.map((row) => [row, key] as const)));
    for (const row of rows) {
      const key = JSON.stringify([place.get(row), ...names.map((name) => (row[name] as unknown) ?? '')]);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return groups;
  }
}

/** What is kept is not what is made anew. */
export class TwinDifference extends Error {
  override readonly name = 'TwinDifference';

  constructor(what: string, kept: unknown, anew: unknown) {
    const shown = (value: unknown) => inspect(value, { depth: 6, breakLength: 120, maxStringLength: null });
    super(`${what}: kept is\n${shown(kept)}\nand made anew it is\n${shown(anew)}`);
  }
}

/** Compares whatever the library takes from a cache with what it makes anew. */
export class TwinOfTests implements Twin {
  private depth = 0;

  /** True while something is made anew, which nobody else has asked for. */
  get isAtWork(): boolean {
    return this.depth > 0;
  }

  private atWork<Made>(make: () => Made): Made {
    this.depth += 1;
    try {
      return make();
    } finally {
      this.depth -= 1;
    }
  }

  same(what: string, kept: unknown, anew: () => unknown): void {
    const other = this.atWork(anew);
    if (isDeepStrictEqual(kept, other)) return;
    if (!isDeepStrictEqual(statementParts(kept), statementParts(other))) throw new TwinDifference(what, kept, other);
  }

  entities(
    builder: SelectQueryBuilder<ObjectLiteral>,
    rows: ObjectLiteral[],
    made?: 'whole' | 'each' | 'columns',
  ): unknown {
    const { expressionMap, connection } = builder;
    const { mainAlias, joinAttributes } = expressionMap;
    if (mainAlias === undefined) throw new TypeError('the builder has no main alias');
    const entities = new EntitiesByKeys(expressionMap, connection.driver, []);
    const joinsOne = joinAttributes.every(({ relation }) => relation?.isManyToOne || relation?.isOneToOne);
    entities.areEach = made === 'columns' || made === 'each' || joinsOne;
    return entities.transform(rows, mainAlias);
  }
}

/**
 * Returns the parts of a statement in which nothing but the choice of names may differ, or any other value as it is.
 */
function statementParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('text' in value && 'values' in value)) return value;
  const names = 'names' in value ? value.names : [];
  return [renamed([value.text, names]), value.values];
}
