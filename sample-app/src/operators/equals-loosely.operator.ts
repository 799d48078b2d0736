import { defineOperator } from 'nestjs-filterable';

/** Makes the operator known to the types of filters written in code. */
declare module 'nestjs-filterable' {
  interface TextOperators<V> {
    $eqLoosely?: V;
  }
}

/** An operator of the application: `filters[name][$eqLoosely]=snakebar` finds "Snake_Bar" and "Snake Bar". */
export const equalsLoosely = defineOperator({
  token: '$eqLoosely',
  takes: 'value',
  kinds: ['text'],
  summary: 'equals the text, ignoring case, spaces and underscores',
  sql: ({ column, operands: [text = ''] }) => `${normalized(column.sql)} = ${normalized(text)}`,
});

/** SQL that removes spaces and underscores from a text, and lower-cases it. */
function normalized(text: string): string {
  return `LOWER(REPLACE(REPLACE(${text}, ' ', ''), '_', ''))`;
}
