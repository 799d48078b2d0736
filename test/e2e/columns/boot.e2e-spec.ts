import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { FilterService, Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { columnMistakes } from './mistakes/columns.js';
import { fieldMistakes } from './mistakes/fields.js';
import type { Declaration } from './mistakes/mistake.js';
import { pathMistakes } from './mistakes/paths.js';

/** Boots the library for an entity with one such field, and returns the text of the error. */
async function errorOf(engine: EngineName, { column, field, beside, sort }: Declaration): Promise<string> {
  const fields = [field, ...(beside === undefined ? [] : [beside])];
  const query = (alias: string): string => `SELECT ${alias}.id`;
  // A column of its type could be read as a document.
  const property = column === 'virtual' ? VirtualColumn({ type: 'json', query }) : Column(column);

  @Entity()
  class Thing {
    @PrimaryColumn() id!: number;
    @property specs!: unknown;
    @Column() other!: string;
  }
  // The declarations are wrong, so that the compiler would refuse them.
  Filterable({ fields, ...(sort && { sort }) } as never)(Thing);
  const source = await describeEntities(engine, [Thing]);
  try {
    FilterService.forDataSource(source).describe(Thing);
    return 'no error';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Returns the text of an error with some mistakes. */
function textOf(messages: readonly string[]): string {
  const mistakes = messages.map((message) => `@Filterable() on Thing: ${message}`);
  if (mistakes.length === 1) return `FilterConfigurationError: ${mistakes.join('')}`;
  const list = mistakes.map((mistake) => `\n- ${mistake}`).join('');
  return `FilterConfigurationError: ${mistakes.length} mistakes in the configuration:${list}`;
}

const engines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];

describe.each(engines)('declarations on %s', (engine) => {
  const mistakes = [...columnMistakes, ...pathMistakes, ...fieldMistakes];
  it.each(mistakes.filter(({ on = engines }) => on.includes(engine)))(
    '$what is refused',
    async ({ declared, messages }) => {
      const expected = typeof messages === 'function' ? messages(engine) : messages;
      expect(await errorOf(engine, declared(engine))).toBe(textOf(expected));
    },
  );
});
