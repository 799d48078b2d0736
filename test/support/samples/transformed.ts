import { Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../databases.js';
import { local } from './local-time.js';

const day = 86_400_000;

const cents: ValueTransformer = {
  to: (euros: number) => euros * 100,
  from: (stored: number) => stored / 100,
};

const upperCase: ValueTransformer = { to: (text: string) => text.toUpperCase(), from: (stored: string) => stored };

const marked: ValueTransformer = { to: (text: string) => `#${text}`, from: (stored: string) => stored.slice(1) };

const yesOrNo: ValueTransformer = {
  to: (flag: boolean) => (flag ? 'Y' : 'N'),
  from: (stored: string) => stored === 'Y',
};

/** Somebody kept every date-time a day too late, and nobody dared to change it. */
const dayLate: ValueTransformer = {
  to: (moment: Date) => new Date(moment.getTime() + day),
  from: (stored: Date) => new Date(stored.getTime() - day),
};

/** Knows three sizes, and does not take kindly to anything else. */
const size: ValueTransformer = {
  to: (name: string) => {
    if (name.startsWith('thrown')) throw new Error(`no size: ${name}`);
    if (name.startsWith('nothing')) return undefined;
    if (name.startsWith('null')) return null;
    if (name.startsWith('NaN')) return Number(name);
    if (name.startsWith('undated')) return new Date(name);
    return name.length;
  },
  from: (stored: number) => 'x'.repeat(stored),
};

/** Columns whose values are stored as something else than the property holds. */
@Entity('transformed')
@Filterable()
export class Transformed {
  @PrimaryColumn() id!: number;
  @Filterable({ kind: 'decimal' })
  @Column({ type: 'int', transformer: cents })
  price!: number;
  @Filterable({ kind: 'bigint' })
  @Column({
    type: 'bigint',
    transformer: { to: (value: string) => `${value}0`, from: (stored: unknown) => String(stored).slice(0, -1) },
  })
  large!: string;
  @Column({ type: 'varchar', transformer: upperCase }) code!: string;
  @Column({ type: 'varchar', transformer: [upperCase, marked] }) tag!: string;
  @Filterable({ kind: 'boolean' })
  @Column({ type: 'varchar', transformer: yesOrNo })
  active!: boolean;
  @Column({ type: Date, transformer: dayLate }) happenedAt!: Date;
  @Filterable({ kind: 'text', operators: ['$eq', '$ne', '$in', '$notIn', '$between', '$lt', '$gt', '$null'] })
  @Column({ type: 'int', nullable: true, transformer: size })
  size!: string | null;
}

const columns = ['id', 'price', 'large', 'code', 'tag', 'active', 'happenedAt', 'size'];

/** What the database holds. */
export function transformedRows(engine: EngineName): Readonly<Record<string, string | null>>[] {
  const written = engine === 'sqlite' ? (utc: string) => utc : local;
  return [
    ['1', '150', '90071992547409930', 'ALPHA', '#RED', 'Y', written('2024-03-02 00:00:00'), '3'],
    ['2', '200', '90071992547409940', 'BETA', '#GREEN', 'N', written('2024-03-02 12:00:00'), '5'],
    ['3', '700', '70', 'ALPHABET', '#BLUE', 'Y', written('2024-03-03 00:00:00'), null],
  ].map((values) => Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])));
}
