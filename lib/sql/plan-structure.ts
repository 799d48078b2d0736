import { BoundedCache, numberOfObject } from '../caches/index.js';
import type { SqlPlan } from './changes.js';
import { type Operands, StructureWriter } from './structure.js';

/** Identity of all plans with one SQL. */
export interface Structure {
  /** Unique number of the structure. */
  readonly number: number;
}

/** Plan taken apart: its structure, and the values that distinguish plans of the structure. */
export interface StructuredPlan {
  readonly structure: Structure;
  readonly operands: Operands;
}

/** Writes the effect of a plan's member on its SQL. */
type Write<Member extends keyof SqlPlan> = (value: SqlPlan[Member], writer: StructureWriter) => void;

/** Member outside the structure, with the reason. */
type NoPart = 'named by the way' | 'not in the SQL';

/**
 * Every member of a plan, and its part in the structure. A new member does not compile without a row here, because a
 * structure that forgot it would give one request the statement of another.
 */
const members: { readonly [Member in keyof Required<SqlPlan>]: Write<Member> | NoPart } = {
  schema: (schema, writer) => (writer.text += `e${numberOfObject(schema)}`),
  selected: (schema, writer) => (writer.text += schema === undefined ? '' : `s${numberOfObject(schema)}`),
  conditions: (conditions, writer) => writer.conditions(conditions),
  scopes: (scopes, writer) => {
    for (const [schema, condition] of scopes) {
      writer.text += `s${numberOfObject(schema)}`;
      writer.condition(condition);
    }
  },
  aggregated: (aggregated, writer) => {
    if (aggregated === undefined) return;
    for (const [aggregate, condition] of aggregated) {
      writer.text += `a${numberOfObject(aggregate)}(`;
      writer.conditions(condition === undefined ? [] : [condition]);
    }
  },
  leading: (columns, writer) => (writer.text += columns === undefined ? '' : `l${JSON.stringify(columns)}`),
  strategy: (strategy, writer) => (writer.text += strategy ?? ''),
  // A plan has at most one such condition, and it is also written among the conditions.
  inGroups: (condition, writer) => (writer.text += condition === undefined ? '' : 'g'),
  shapes: 'named by the way',
  union: 'named by the way',
  naming: 'not in the SQL',
  relatedDeleted: (areSeen, writer) => (writer.text += areSeen === true ? 'd' : ''),
  givenAway: (isGivenAway, writer) => (writer.text += isGivenAway === true ? 'h' : ''),
  sort: (terms, writer) => writer.sort(terms),
  total: (isTotal, writer) => (writer.text += isTotal ? 't' : ''),
  nulls: (nulls, writer) => (writer.text += nulls),
  keyDirection: (direction, writer) => (writer.text += direction ?? ''),
  isWhole: (isWhole, writer) => (writer.text += isWhole === true ? 'w' : ''),
};

/** Structures of recent requests. */
const structures = new BoundedCache<Structure>({ entries: 2_000, size: 2_000_000 });
let numbered = 0;

/**
 * Returns the structure of a plan. For one builder, and one way to compile, plans of one structure have the same SQL.
 */
export function structureOf(plan: SqlPlan): StructuredPlan {
  const writer = new StructureWriter(plan.schema.dialect);
  write(plan, writer);
  const { text, operands } = writer;
  let structure = structures.get(text);
  if (structure === undefined) structures.set(text, (structure = { number: (numbered += 1) }), text.length);
  return { structure, operands };
}

function write(plan: SqlPlan, writer: StructureWriter): void {
  for (const add of writers) {
    writer.text += ' ';
    add(plan, writer);
  }
}

/** Binds a row of the table to its member. */
function writerOf<Member extends keyof SqlPlan>(
  member: Member,
): readonly ((plan: SqlPlan, writer: StructureWriter) => void)[] {
  const row: Write<Member> | NoPart = members[member];
  return typeof row === 'string' ? [] : [(plan, writer) => row(plan[member], writer)];
}

const writers = (Object.keys(members) as (keyof SqlPlan)[]).flatMap((member) => writerOf(member));
