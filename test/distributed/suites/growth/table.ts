import { mkdirSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import type { GrowthRequest } from './requests.js';
import type { Shipped } from './shipped.js';

/** Rows and statements for each request, in their order, at one size; undefined where they were not measured. */
export interface Column {
  readonly size: number;
  readonly cells: readonly (Shipped | undefined)[];
}

const folder = new URL('../../../../reports/distributed/', import.meta.url);

/** Writes the table that docs/scale.md shows a part of. */
export async function writeTable(requests: readonly GrowthRequest[], columns: readonly Column[]): Promise<void> {
  const head = ['request', ...columns.map(({ size }) => `${grouped(size)} posts`)];
  const rows = requests.map(({ name }, index) => [name, ...columns.map(({ cells }) => textOf(cells[index]))]);
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  mkdirSync(folder, { recursive: true });
  const file = new URL('growth.md', folder);
  const text = await prettier.format(table, { parser: 'markdown' });
  writeFileSync(file, text);
  console.log(text);
}

function textOf(shipped: Shipped | undefined): string {
  return shipped === undefined ? '–' : `${grouped(shipped.rows)} / ${grouped(shipped.statements)}`;
}

function grouped(number: number): string {
  return number.toLocaleString('en');
}
