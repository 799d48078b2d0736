import { BoundedCache, numberOfObject } from '../caches/index.js';
import type { SqlPlan } from './changes.js';
import { type Operands, StructureWriter } from './structure.js';

/** Identity of all plans with one SQL. */
export interface Structure {
  /** Unique number of the structure. */
  readonly number: number;
  /** Whether its conditions leave a choice of ways to read a page. Undefined until that is asked. */
  leavesChoice: boolean | undefined;
}

/** Plan taken apart: its structure, and the values that distinguish plans of the structure. */
export interface StructuredPlan {
  readonly structure: Structure;
  readonly operands: Operands;
}

/** Writes the effect of a plan's member on its SQL. A member that is undefined or false has none. */
type Write<Member extends keyof SqlPlan> = (
  value: Exclude<SqlPlan[Member], undefined | false>,
  writer: StructureWriter,
) => void;

/** Writes nothing behind the mark of a member: that it is there is all. */
const hasNoMore = (): void => undefined;

/** Member outside the structure, with the reason. */
type NoPart = 'named by the way' | 'not in the SQL';

/**
 * Every member of a plan, and its part in the structure. A new member does not compile without a row here, because a
 * structure that forgot it would give one request the statement of another.
 */
const members: { readonly [Member in keyof Required<SqlPlan>]: Write<Member> | NoPart } = {
  schema: (schema, writer) => (writer.text += numberOfObject(schema)),
  selected: (schema, writer) => (writer.text += numberOfObject(schema)),
  conditions: (conditions, writer) => writer.conditions(conditions),
  scopes: (scopes, writer) => {
    for (const [schema, condition] of scopes) {
      writer.text += `s${numberOfObject(schema)}`;
      writer.condition(condition);
    }
  },
  aggregated: (aggregated, writer) => {
    for (const [aggregate, condition] of aggregated) {
      writer.text += `a${numberOfObject(aggregate)}(`;
      writer.conditions(condition === undefined ? [] : [condition]);
    }
  },
  leading: (columns, writer) => (writer.text += JSON.stringify(columns)),
  strategy: (strategy, writer) => (writer.text += strategy),
  // A plan has at most one such condition, and it is also written among the conditions.
  inGroups: hasNoMore,
  shapes: 'named by the way',
  union: 'named by the way',
  naming: 'not in the SQL',
  relatedDeleted: hasNoMore,
  givenAway: hasNoMore,
  sort: (terms, writer) => writer.sort(terms),
  total: hasNoMore,
  nulls: (nulls, writer) => (writer.text += nulls),
  keyDirection: (direction, writer) => (writer.text += direction),
  isWhole: hasNoMore,
};

/** Structures of recent requests. */
const structures = new BoundedCache<Structure>({ entries: 2_000, size: 2_000_000 });
let numbered = 0;

/**
 * Returns the structure of a plan. For one builder, and one way to compile, plans of one structure have the same SQL.
 */
export function structureOf(plan: SqlPlan): StructuredPlan {
  const writer = new StructureWriter(plan.schema.dialect);
  for (const write of writers) write(plan, writer);
  const { text, operands } = writer;
  let structure = structures.get(text);
  if (structure === undefined)
    structures.set(text, (structure = { number: (numbered += 1), leavesChoice: undefined }), text.length);
  return { structure, operands };
}

/** Writes each member behind its place in the table. Nothing else has a space before a number. */
function writerOf<Member extends keyof SqlPlan>(
  member: Member,
  place: number,
): readonly ((plan: SqlPlan, writer: StructureWriter) => void)[] {
  const row: Write<Member> | NoPart = members[member];
  if (typeof row === 'string') return [];
  const mark = ` ${place}:`;
  return [
    (plan, writer) => {
      const value = plan[member];
      if (!hasPart(value)) return;
      writer.text += mark;
      row(value, writer);
    },
  ];
}

function hasPart<Value>(value: Value): value is Exclude<Value, undefined | false> {
  return value !== undefined && value !== false;
}

const writers = (Object.keys(members) as (keyof SqlPlan)[]).flatMap(writerOf);
