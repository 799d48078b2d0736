import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { dataSourceOf, selectionsOf } from './builder.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;
type Selection = Builder['expressionMap']['selects'][number];

/** Drivers of SQLite, where WHERE sees the names of selections. In the other engines, only later clauses do. */
const seesInWhere: readonly string[] = ['better-sqlite3', 'sqlite', 'sqljs'];

/**
 * Returns the selections that a builder's own clauses may refer to by name: without them, the clauses have no meaning.
 * A name counts wherever it stands as a word of its own, so that a selection may be kept without need but is never
 * missing.
 */
export function usedSelections<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): readonly Selection[] {
  const named = selectionsOf(builder).filter(({ aliasName }) => aliasName !== undefined);
  if (named.length === 0) return named;
  const { wheres, havings, groupBys, selectDistinctOn } = builder.expressionMap;
  const inWhere = seesInWhere.includes(dataSourceOf(builder).options.type) ? wheres : [];
  const texts = textsIn([inWhere, havings, groupBys, selectDistinctOn]);
  return named.filter(({ aliasName = '' }) => {
    const mention = mentionOf(aliasName);
    return texts.some((text) => mention.test(text));
  });
}

/** Matches a name that is no column of a table (`post.name`), no parameter (`:name`), and no function (`name(…)`). */
function mentionOf(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w.:$"\`])["\`]?${literal}(?![\\w.$]|["\`]\\.|\\s*\\()`, 'i');
}

/** Collects the texts in a value: TypeORM keeps conditions as SQL, in nested lists of brackets. */
export function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}
