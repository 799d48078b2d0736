import { Column, Entity, type ObjectLiteral, PrimaryColumn, VirtualColumn } from 'typeorm';
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
  for (const [name, { kind, list, paths, query, ...options }] of Object.entries(columns)) {
    const { type = 'varchar' } = options;
    const declare = query === undefined ? Column({ nullable: true, ...options }) : VirtualColumn({ type, query });
    declare(Sample.prototype, name);
    Filterable({ kind, list, paths })(Sample.prototype, name);
  }
  return Sample;
}
