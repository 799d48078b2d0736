import { Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { EngineName } from '../../../support/databases.js';

const paths = {
  color: 'text',
  'size.width': 'integer',
  weight: 'decimal',
  ratio: 'float',
  big: 'bigint',
  on: 'boolean',
  made: 'date',
  code: 'uuid',
  labels: { kind: 'text', list: true },
  odd: { at: ['a.b', "it's"], as: 'ab', kind: 'text' },
  'deep.a.b.c': 'text',
  nul: 'text',
  secret: { kind: 'text', when: () => false },
} as const;

/**
 * Wares with virtual columns, lists and documents, which each engine keeps in types of its own. `raw` may hold any text
 * where the engine does not check that it is JSON.
 */
@Filterable({
  fields: [
    'id',
    'name',
    { name: 'letters', kind: 'integer' },
    { name: 'doubtful', kind: 'bigint' },
    { name: 'extent', kind: 'decimal' },
    { name: 'girth', kind: 'float' },
    { name: 'label', kind: 'text' },
    'tags',
    { name: 'words', kind: 'text', list: true },
    { name: 'numbers', kind: 'integer', list: true },
    { name: 'sizes', kind: 'text', list: true },
    { name: 'flags', kind: 'boolean', list: true },
    { name: 'specs', paths },
    { name: 'raw', paths },
    { name: 'vault', paths: { color: 'text' }, when: () => false },
    'plain',
  ] as never,
})
export abstract class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) letters!: number;
  @VirtualColumn({ query: (alias) => `SELECT NULLIF(LENGTH(${alias}.name), 2)` }) doubtful!: number | null;
  /** Whole numbers of 32 bits, which their fields compare with others. */
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) extent!: string;
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) girth!: number;
  @VirtualColumn({ query: (alias) => `SELECT UPPER(${alias}.name)` }) label!: string;
  /** Never declared to be a field. */
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) uncounted!: number;
  @Column('simple-array', { nullable: true }) tags!: string[] | null;
}

const nullable = true;

@Entity('ware')
class SqliteWare extends Ware {
  @Column('simple-json', { nullable }) words!: unknown;
  @Column('simple-json', { nullable }) numbers!: unknown;
  @Column('simple-json', { nullable }) sizes!: unknown;
  @Column('simple-json', { nullable }) flags!: unknown;
  @Column('simple-json', { nullable }) specs!: unknown;
  @Column('text', { nullable }) raw!: string | null;
  @Column('simple-json', { nullable }) vault!: unknown;
  @Column('simple-json', { nullable }) plain!: unknown;
}

@Entity('ware')
class PostgresWare extends Ware {
  @Column('text', { array: true, nullable }) words!: string[] | null;
  @Column('int', { array: true, nullable }) numbers!: number[] | null;
  @Column('jsonb', { nullable }) sizes!: unknown;
  @Column('jsonb', { nullable }) flags!: unknown;
  @Column('jsonb', { nullable }) specs!: unknown;
  @Column('json', { nullable }) raw!: unknown;
  @Column('jsonb', { nullable }) vault!: unknown;
  @Column('jsonb', { nullable }) plain!: unknown;
}

@Entity('ware')
class MariadbWare extends Ware {
  @Column('json', { nullable }) words!: unknown;
  @Column('json', { nullable }) numbers!: unknown;
  @Column('json', { nullable }) sizes!: unknown;
  @Column('json', { nullable }) flags!: unknown;
  @Column('json', { nullable }) specs!: unknown;
  @Column('longtext', { nullable }) raw!: string | null;
  @Column('json', { nullable }) vault!: unknown;
  @Column('json', { nullable }) plain!: unknown;
}

/** The entity of the wares on each engine. */
export const wareOn: Readonly<Record<EngineName, new () => Ware>> = {
  sqlite: SqliteWare,
  postgres: PostgresWare,
  mariadb: MariadbWare,
};
