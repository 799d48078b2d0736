import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Shaped, numberOfShape } from '../ast/index.js';
import { BoundedCache } from '../caches/index.js';
import {
  type ChangesTemplate,
  type SqlChanges,
  type SqlPlan,
  changesFrom,
  changesTemplate,
  dataSourceOf,
  fingerprintOf,
  parameterNamesOf,
  part,
  statementFacts,
} from '../sql/index.js';

/** A list whose plan is to be compiled. */
interface KnownList<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** The shape of the request, which decides the plan but for its operands; undefined where it is not known. */
  readonly shaped: Shaped | undefined;
}

const bounds = { entries: 500, size: 1_000_000 };

/** What is known of the lists of a data source: a template, or that there is none. */
type Templates = BoundedCache<ChangesTemplate | undefined>;

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
  const fingerprint = shaped && fingerprintOf(builder);
  if (shaped === undefined || fingerprint === undefined || 'reason' in fingerprint) return compile();
  const source = dataSourceOf(builder);
  const templates = templatesOf(source);
  const { nulls, isWhole } = plan;
  const beside = `${nulls}${isWhole === true ? ' whole' : ''} ${daysIn(shaped)}${namesText(builder)}`;
  const key = `${numberOfShape(shaped)} ${way} ${beside}${fingerprint.text}`;
  const template = templates.get(key);
  const { operands } = shaped;
  const known = template && changesFrom(template, { facts: statementFacts(builder, plan), source, operands });
  if (known !== undefined) return known;
  const changes = compile();
  if (template === undefined && !templates.has(key)) {
    templates.set(key, changesTemplate(changes, operands), key.length + (changes.where?.length ?? 0));
  }
  return changes;
}

function templatesOf(source: DataSource): Templates {
  let templates = caches.get(source);
  if (templates === undefined) caches.set(source, (templates = new BoundedCache(bounds)));
  return templates;
}

/** Writes which operands are days, which are compared by other SQL than instants. */
function daysIn({ operands }: Shaped): string {
  let text = '';
  for (const [place, values] of operands.entries()) {
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
