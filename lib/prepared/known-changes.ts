import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Shaped, numberOfShape } from '../ast/index.js';
import { BoundedCache, Sightings, twin } from '../caches/index.js';
import {
  type ChangesTemplate,
  type SqlChanges,
  type SqlPlan,
  changesFrom,
  changesTemplate,
  dataSourceOf,
  isForLengths,
  parameterNamesOf,
  part,
  statementFacts,
} from '../sql/index.js';
import { changesText } from './statement-key.js';

/** A list whose plan is to be compiled. */
export interface KnownList<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** The shape of the request, which decides the plan but for its operands; undefined where it is not known. */
  readonly shaped: Shaped | undefined;
  /** Returns the text that tells the builder from others; undefined where there is none. */
  readonly fingerprint: () => string | undefined;
}

const bounds = { entries: 500, size: 1_000_000 };

/** The most values of a request that has a template for these numbers of values. */
const mostCounted = 32;

/** What is known of the lists of a data source. */
class Templates {
  /** The templates; undefined for a list that has none. */
  private readonly templates = new BoundedCache<ChangesTemplate | undefined>(bounds);
  private readonly sightings = new Sightings(bounds.entries);

  /** Returns the template for a request. */
  find(key: string, operands: Shaped['operands']): ChangesTemplate | undefined {
    const first = this.templates.get(key);
    if (first === undefined || isForLengths(first, operands)) return first;
    const own = keyForLengths(key, operands);
    return own === undefined ? undefined : this.templates.get(own);
  }

  /** Keeps the template of a request that has none; beside the first of its key, one for each numbers of values that come twice. */
  keep(key: string, changes: SqlChanges, operands: Shaped['operands']): void {
    if (!this.templates.has(key)) return this.set(key, changes, operands);
    const own = this.templates.get(key) && keyForLengths(key, operands);
    if (own !== undefined && !this.templates.has(own) && this.sightings.isSeen(own)) this.set(own, changes, operands);
  }

  private set(key: string, changes: SqlChanges, operands: Shaped['operands']): void {
    this.templates.set(key, changesTemplate(changes, operands), key.length + (changes.where?.length ?? 0));
  }
}

/** Returns a key for the numbers of values that operands have; undefined where they are many. */
function keyForLengths(key: string, operands: Shaped['operands']): string | undefined {
  let sum = 0;
  for (const { length } of operands) sum += length;
  return sum > mostCounted ? undefined : `${key} ${operands.map(({ length }) => length).join()}`;
}

const caches = new WeakMap<DataSource, Templates>();

/**
 * Returns what `compile` does, made from the template of an earlier request of the same shape where there is one: to write the
 * conditions and the order of a request again, and to look for its statement by the whole text, takes a third of the time of a page.
 *
 * @param way what the result depends on beside the list itself
 */
export function compileKnown<E extends ObjectLiteral>(
  list: KnownList<E>,
  way: string,
  compile: () => SqlChanges,
): SqlChanges {
  const { builder, plan, shaped } = list;
  const key = shaped && keyOf(list, shaped, way);
  if (shaped === undefined || key === undefined) return compile();
  const { operands } = shaped;
  const source = dataSourceOf(builder);
  const templates = templatesOf(source);
  const template = templates.find(key, operands);
  const known = template && changesFrom(template, { facts: statementFacts(builder, plan), source, operands });
  if (known !== undefined) {
    twin?.same('a compiled plan', factsOf(known), () => factsOf(compile()));
    return known;
  }
  const changes = compile();
  if (template === undefined) templates.keep(key, changes, operands);
  return changes;
}

/** Returns all that a statement takes of a compiled plan. */
function factsOf(changes: SqlChanges) {
  return { text: changesText(changes), parameters: changes.statement.parameters, naming: changes.statement.naming };
}

/** Returns the template that {@link compileKnown} would make a plan from; undefined where there is none. */
export function templateFor<E extends ObjectLiteral>(list: KnownList<E>, way: string): ChangesTemplate | undefined {
  const { builder, shaped } = list;
  const key = shaped && keyOf(list, shaped, way);
  return key === undefined ? undefined : templatesOf(dataSourceOf(builder)).find(key, shaped?.operands ?? []);
}

/** What a template depends on beside the shape of the request, and the key that was made of it. */
interface KeyOfTemplate {
  readonly way: string;
  readonly nulls: string;
  readonly isWhole: boolean | undefined;
  readonly hasGroups: boolean;
  /** The kinds of the operands, and the names of the builder's parameters. */
  readonly beside: string;
  readonly fingerprint: string;
  readonly key: string;
}

/** The last key of each shape: with it comes its hash, and to make one anew takes longer than to look for what it is the key of. */
const lastKeys = new WeakMap<object, KeyOfTemplate>();

/** Writes what a template depends on; undefined where that cannot be told. */
function keyOf<E extends ObjectLiteral>(
  { builder, plan: { nulls, isWhole, inGroups }, fingerprint: fingerprintOf }: KnownList<E>,
  shaped: Shaped,
  way: string,
): string | undefined {
  const fingerprint = fingerprintOf();
  if (fingerprint === undefined) return undefined;
  const beside = kindsOf(shaped) + namesText(builder);
  const hasGroups = inGroups !== undefined;
  const last = lastKeys.get(shaped.shape);
  if (last?.way === way && last.nulls === nulls && last.isWhole === isWhole && last.hasGroups === hasGroups) {
    if (last.beside === beside && last.fingerprint === fingerprint) return last.key;
  }
  const whole = `${isWhole === true ? ' whole' : ''}${hasGroups ? ' groups' : ''}`;
  const key = `${numberOfShape(shaped)} ${way} ${nulls}${whole} ${beside}${fingerprint}`;
  lastKeys.set(shaped.shape, { way, nulls, isWhole, hasGroups, beside, fingerprint, key });
  return key;
}

function templatesOf(source: DataSource): Templates {
  let templates = caches.get(source);
  if (templates === undefined) caches.set(source, (templates = new Templates()));
  return templates;
}

/** Writes which operands have several values, and which are days: these are compared by other SQL than one value, and than instants. */
function kindsOf({ operands }: Shaped): string {
  let text = '';
  for (let place = 0; place < operands.length; place += 1) {
    const values = operands[place] ?? [];
    if (values.length > 1) text += `${place} `;
    // The values of an operand are all of one kind.
    if (typeof values[0] !== 'object') continue;
    for (const [index, value] of values.entries()) {
      if (typeof value === 'object' && value.type === 'day') text += `${place}.${index} `;
    }
  }
  return text;
}

/** Writes the names of the builder's own parameters, which those of the library avoid. */
function namesText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string {
  let text = '';
  for (const name of parameterNamesOf(builder)) text += part(name);
  return text;
}
