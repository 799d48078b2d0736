import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { selectionsOf } from './builder.js';
import { escapeForRegExp, textsIn } from './conditions-text.js';

/** An expression that a builder selects, with its name. */
export type Selection = SelectQueryBuilder<ObjectLiteral>['expressionMap']['selects'][number];

/**
 * Returns the selections that a builder's own clauses may refer to by name: without them, the clauses have no meaning.
 * SQLite's WHERE sees these names, too. A name counts wherever it stands as a word of its own, so that a selection may
 * be kept without need but is never missing.
 */
export function usedSelections<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): readonly Selection[] {
  const named = selectionsOf(builder).filter(({ aliasName }) => aliasName !== undefined);
  if (named.length === 0) return named;
  const { wheres, havings, groupBys, selectDistinctOn } = builder.expressionMap;
  const texts = textsIn([wheres, havings, groupBys, selectDistinctOn]);
  return named.filter(({ aliasName = '' }) => {
    const mention = mentionOf(aliasName);
    return texts.some((text) => mention.test(text));
  });
}

/** Matches a name that is no column of a table (`post.name`), no parameter (`:name`), and no function (`name(…)`). */
function mentionOf(name: string): RegExp {
  return new RegExp(`(^|[^\\w.:$"\`])["\`]?${escapeForRegExp(name)}(?![\\w.$]|["\`]\\.|\\s*\\()`, 'i');
}
