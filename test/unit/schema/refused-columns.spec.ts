import { Column, type ColumnOptions, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { FilterService, Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/** The column types in which each engine reads documents; the first one is the document of the cases. */
const documentTypes: Readonly<Record<EngineName, string>> = {
  sqlite: 'json, jsonb, simple-json, text, clob, varchar, character, nvarchar, nchar',
  postgres: 'jsonb, json',
  mariadb: 'json, simple-json, text, tinytext, mediumtext, longtext, varchar, char, nvarchar, national varchar',
};

/**
 * A column and the rule of its field, which are wrong together, and below them each message. `on` names the one engine
 * on which they are wrong, and DOCUMENTS stands for the engine's types of documents.
 */
const mistakes = `
  int {"name":"specs","kind":"integer","list":true}
      specs is in a column of type int, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  int {"name":"specs","paths":{"color":"text"}}
      specs is in a column of type int, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
      specs.color is in a column of type int, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  varchar {"name":"specs","kind":"text","list":true} on postgres
      specs is in a column of type varchar, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  varchar {"name":"specs","paths":{"color":"text"}} on postgres
      specs is in a column of type varchar, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
      specs.color is in a column of type varchar, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  text {"name":"specs","paths":{"color":"text"}} on postgres
      specs is in a column of type text, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
      specs.color is in a column of type text, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  simple-json {"name":"specs","paths":{"color":"text"}} on postgres
      specs is in a column of type simple-json, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
      specs.color is in a column of type simple-json, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  jsonb[] {"name":"specs","paths":{"color":"text"}} on postgres
      specs is in a column of type jsonb[], which cannot be read as JSON on this engine; make it one of: DOCUMENTS
      specs.color is in a column of type jsonb[], which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  simple-array {"name":"specs","paths":{"color":"text"}}
      specs.color is in a column of type simple-array, which cannot be read as JSON on this engine; make it one of: DOCUMENTS
  virtual {"name":"specs","kind":"json","paths":{"color":"text"}}
      specs.color needs a column that holds JSON, and this one is virtual; leave out \`list\` and \`paths\`
  virtual {"name":"specs","kind":"text","list":true}
      specs needs a column that holds JSON, and this one is virtual; leave out \`list\` and \`paths\`
  document {"name":"specs","paths":{"color":"string"}}
      the path specs.color: \`kind\` must be text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date or uuid, not string
  document {"name":"specs","paths":{"made":{"kind":"datetime"}}}
      the path specs.made: \`kind\` must be text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date or uuid, not datetime
  document {"name":"specs","paths":{"color":{}}}
      the path specs.color: \`kind\` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, not undefined
  document {"name":"specs","paths":{"color":{"kind":"text","lists":true}}}
      the path specs.color: the option \`lists\` does not exist; did you mean list? There are: kind, list, at, indexed, as, operators, sortable, when, formerly, deprecated.
  document {"name":"specs","paths":["color"]}
      the field specs: \`paths\` must be an object of kinds by path, such as { color: 'text' }, not a list
  document {"name":"specs","paths":{"a[0]":"text"}}
      the path specs.a[0] has a key that requests cannot spell; write its keys in \`at\` and its name in \`as\`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }
  document {"name":"specs","paths":{"a..b":"text"}}
      the path specs.a..b has a key that requests cannot spell; write its keys in \`at\` and its name in \`as\`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }
  document {"name":"specs","paths":{"a[0]":{"at":["a","0"],"kind":"text"}}}
      the path specs.a[0] has a key that requests cannot spell; write its keys in \`at\` and its name in \`as\`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }
  document {"name":"specs","paths":{"a":{"at":"a","kind":"text"}}}
      the path specs.a: \`at\` must be a list of keys, such as ['size', 'width'], not a
  document {"name":"specs","paths":{"a":{"at":[],"kind":"text"}}}
      the path specs.a: \`at\` must be a list of keys, such as ['size', 'width'], not an empty list
  document {"name":"specs","paths":{"a":{"as":"a.b","kind":"text"}}}
      the alias a.b contains one of . : , $ [ ], is a number, or is empty
  document {"name":"specs","paths":{"$null":"text"}}
      the path specs.$null has a key that requests cannot spell; write its keys in \`at\` and its name in \`as\`: { at: ['a.b', 'c'], as: 'name', kind: 'text' }
  document {"name":"specs","paths":{"color":"text","shade":{"as":"color","kind":"text"}}}
      two members are named color
  document {"name":"specs","paths":{"size":"integer","size.width":"integer"}}
      two members are named size
  document {"name":"specs","as":"other","paths":{"color":"text"}} beside "other"
      two members are named other
  document {"name":"specs","kind":"text","list":true,"paths":{"color":"text"}}
      specs is declared both as a list and as a document with paths; leave out one
  document {"name":"specs","list":true}
      specs is read from a JSON document, so its \`kind\` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
  document {"name":"specs","kind":"json","list":true}
      specs is read from a JSON document, so its \`kind\` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
  document {"name":"specs","kind":"datetime","list":true}
      specs is read from a JSON document, so its \`kind\` must be one of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
  document {"name":"specs","kind":"text","list":false}
      the field specs: \`list\` must be true, not false
  transformed simple-array "specs"
      specs has a transformer, which a list cannot have: it converts the whole value of the column, not parts of it; remove the transformer, or declare { kind: 'opaque' } to allow only $null and $notNull
  transformed document {"name":"specs","kind":"text","list":true}
      specs has a transformer, which a part of a document cannot have: it converts the whole value of the column, not parts of it; remove the transformer, or declare { kind: 'opaque' } to allow only $null and $notNull
  transformed document {"name":"specs","paths":{"color":"text"}}
      specs has a transformer, which a part of a document cannot have: it converts the whole value of the column, not parts of it; remove the transformer, or declare { kind: 'opaque' } to allow only $null and $notNull
      specs.color has a transformer, which a part of a document cannot have: it converts the whole value of the column, not parts of it; remove the transformer, or declare { kind: 'opaque' } to allow only $null and $notNull
  virtual "specs"
      specs is a virtual column, and its kind is unknown; name it: { name: 'specs', kind: 'integer' }
  virtual {"name":"specs","kind":"number"}
      the field specs: \`kind\` must be text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, time, uuid, enum, json or opaque, not number
  simple-array {"name":"specs","sortable":true}
      specs is a list, which has no order to sort by
  document {"name":"specs","kind":"text","list":true,"sortable":true}
      specs is a list, which has no order to sort by
  document {"name":"specs","paths":{"a":{"kind":"text","list":true,"sortable":true}}}
      specs.a is a list, which has no order to sort by
  simple-array "specs" sorted by specs
      \`sort\` names specs, which is not a sortable column, a relation's column or a relation's $count; there are: id, other.
  document {"name":"specs","paths":{"color":"text"}} sorted by specs
      \`sort\` names specs, which is not a sortable column, a relation's column or a relation's $count; there are: id, other.
  document {"name":"specs","paths":{"color":"text"}} sorted by specs.colour
      \`sort\` names specs.colour, which is not a sortable column, a relation's column or a relation's $count; did you mean specs.color? There are: specs.color.
  simple-array {"name":"specs","operators":["$eq"]}
      specs: $eq is not an operator for a list of text values; there are: $null, $notNull, $has, $hasEvery, $hasSome, $empty.
  document {"name":"specs","paths":{"color":{"kind":"text","operators":["$has"]}}}
      specs.color: $has is not an operator for a text field; there are: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull, $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc.
  document {"name":"specs","paths":{"a":{"kind":"integer","operators":["$contains"]}}}
      specs.a: $contains is not an operator for an integer field; there are: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull.
  document "specs.color"
      \`fields\` names specs.color, which does not exist; there are: id, specs, other.
`;

interface Mistake {
  readonly declared: string;
  readonly messages: readonly string[];
}

function mistakesIn(text: string): readonly Mistake[] {
  const blocks = text.trim().split(/\n(?= {2}\S)/);
  return blocks.map((block) => {
    const [declared = '', ...messages] = block.split('\n').map((line) => line.trim());
    return { declared, messages };
  });
}

function columnOf(name: string, engine: EngineName): ColumnOptions {
  const [, transformed, type = '', array] = /^(transformed )?([\w-]+)(\[\])?$/.exec(name) ?? [];
  const [document = ''] = documentTypes[engine].split(', ');
  return {
    type: (type === 'document' ? document : type) as 'text',
    ...(transformed !== undefined && {
      transformer: { to: (value: unknown) => value, from: (value: unknown) => value },
    }),
    ...(array !== undefined && { array: true }),
  };
}

/** Boots the library for an entity with one such field, and returns the text of the error. */
async function errorOf(engine: EngineName, declared: string): Promise<string> {
  const [, column = '', field = '', beside, sort] =
    /^(.*?) ([{"].*?)(?: beside "(.*)")?(?: sorted by (\S+))?(?: on \w+)?$/.exec(declared) ?? [];
  const fields = [JSON.parse(field) as object, ...(beside === undefined ? [] : [beside])];
  const query = (alias: string): string => `SELECT ${alias}.id`;
  const property = column === 'virtual' ? VirtualColumn({ type: 'json', query }) : Column(columnOf(column, engine));

  @Entity()
  class Thing {
    @PrimaryColumn() id!: number;
    @property specs!: unknown;
    @Column() other!: string;
  }
  // The declarations are wrong, so that the compiler would refuse them.
  Filterable({ fields, ...(sort !== undefined && { sort: [sort] }) } as never)(Thing);
  const source = await describeEntities(engine, [Thing]);
  try {
    FilterService.forDataSource(source).describe(Thing);
    return 'no error';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe.each(['sqlite', 'postgres', 'mariadb'] as const)('declarations on %s', (engine) => {
  const here = mistakesIn(mistakes).filter(({ declared }) => (/ on (\w+)$/.exec(declared)?.[1] ?? engine) === engine);

  it.each(here)('$declared is refused', async ({ declared, messages }) => {
    const found = messages.map(
      (message) => `@Filterable() on Thing: ${message.replace('DOCUMENTS', documentTypes[engine])}`,
    );
    const [only = ''] = found;
    const several = `${found.length} mistakes in the configuration:${found.map((each) => `\n- ${each}`).join('')}`;
    expect(await errorOf(engine, declared)).toBe(found.length === 1 ? only : several);
  });
});
