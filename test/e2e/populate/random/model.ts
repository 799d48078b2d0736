import fc from 'fast-check';
import type { EngineName } from '../../../support/databases.js';
import type { Askable } from '../asking.js';
import { type Condition, type EntityFacts, type Facts, type RelationFacts, type Row, factsOf } from '../facts.js';
import { numberOperators, textOperators } from '../operators.js';
import { type RandomContext, narrowOf } from './entities.js';
import { type KeyKind, kinds } from './keys.js';
import {
  type ClassPlan,
  type MappingPlan,
  type Side,
  type TablePlan,
  fieldsOf,
  propertiesOf,
  sidesOf,
  tableOf,
} from './mapping.js';
import { type RandomData, type RandomRow, isOf, markOf, referredBy, rowsOfClass } from './rows.js';

type RandomFacts = Facts<RandomData, RandomContext>;
type Related = RelationFacts<RandomData, RandomContext>['related'];

/** What a mapping means: its rows by their numbers, whatever keys tell them apart in the database. */
export class RandomModel implements Askable {
  readonly facts: RandomFacts;

  constructor(
    private readonly mapping: MappingPlan,
    private readonly engine: EngineName,
  ) {
    this.facts = Object.fromEntries(mapping.classes.map((of) => [of.name, this.factsOf(of)]));
  }

  operators(entity: string, field: string): fc.Arbitrary<Condition> | undefined {
    if (field === 'label') return textOperators();
    if (field === 'weight' || field === 'extra' || field === 'box.size') return numberOperators(3);
    const kind = this.kindOf(entity, field);
    if (kind === undefined || kind === 'binary' || kind === 'upper') return undefined;
    const value = fc.integer({ min: 1, max: 9 }).map((number) => kinds[kind].shown(number, this.engine));
    return fc.record({ $in: fc.uniqueArray(value, { minLength: 1, maxLength: 4 }) });
  }

  sorts(entity: string): readonly string[] {
    const { fields, relations } = factsOf(this.facts, entity);
    const own = fields.filter((field) => this.kindOf(entity, field) !== 'binary');
    const single = Object.entries(relations).filter(([, { toMany }]) => !toMany);
    return [...own, ...single.flatMap(([name]) => [`${name}.label`, `${name}.weight`])];
  }

  /** True where a cursor can hold the keys of an entity. */
  hasCursors(entity: string): boolean {
    return factsOf(this.facts, entity).key.every((name) => this.kindOf(entity, name) !== 'binary');
  }

  /** Returns a function that tells the hidden keys of an entity's lazy relations from other properties. */
  keysOfLazy(entity: string): (name: string) => boolean {
    const of = this.mapping.classes.find(({ name }) => name === entity);
    // The class that has a table reads the columns of those that share it.
    const lazy = this.mapping.relations.some((each) =>
      [each.owner, each.target].some(({ table }) => each.lazy && table === of?.table),
    );
    return (name) => lazy && /^(c\d|r\d+_\d)$/.test(name);
  }

  /** Lists the marks of the rows that nobody in a context may see. */
  hiddenMarks({ tables }: RandomData, context: RandomContext): readonly string[] {
    return this.mapping.tables.flatMap((table, place) =>
      (tables[place] ?? []).filter((row) => !isVisible(table, row, context)).map((row) => markOf(table, row)),
    );
  }

  private kindOf(entity: string, field: string): KeyKind | undefined {
    const of = this.mapping.classes.find(({ name }) => name === entity);
    if (of === undefined || !/^k\d$/.test(field)) return undefined;
    return tableOf(this.mapping, of).key[Number(field.slice(1))];
  }

  private factsOf(of: ClassPlan): EntityFacts<RandomData, RandomContext> {
    const table = tableOf(this.mapping, of);
    return {
      fields: fieldsOf(this.mapping, of),
      key: propertiesOf('k', table.key),
      rows: (data) => rowsOfClass(this.mapping, of, data).map((row) => this.shown(table, row)),
      isVisible: (row, context) => isVisible(table, rowOf(row), context),
      relations: Object.fromEntries(sidesOf(this.mapping, of).map((side) => [side.name, this.relation(side)])),
    };
  }

  private relation(side: Side): RelationFacts<RandomData, RandomContext> {
    const { plan, toMany, target } = side;
    const { limit, extra, where, when, narrow } = plan;
    return {
      target: target.name,
      toMany,
      limit: toMany ? limit : 1,
      maximum: toMany ? limit + extra : 1,
      sort: toMany ? plan.sort : [],
      fields: narrow ? narrowOf(this.mapping, target) : undefined,
      where: (row, { tier }) =>
        where === 'spam' ? !rowOf(row).spam : where === 'context' ? rowOf(row).tier <= tier : true,
      isShown: ({ shows }) => !when || shows,
      related: this.related(side),
    };
  }

  private related({ relation, target, isOwner }: Side): Related {
    const table = tableOf(this.mapping, target);
    const all = (data: RandomData) => rowsOfClass(this.mapping, target, data);
    const shown = (rows: readonly RandomRow[]) => rows.map((row) => this.shown(table, row));
    if (relation.type === 'many-to-many') {
      return (row, data) => {
        const links = data.links[relation.name] ?? [];
        const { number } = rowOf(row);
        return shown(
          all(data).filter((other) =>
            isOwner
              ? isReachable(relation.byCode, other) &&
                links.some(({ own, far }) => own === number && far === other.number)
              : isReachable(relation.byCode, rowOf(row)) &&
                links.some(({ own, far }) => own === other.number && far === number),
          ),
        );
      };
    }
    const refers = (one: RandomRow, other: RandomRow) =>
      referredBy(one, relation) === other.number && isReachable(relation.byCode, other);
    return (row, data) =>
      shown(all(data).filter((other) => (isOwner ? refers(rowOf(row), other) : refers(other, rowOf(row)))));
  }

  /** Returns a row as answers have it. */
  private shown(table: TablePlan, row: RandomRow): Row {
    const keys = table.key.map((kind, place) => [`k${place}`, kinds[kind].shown(row.number, this.engine)] as const);
    const { label, weight, extra, size } = row;
    return {
      ...Object.fromEntries(keys),
      mark: markOf(table, row),
      label,
      weight,
      extra,
      'box.size': size,
      [origin]: row,
    };
  }
}

/** The row that the values of an answer are of. */
const origin = Symbol('row');

function rowOf(row: Row): RandomRow {
  return (row as unknown as { readonly [origin]: RandomRow })[origin];
}

/** True where a row can be referred to: by its second key only if it has one. */
export function isReachable(byCode: boolean, { hasCode }: RandomRow): boolean {
  return !byCode || hasCode;
}

function isVisible(table: TablePlan, row: RandomRow, { tier, word }: RandomContext): boolean {
  if ((table.deletes && row.isDeleted) || (table.scope && row.tier > tier)) return false;
  return table.children.every((child) => !child.scope || !isOf(child, row) || row.label !== word);
}
