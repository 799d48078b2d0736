import { type Mistake, delimited, document, transformer } from './mistake.js';

/** Lists, virtual columns, orders and operators that are declared wrong. */
export const fieldMistakes: readonly Mistake[] = [
  {
    what: 'a list and paths',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', kind: 'text', list: true, paths: { color: 'text' } },
    }),
    messages: ['specs is declared as a list and as a document with paths; leave out one'],
  },
  {
    what: 'a list without a kind',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', list: true } }),
    messages: [
      'specs is part of a JSON document, and its `kind` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid',
    ],
  },
  {
    what: 'a list of documents',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', kind: 'json', list: true } }),
    messages: [
      'specs is part of a JSON document, and its `kind` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid',
    ],
  },
  {
    what: 'a list of date-times',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', kind: 'datetime', list: true } }),
    messages: [
      'specs is part of a JSON document, and its `kind` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid',
    ],
  },
  {
    what: 'no list',
    declared: (engine) => ({ column: document(engine), field: { name: 'specs', kind: 'text', list: false } }),
    messages: ['the field specs: `list` must be true, not false'],
  },
  {
    what: 'a transformer of a list',
    declared: () => ({ column: { ...delimited, transformer }, field: 'specs' }),
    messages: [
      "specs has a transformer, which a list cannot have: requests name parts of its value, and it makes whole ones; remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
    ],
  },
  {
    what: 'a transformer of a list in JSON',
    declared: (engine) => ({
      column: { ...document(engine), transformer },
      field: { name: 'specs', kind: 'text', list: true },
    }),
    messages: [
      "specs has a transformer, which a part of a document cannot have: requests name parts of its value, and it makes whole ones; remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
    ],
  },
  {
    what: 'a transformer of a document',
    declared: (engine) => ({
      column: { ...document(engine), transformer },
      field: { name: 'specs', paths: { color: 'text' } },
    }),
    messages: [
      "specs has a transformer, which a part of a document cannot have: requests name parts of its value, and it makes whole ones; remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
      "specs.color has a transformer, which a part of a document cannot have: requests name parts of its value, and it makes whole ones; remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
    ],
  },
  {
    what: 'no kind of a virtual column',
    declared: () => ({ column: 'virtual', field: 'specs' }),
    messages: [
      "specs is a virtual column, whose values no type tells; name their kind: { name: 'specs', kind: 'integer' }",
    ],
  },
  {
    what: 'an unknown kind of a virtual column',
    declared: () => ({ column: 'virtual', field: { name: 'specs', kind: 'number' } }),
    messages: [
      'the field specs: `kind` must be text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, time, uuid, enum, json or opaque, not number',
    ],
  },
  {
    what: 'a list that is sortable',
    declared: () => ({ column: delimited, field: { name: 'specs', sortable: true } }),
    messages: ['specs is a list, which has no order to sort by'],
  },
  {
    what: 'a list in JSON that is sortable',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', kind: 'text', list: true, sortable: true },
    }),
    messages: ['specs is a list, which has no order to sort by'],
  },
  {
    what: 'a list at a path that is sortable',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { a: { kind: 'text', list: true, sortable: true } } },
    }),
    messages: ['specs.a is a list, which has no order to sort by'],
  },
  {
    what: 'an order by a list',
    declared: () => ({ column: delimited, field: 'specs', sort: ['specs'] }),
    messages: [
      "`sort` names specs, which is not a sortable column, a relation's column or a relation's $count; there are: id, other.",
    ],
  },
  {
    what: 'an order by a document',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { color: 'text' } },
      sort: ['specs'],
    }),
    messages: [
      "`sort` names specs, which is not a sortable column, a relation's column or a relation's $count; there are: id, other.",
    ],
  },
  {
    what: 'an order by an undeclared path',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { color: 'text' } },
      sort: ['specs.colour'],
    }),
    messages: [
      "`sort` names specs.colour, which is not a sortable column, a relation's column or a relation's $count; did you mean specs.color? There are: specs.color.",
    ],
  },
  {
    what: 'an operator that a list does not take',
    declared: () => ({ column: delimited, field: { name: 'specs', operators: ['$eq'] } }),
    messages: [
      'specs: $eq is not an operator for a list of text values; there are: $null, $notNull, $has, $hasEvery, $hasSome, $empty.',
    ],
  },
  {
    what: 'an operator of lists for a path',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { color: { kind: 'text', operators: ['$has'] } } },
    }),
    messages: [
      'specs.color: $has is not an operator for a text field; there are: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull, $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc.',
    ],
  },
  {
    what: 'an operator of text for a number',
    declared: (engine) => ({
      column: document(engine),
      field: { name: 'specs', paths: { a: { kind: 'integer', operators: ['$contains'] } } },
    }),
    messages: [
      'specs.a: $contains is not an operator for an integer field; there are: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull.',
    ],
  },
  {
    what: 'an undeclared path by name',
    declared: (engine) => ({ column: document(engine), field: 'specs.color' }),
    messages: ['`fields` names specs.color, which does not exist; there are: id, specs, other.'],
  },
];
