import type { StoredColumn } from './stored.js';

/** Text column, as the phrases of a dialect use it. */
export interface TextColumn {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  /** Collation that the entity declares for it, if any. */
  readonly collation?: string | undefined;
  /** Type of the column in the database: PostgreSQL's `citext` ignores case in every operator of its own. */
  readonly type: string;
}

/** Values that are equal, and may be spelled in several ways, as SQL groups them. */
export interface Spellings {
  /** Expression that is the same for equal values. */
  readonly key: string;
  /**
   * Aggregate that gives the least spelling of a group, by its characters. Undefined where equal
   * values are spelled alike.
   */
  readonly least?: string | undefined;
}

/** Phrases for text that differ between engines. */
export interface TextPhrases {
  /** Writes `$eqi`: equal, case-insensitive. */
  equalIgnoringCase(column: TextColumn, parameter: string): string;

  /** Writes `$eqc`: equal, case-sensitive, under any collation of the column. */
  equalToTheLetter(column: TextColumn, parameter: string): string;

  /**
   * Escape character of LIKE patterns. MySQL's backslash needs no ESCAPE clause, which distributed servers
   * drop on the way to the node that compares. Elsewhere it is `!`, because a server may also read a
   * backslash as an escape in texts.
   */
  readonly likeEscape: '!' | '\\';

  /** Writes a case-insensitive LIKE; the parameter is a pattern with {@link likeEscape} as its escape. */
  likeIgnoringCase(column: TextColumn, parameter: string): string;

  /** Writes a case-sensitive LIKE; the parameter is a pattern in the syntax of {@link sensitivePattern}. */
  likeToTheLetter(column: TextColumn, parameter: string): string;

  /** Syntax of case-sensitive patterns. SQLite's LIKE always ignores the case of ASCII letters; its GLOB never does. */
  readonly sensitivePattern: 'like' | 'glob';

  /** Groups equal values: texts under the collation of a column, and date-times that are kept as texts. */
  spellings(column: StoredColumn & Pick<TextColumn, 'type'>): Spellings;
}
