import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { type EntityRules, FilterService, rulesFor } from 'nestjs-filterable';
import { describeEntities } from '../../support/metadata.js';
import { Member, Team } from '../../support/ruled/entities.js';

/** The rules apart from entities in docs/rules.md, without their imports, as a function of what they import. */
const [, code = ''] = /^```ts\n[^]*?(export const rules[^]*?)^```$/m.exec(readFileSync('docs/rules.md', 'utf8')) ?? [];

it('docs/rules.md shows rules that an application can start with', async () => {
  const run = compileFunction(`${code.replace('export const', 'const')}; return rules;`, [
    'rulesFor',
    'Member',
    'Team',
  ]);
  const rules = run(rulesFor, Member, Team) as readonly EntityRules[];
  const filters = FilterService.forDataSource(await describeEntities('sqlite', [Member, Team]), { rules });
  const { fields, search } = filters.describe('people');
  expect(fields.map(({ name }) => name)).toEqual(['id', 'age', 'called']);
  expect(search).toEqual(['called', 'team.title']);
});
