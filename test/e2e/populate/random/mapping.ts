import fc from 'fast-check';
import { type KeyKind, keyKinds } from './keys.js';

/*
 * Any mapping: tables with keys of every kind, classes that share one, and relations of every type between them.
 */

export interface TablePlan {
  readonly name: string;
  readonly key: readonly KeyKind[];
  /** The columns of a second, unique key, which is hidden. */
  readonly code: readonly KeyKind[];
  readonly deletes: boolean;
  readonly scope: boolean;
  /** Whether it has an embedded object, `box`. */
  readonly box: boolean;
  readonly children: readonly ClassPlan[];
}

/** A class of a table: the only one, or one of those that share it. */
export interface ClassPlan {
  readonly name: string;
  readonly table: number;
  /** Undefined for the class that has the table. */
  readonly child: string | undefined;
  readonly scope: boolean;
}

/** The declaration of one side of a relation. */
export interface EndPlan {
  readonly limit: number;
  readonly extra: number;
  readonly sort: readonly string[];
  readonly narrow: boolean;
  readonly where: 'none' | 'spam' | 'context';
  readonly when: boolean;
}

export interface RelationPlan {
  /** Property path: `r0`, or `box.r0`. */
  readonly name: string;
  /** Property of the other side, which may not have any. */
  readonly inverse: string | undefined;
  readonly type: 'many-to-one' | 'one-to-one' | 'many-to-many';
  readonly owner: ClassPlan;
  readonly target: ClassPlan;
  readonly byCode: boolean;
  /** Whether the foreign key is a property with a transformer. */
  readonly transformed: boolean;
  readonly lazy: boolean;
  /** Whether the junction table may have a row twice. */
  readonly repeats: boolean;
  readonly own: EndPlan;
  readonly far: EndPlan;
}

export interface MappingPlan {
  readonly tables: readonly TablePlan[];
  readonly classes: readonly ClassPlan[];
  readonly relations: readonly RelationPlan[];
}

const one = (chances: number) => fc.nat(chances - 1).map((value) => value === 0);
const key = fc.oneof(
  { arbitrary: fc.array(fc.constantFrom(...keyKinds), { minLength: 1, maxLength: 1 }), weight: 3 },
  { arbitrary: fc.array(fc.constantFrom(...keyKinds), { minLength: 2, maxLength: 2 }), weight: 2 },
);

function table(index: number): fc.Arbitrary<TablePlan> {
  const name = `T${index}`;
  const child = (kind: string) =>
    one(2).map((scope): ClassPlan => ({ name: `${name}${kind}`, table: index, child: kind, scope }));
  const children = one(3).chain((shared): fc.Arbitrary<readonly ClassPlan[]> =>
    shared ? fc.tuple(child('A'), child('B')) : fc.constant([]),
  );
  return fc.record({ name: fc.constant(name), key, code: key, deletes: one(2), scope: one(2), box: one(2), children });
}

const end: fc.Arbitrary<EndPlan> = fc.record({
  limit: fc.integer({ min: 1, max: 3 }),
  extra: fc.integer({ min: 0, max: 2 }),
  sort: fc.constantFrom([], ['weight:desc'], ['label'], ['label:desc', 'weight']),
  narrow: one(4),
  where: fc.constantFrom('none', 'none', 'spam', 'context'),
  when: one(5),
});

const types = ['many-to-one', 'many-to-one', 'one-to-one', 'many-to-many', 'many-to-many'] as const;

function relation(index: number, { tables, classes }: Omit<MappingPlan, 'relations'>): fc.Arbitrary<RelationPlan> {
  return fc
    .record({
      type: fc.constantFrom(...types),
      owner: fc.constantFrom(...classes),
      target: fc.constantFrom(...classes),
      ...{ byCode: one(2), transformed: one(3), lazy: one(8), repeats: one(2), inBox: one(2), twoSided: one(4) },
      ...{ own: end, far: end },
    })
    .map(({ inBox, twoSided, ...plan }) => {
      // The columns of an embedded object have no properties of their own here.
      const boxed = inBox && plan.owner.child === undefined && tables[plan.owner.table]?.box === true;
      const name = boxed ? `box.r${index}` : `r${index}`;
      const [lazy, transformed] = [plan.lazy && !boxed, plan.transformed && !boxed && plan.type !== 'many-to-many'];
      return { ...plan, name, lazy, transformed, inverse: twoSided ? undefined : `i${index}` };
    });
}

export const mappings: fc.Arbitrary<MappingPlan> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 3, max: 6 }))
  .chain(([size, relations]) =>
    fc.tuple(...Array.from({ length: size }, (_, index) => table(index))).chain((tables) => {
      const classes = tables.flatMap(({ name, children }, index) => [
        { name, table: index, child: undefined, scope: false },
        ...children,
      ]);
      const parts = { tables, classes };
      const all = Array.from({ length: relations }, (_, index) => relation(index, parts));
      return fc.tuple(...all).map((made) => ({ ...parts, relations: made }));
    }),
  );

/** One side of a relation, as a class has it. */
export interface Side {
  readonly relation: RelationPlan;
  readonly name: string;
  readonly target: ClassPlan;
  readonly isOwner: boolean;
  readonly toMany: boolean;
  readonly plan: EndPlan;
}

/** Lists the relations of a class, with those that it inherits. */
export function sidesOf({ relations }: MappingPlan, of: ClassPlan): readonly Side[] {
  const has = (other: ClassPlan) => other.name === of.name || (other.child === undefined && other.table === of.table);
  return relations.flatMap((relation) => {
    const { name, inverse, owner, target, type } = relation;
    const own: Side = {
      ...{ relation, name, target, isOwner: true, toMany: type === 'many-to-many', plan: relation.own },
    };
    const sides = has(owner) ? [own] : [];
    if (inverse === undefined || !has(target)) return sides;
    const far = { relation, name: inverse, target: owner, isOwner: false, toMany: type !== 'one-to-one' };
    return [...sides, { ...far, plan: relation.far }];
  });
}

/** Returns the table of a class. */
export function tableOf({ tables }: MappingPlan, of: ClassPlan): TablePlan {
  const found = tables[of.table];
  if (found === undefined) throw new Error(`no table of ${of.name}`);
  return found;
}

/** Lists the properties of a key: `k0`, `k1`. */
export function propertiesOf(letter: 'k' | 'c', key: readonly KeyKind[]): readonly string[] {
  return key.map((_, place) => `${letter}${place}`);
}

/** Lists the fields that a class exposes and answers. */
export function fieldsOf(mapping: MappingPlan, of: ClassPlan): readonly string[] {
  const { key, box } = tableOf(mapping, of);
  const own = [...propertiesOf('k', key), 'mark', 'label', 'weight'];
  return [...own, ...(box ? ['box.size'] : []), ...(of.child === 'A' ? ['extra'] : [])];
}
