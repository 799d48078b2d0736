import type { EngineName } from '../../support/databases.js';

/** SQL written by hand, of one engine. It looks for texts by their position, where the library matches patterns. */
export interface Hand {
  /** A text contains another, whatever the case of their letters as far as the engine knows case. */
  has(sql: string, text: string): string;
  /** The text at a path of `s.specs`, NULL where there is none. */
  readonly color: string;
  /** Whether there is a text in `s.specs.labels` that contains another. */
  label(text: string): string;
  /** Whether `s.tags` has an element that contains a text. */
  tag(text: string): string;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A list in one text, in which a word lies within one element if there is no comma in it. */
function inText(hand: Pick<Hand, 'has'>): Hand['tag'] {
  return (text) => (text.includes(',') ? '1 = 0' : hand.has('s.tags', text));
}

const sqlite: Pick<Hand, 'has'> = {
  has: (sql, text) => `INSTR(LOWER(${sql}), LOWER(${quoted(text)})) > 0`,
};

const mariadb: Pick<Hand, 'has'> = {
  has: (sql, text) =>
    `LOCATE(CAST(LOWER(${quoted(text.replaceAll('\\', '\\\\'))}) AS BINARY), CAST(LOWER(${sql}) AS BINARY)) > 0`,
};

const postgres: Pick<Hand, 'has'> = {
  has: (sql, text) => `POSITION(LOWER(${quoted(text)}) IN LOWER(${sql})) > 0`,
};

/** The SQL of each engine. */
export const hands: Readonly<Record<EngineName, Hand>> = {
  sqlite: {
    ...sqlite,
    color: "CASE json_type(s.specs, '$.color') WHEN 'text' THEN s.specs ->> '$.color' END",
    label: (text) =>
      `EXISTS (SELECT 1 FROM json_each(s.specs, '$.labels') e WHERE json_type(s.specs, '$.labels') = 'array' ` +
      `AND e.type = 'text' AND ${sqlite.has('e.value', text)})`,
    tag: inText(sqlite),
  },
  postgres: {
    ...postgres,
    color: "CASE WHEN jsonb_typeof(s.specs -> 'color') = 'string' THEN s.specs ->> 'color' END",
    label: (text) =>
      "EXISTS (SELECT 1 FROM jsonb_array_elements(CASE WHEN jsonb_typeof(s.specs -> 'labels') = 'array' " +
      `THEN s.specs -> 'labels' ELSE '[]' END) e WHERE jsonb_typeof(e) = 'string' AND ${postgres.has("(e #>> '{}')", text)})`,
    tag: (text) => `EXISTS (SELECT 1 FROM unnest(s.tags) e WHERE ${postgres.has('e', text)})`,
  },
  mariadb: {
    ...mariadb,
    color: "CASE JSON_TYPE(JSON_EXTRACT(s.specs, '$.color')) WHEN 'STRING' THEN JSON_VALUE(s.specs, '$.color') END",
    label: (text) =>
      `(JSON_TYPE(JSON_EXTRACT(s.specs, '$.labels')) = 'ARRAY' AND EXISTS (SELECT 1 FROM JSON_TABLE(s.specs, '$.labels[*]' ` +
      `COLUMNS (v JSON PATH '$')) e WHERE JSON_TYPE(e.v) = 'STRING' AND ${mariadb.has('JSON_UNQUOTE(e.v)', text)}))`,
    tag: inText(mariadb),
  },
};
