import { type Mistake, document } from './mistake.js';

/** Paths that are declared wrong. */
export const pathMistakes: readonly Mistake[] = [
  {
    what: 'an unknown kind of a path',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', paths: { color: 'string' } } }),
    messages: [
      'the path specs.color: `kind` must be text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date or uuid, not string',
    ],
  },
  {
    what: 'a kind that JSON has not',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { made: { kind: 'datetime' } } },
    }),
    messages: [
      'the path specs.made: `kind` must be text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date or uuid, not datetime',
    ],
  },
  {
    what: 'a path without a kind',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', paths: { color: {} } } }),
    messages: [
      'the path specs.color: `kind` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, not undefined',
    ],
  },
  {
    what: 'an unknown option of a path',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { color: { kind: 'text', lists: true } } },
    }),
    messages: [
      'the path specs.color: the option `lists` does not exist; did you mean list? There are: kind, list, at, indexed, as, operators, sortable, when, formerly, deprecated.',
    ],
  },
  {
    what: 'an index of a path by its name',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { color: { kind: 'text', indexed: 'sheet_color' } } },
    }),
    messages: ['the path specs.color: `indexed` must be true or false, not sheet_color'],
  },
  {
    what: 'paths as a list',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', paths: ['color'] } }),
    messages: ["the field specs: `paths` must be an object of kinds by path, such as { color: 'text' }, not a list"],
  },
  {
    what: 'a key with a bracket',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', paths: { 'a[0]': 'text' } } }),
    messages: [
      "the path specs.a[0] has a key that requests cannot spell; give its keys in `at` and its name in `as`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }",
    ],
  },
  {
    what: 'an empty key',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', paths: { 'a..b': 'text' } } }),
    messages: [
      "the path specs.a..b has a key that requests cannot spell; give its keys in `at` and its name in `as`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }",
    ],
  },
  {
    what: 'keys without a name that can be spelled',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { 'a[0]': { at: ['a', '0'], kind: 'text' } } },
    }),
    messages: [
      "the path specs.a[0] has a key that requests cannot spell; give its keys in `at` and its name in `as`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }",
    ],
  },
  {
    what: 'keys that are no list',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { a: { at: 'a', kind: 'text' } } },
    }),
    messages: ["the path specs.a: `at` must be a list of keys, such as ['size', 'width'], not a"],
  },
  {
    what: 'no keys',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { a: { at: [], kind: 'text' } } },
    }),
    messages: ["the path specs.a: `at` must be a list of keys, such as ['size', 'width'], not an empty list"],
  },
  {
    what: 'an alias with a dot',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { a: { as: 'a.b', kind: 'text' } } },
    }),
    messages: ['the alias a.b contains one of . : , $ [ ], is a number, or is empty'],
  },
  {
    what: 'a path that is an operator',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', paths: { $null: 'text' } } }),
    messages: [
      "the path specs.$null has a key that requests cannot spell; give its keys in `at` and its name in `as`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }",
    ],
  },
  {
    what: 'two paths of one name',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { color: 'text', shade: { as: 'color', kind: 'text' } } },
    }),
    messages: ['two members are named color'],
  },
  {
    what: 'a path that is a value and an object',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { size: 'integer', 'size.width': 'integer' } },
    }),
    messages: ['two members are named size'],
  },
  {
    what: 'a document and a field of one name',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', as: 'other', paths: { color: 'text' } },
      beside: 'other',
    }),
    messages: ['two members are named other'],
  },
];
