import type { EngineName } from '../../../support/databases.js';
import { type Mistake, delimited, text, whole } from './mistake.js';

/** The column types that each engine reads documents of. */
const documentTypes: Readonly<Record<EngineName, string>> = {
  sqlite: 'json, jsonb, simple-json, text, clob, varchar, character, nvarchar, nchar',
  postgres: 'jsonb, json',
  mariadb: 'json, simple-json, text, tinytext, mediumtext, longtext, varchar, char, nvarchar, national varchar',
};

function unreadable(name: string, type: string, engine: EngineName): string {
  return `${name} is in a column of type ${type}, which cannot be read as JSON here; make it one of: ${documentTypes[engine]}`;
}

/** Columns that hold no document, or none that the engine can read without an error. */
export const columnMistakes: readonly Mistake[] = [
  {
    what: 'a list of a number',
    declared: () => ({ column: whole, field: { name: 'specs', kind: 'integer', list: true } }),
    messages: (engine) => [unreadable('specs', 'int', engine)],
  },
  {
    what: 'paths of a number',
    declared: () => ({ column: whole, field: { name: 'specs', paths: { color: 'text' } } }),
    messages: (engine) => [unreadable('specs', 'int', engine), unreadable('specs.color', 'int', engine)],
  },
  {
    what: 'a list of a varchar',
    on: ['postgres'],
    declared: () => ({ column: text, field: { name: 'specs', kind: 'text', list: true } }),
    messages: (engine) => [unreadable('specs', 'varchar', engine)],
  },
  {
    what: 'paths of a varchar',
    on: ['postgres'],
    declared: () => ({ column: text, field: { name: 'specs', paths: { color: 'text' } } }),
    messages: (engine) => [unreadable('specs', 'varchar', engine), unreadable('specs.color', 'varchar', engine)],
  },
  {
    what: 'paths of text',
    on: ['postgres'],
    declared: () => ({ column: { type: 'text' }, field: { name: 'specs', paths: { color: 'text' } } }),
    messages: (engine) => [unreadable('specs', 'text', engine), unreadable('specs.color', 'text', engine)],
  },
  {
    what: 'paths of simple-json',
    on: ['postgres'],
    declared: () => ({ column: { type: 'simple-json' }, field: { name: 'specs', paths: { color: 'text' } } }),
    messages: (engine) => [
      unreadable('specs', 'simple-json', engine),
      unreadable('specs.color', 'simple-json', engine),
    ],
  },
  {
    what: 'paths of an array of documents',
    on: ['postgres'],
    declared: () => ({ column: { type: 'jsonb', array: true }, field: { name: 'specs', paths: { color: 'text' } } }),
    messages: (engine) => [unreadable('specs', 'jsonb[]', engine), unreadable('specs.color', 'jsonb[]', engine)],
  },
  {
    what: 'paths of a list',
    declared: () => ({ column: delimited, field: { name: 'specs', paths: { color: 'text' } } }),
    messages: (engine) => [unreadable('specs.color', 'simple-array', engine)],
  },
  {
    what: 'paths of a virtual column',
    declared: () => ({ column: 'virtual', field: { name: 'specs', kind: 'json', paths: { color: 'text' } } }),
    messages: ['specs.color needs a column that holds JSON, and this one is virtual; leave out `list` and `paths`'],
  },
  {
    what: 'a list of a virtual column',
    declared: () => ({ column: 'virtual', field: { name: 'specs', kind: 'text', list: true } }),
    messages: ['specs needs a column that holds JSON, and this one is virtual; leave out `list` and `paths`'],
  },
];
