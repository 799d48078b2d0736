import { planOf } from '../../../lib/ast/index.js';
import { compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { expectReviewed } from '../../support/reviewed.js';
import { Desk } from './library.js';

/** The facts of sort keys beside their texts, by which a cursor is made and compared. */
async function keysOf(engine: EngineName, sort: string): Promise<readonly string[]> {
  const desk = await Desk.on(engine);
  const plan = planOf(desk.parse(`sort=${sort}`));
  const {
    list: { schema },
  } = plan;
  const sqlPlan = { schema, conditions: [], scopes: new Map(), sort: plan.asked.sort ?? [], total: true } as const;
  const changes = compile({ ...sqlPlan, nulls: 'engine' }, desk.volumes());
  return changes.order.map(({ comparand, isOrdinal, expression, rootColumn, joined, nullable, nullsFirst }) =>
    [
      comparand.replace(/["`]/g, ''),
      `column: ${expression?.metadata.propertyName}, of the root: ${rootColumn?.metadata.propertyName}`,
      ...(isOrdinal ? ['ordinal'] : []),
      ...(joined ? ['joined'] : []),
      ...(nullable ? ['nullable'] : []),
      ...(nullsFirst ? ['NULLs first'] : []),
    ].join(', '),
  );
}

/** A sort of volumes on an engine, and the reason for the row; `order-keys.txt` has the facts. */
const rows: readonly (readonly [engine: EngineName, sort: string, why: string])[] = [
  ['postgres', 'title', 'a column of the root'],
  ['postgres', 'pages', 'one that can be NULL, which is the largest'],
  ['mariadb', 'pages', 'or the smallest'],
  ['postgres', 'publisher.name', 'a column of a join'],
  ['postgres', 'writer.name', 'one that may find no row'],
  ['postgres', 'reviews.$count', 'a count'],
  ['postgres', 'reviews.stars', 'the smallest of many'],
  ['postgres', 'reviews.verdict', 'the smallest name'],
  ['mariadb', 'reviews.verdict', 'the name of the smallest position'],
  ['mariadb', 'reviews.stars', 'no position'],
  ['postgres', 'size', 'a name by itself'],
  ['mariadb', 'size', 'a name by its position'],
];

it('the facts of sort keys are as reviewed', async () => {
  const lines: string[] = [];
  for (const [engine, sort, why] of rows) {
    lines.push('', `sort=${sort} on ${engine}: ${why}`, ...(await keysOf(engine, sort)).map((key) => `  ${key}`));
  }
  expectReviewed(new URL('order-keys.txt', import.meta.url), lines);
});
