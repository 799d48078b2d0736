import { Column, Entity, type ObjectLiteral, PrimaryColumn } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { SampleColumn } from './columns.js';

/** A filterable entity that is made of a table of columns, because the engines do not have the same types. */
export function entityOf(
  table: string,
  columns: Readonly<Record<string, SampleColumn>>,
): new () => ObjectLiteral & { id: number } {
  class Sample {
    id!: number;
  }
  Entity(table)(Sample);
  PrimaryColumn({ type: 'int' })(Sample.prototype, 'id');
  for (const [name, { kind, ...options }] of Object.entries(columns)) {
    Column({ nullable: true, ...options })(Sample.prototype, name);
    Filterable(kind === undefined ? {} : { kind })(Sample.prototype, name);
  }
  return Sample;
}
