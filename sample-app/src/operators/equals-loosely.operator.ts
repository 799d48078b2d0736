import { defineOperator } from 'nestjs-filterable';

declare module 'nestjs-filterable' {
  interface TextOperators<V> {
    $eqLoosely?: V;
  }
}

/** `filters[name][$eqLoosely]=snakebar` finds "Snake_Bar" and "Snake Bar": people remember names, not how they are spaced. */
export const equalsLoosely = defineOperator({
  token: '$eqLoosely',
  takes: 'value',
  kinds: ['text'],
  summary: 'equals the text, whatever the case, the spaces and the underscores',
  sql: ({ column, operands: [text = ''] }) => `${bare(column.sql)} = ${bare(text)}`,
});

function bare(text: string): string {
  return `LOWER(REPLACE(REPLACE(${text}, ' ', ''), '_', ''))`;
}
