import { Column, type ColumnOptions, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Listing, type WalkName, walks } from './walk.js';

/** One row of a list of texts. */
export interface TextRow {
  id: number;
  value: string;
  specs: { label: string };
}

/** Makes an entity with a column of texts, and a document that has the same texts. */
export function textEntity(table: string, column: ColumnOptions, document: ColumnOptions): new () => TextRow {
  class Texts {
    id!: number;
    value!: string;
    specs!: { label: string };
  }
  Entity(table)(Texts);
  const label = { name: 'specs' as const, paths: { label: { kind: 'text', sortable: true } as const } };
  Filterable({ fields: ['id', { name: 'value', sortable: true }, label] })(Texts);
  PrimaryColumn({ type: 'int' })(Texts.prototype, 'id');
  Column(column)(Texts.prototype, 'value');
  Column(document)(Texts.prototype, 'specs');
  return Texts;
}

/** Replaces the rows of a list by rows with these texts. */
export async function writeTexts(
  source: DataSource,
  entity: new () => TextRow,
  texts: readonly string[],
): Promise<void> {
  const rows = source.getRepository(entity);
  await rows.clear();
  await rows.insert(texts.map((text, index) => ({ id: index + 1, value: text, specs: { label: text } })));
}

const byCursor: readonly WalkName[] = ['forwards', 'backwards', 'inChunks'];

/**
 * Reads a list by a key in each way that has cursors, and returns the ids that each way found, in the order of its
 * pages.
 */
export async function walked(
  list: Pick<Listing<TextRow>, 'filters' | 'entity' | 'builder'>,
  sort: string,
  size: number,
): Promise<Record<string, readonly number[]>> {
  const listing: Listing<TextRow> = { ...list, request: { sort: [sort] } };
  const found: Record<string, readonly number[]> = {};
  for (const way of byCursor) found[way] = (await walks[way](listing, size)).flat().map(({ id }) => id);
  return found;
}
