/** Column of text, as the phrases of a dialect are made of it. */
export interface TextColumn {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  /** Collation that the entity declares for it, if any. */
  readonly collation?: string | undefined;
  /** Type of the column in the database: PostgreSQL's `citext` ignores case in every operator of its own. */
  readonly type: string;
}

/** Phrases for text that differ between engines. */
export interface TextPhrases {
  /** Writes `$eqi`: equal, case-insensitive. */
  equalIgnoringCase(column: TextColumn, parameter: string): string;

  /** Writes `$eqc`: equal, case-sensitive, under any collation of the column. */
  equalToTheLetter(column: TextColumn, parameter: string): string;

  /** Writes a case-insensitive LIKE; the parameter is a pattern with `!` as its escape. */
  likeIgnoringCase(column: TextColumn, parameter: string): string;

  /** Writes a case-sensitive LIKE; the parameter is a pattern in the syntax of {@link sensitivePattern}. */
  likeToTheLetter(column: TextColumn, parameter: string): string;

  /** Syntax of case-sensitive patterns. SQLite's LIKE always ignores the case of ASCII letters; its GLOB never does. */
  readonly sensitivePattern: 'like' | 'glob';
}
