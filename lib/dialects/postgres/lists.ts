import { aboutList } from '../documents.js';
import { junction } from '../junction.js';
import {
  type ListColumn,
  type ListDialect,
  type ListElements,
  type ListPhrases,
  type ListQuestion,
  matchInText,
  negatedIf,
  wordOf,
} from '../lists.js';

/** Operators on two arrays: the first has every element of the second, or some. A GIN index serves both. */
const signs = { every: '@>', some: '&&' } as const;

/** Alias of the elements of a list. */
const element = 'nf_element';

/** Arrays, compared with one parameter. The server infers its type from the column's. */
const arrays: ListPhrases = {
  has: (column, question) => {
    const { quantifier, negated } = question;
    const has = (list: string) => `${list} ${signs[quantifier]} ${bindAll(question)}`;
    if (column.elementsStoredAs !== 'text') return negatedIf(negated, has(column.sql));
    return negatedIf(negated, `(${has(column.sql)} AND ${has(exactTexts(column.sql))})`);
  },
  empty: ({ sql }, negated) => `${sql} ${negated ? '<>' : '='} '{}'`,
  // As text, because citext and char have a LIKE of their own.
  hasMatch: ({ sql }, { matches, negated }) => {
    const element = 'CAST(nf_element.v AS text)';
    return aboutList(`EXISTS (SELECT 1 FROM UNNEST(${sql}) AS nf_element(v) WHERE ${matches(element)})`, sql, negated);
  },
  elements: arrayElements,
};

function arrayElements({ sql, elementsStoredAs }: ListColumn): ListElements {
  return {
    from: `UNNEST(${sql}) AS ${element}(v)`,
    value: elementsStoredAs === 'text' ? `CAST(${element}.v AS text) COLLATE "C"` : `${element}.v`,
  };
}

/** Delimited lists, split into arrays. An index on `string_to_array(column, ',')` serves them. */
const delimited: ListPhrases = {
  has: ({ sql }, question) => {
    const { quantifier, negated } = question;
    return negatedIf(negated, `${split(sql)} ${signs[quantifier]} ${bindAll(question)}`);
  },
  empty: ({ sql }, negated) => `${deterministic(sql)} ${negated ? '<>' : '='} ''`,
  hasMatch: matchInText,
  elements: ({ sql }) => ({ from: `UNNEST(${split(sql)}) AS ${element}(v)`, value: `${element}.v COLLATE "C"` }),
};

/** Lists of PostgreSQL, by a driver that binds arrays. */
export const postgresLists: ListDialect = { array: arrays, delimited };

/** Lists of CockroachDB, which takes no COLLATE on an array. */
export const cockroachLists: ListDialect = {
  array: {
    ...arrays,
    has: (column, question) => arrays.has({ ...column, elementsStoredAs: 'unknown' }, question),
    elements: (column) => arrayElements({ ...column, elementsStoredAs: 'unknown' }),
  },
  delimited,
};

/** Lists of PostgreSQL, by a driver that binds single values. No index serves their arrays. */
export const postgresListsByElement: ListDialect = {
  array: {
    ...arrays,
    has: ({ sql, elementsStoredAs }, { quantifier, elements, bind, negated }) => {
      const list = elementsStoredAs === 'text' ? exactTexts(sql) : sql;
      // Beside an element that is NULL, ANY is NULL and not false.
      const each = elements.map(({ value }) => `(${bind(value)} = ANY(${list})) IS TRUE`);
      const has = junction(wordOf(quantifier), each);
      return negated ? `(${sql} IS NOT NULL AND NOT ${has})` : has;
    },
  },
  delimited: {
    ...delimited,
    has: ({ sql }, { quantifier, elements, bind, negated }) => {
      const texts = elements.map(({ value }) => bind(value)).join(', ');
      return negatedIf(negated, `${split(sql)} ${signs[quantifier]} CAST(ARRAY[${texts}] AS text[])`);
    },
  },
};

/** Binds all elements as one array. Each use has a parameter of its own, because the types differ. */
function bindAll({ elements, bind }: ListQuestion): string {
  return bind(elements.map(({ value }) => value));
}

/**
 * Compares the elements byte by byte, because citext ignores case, a nondeterministic collation can ignore anything,
 * and char ignores trailing spaces. The plain comparison stays beside it for the index.
 */
function exactTexts(sql: string): string {
  return `CAST(${sql} AS text[]) COLLATE "C"`;
}

function split(sql: string): string {
  return `string_to_array(${deterministic(sql)}, ',')`;
}

/**
 * Puts a text under a collation in which it can be split: before PostgreSQL 18, a nondeterministic one cannot be
 * searched. For a column with the database's own collation this changes nothing, its indexes included.
 */
function deterministic(sql: string): string {
  return `${sql} COLLATE "default"`;
}
