import { Column, Entity, ManyToOne, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { type ClassRules, type PropertyRule, recordClass, recordProperty } from '../../../lib/schema/index.js';
import { type Asking, serviceFor } from '../parse/asking.js';

/** The options of decorators in a test. */
interface Rules {
  readonly sheet?: ClassRules;
  readonly folder?: ClassRules;
  readonly properties?: Readonly<Record<string, PropertyRule>>;
}

/** Makes entities with a document, lists and a virtual column, and a service for them. */
async function bootSheets({ sheet, folder, properties = {} }: Rules) {
  @Entity()
  class Folder {
    @PrimaryColumn() id!: number;
    @Column('simple-json') notes!: object;
    @Column('simple-array') labels!: string[];
  }

  class Page {
    @Column() no!: number;
  }

  @Entity()
  class Sheet {
    @PrimaryColumn() id!: number;
    @Column('simple-json') specs!: object;
    @Column('simple-json') sizes!: number[];
    @Column('simple-array') tags!: string[];
    @VirtualColumn({ query: (alias) => `SELECT ${alias}.id` }) lineCount!: number;
    @Column(() => Page) page!: Page;
    @ManyToOne(() => Folder) folder!: Relation<Folder>;
  }

  if (sheet !== undefined) recordClass(Sheet, sheet);
  if (folder !== undefined) recordClass(Folder, folder);
  for (const [name, rule] of Object.entries(properties)) recordProperty(Sheet.prototype, name, rule);
  return { by: await serviceFor([Sheet, Folder]), of: Sheet };
}

interface User {
  readonly isAdmin?: boolean;
}

/** The `when` of what an administrator alone may use. */
export const isAdmin = (context: unknown) => (context as User | undefined)?.isAdmin === true;

const specs = {
  name: 'specs',
  paths: {
    color: 'text',
    'size.width': 'integer',
    'size.height': { kind: 'integer', as: 'h', sortable: false },
    labels: { kind: 'text', list: true },
    ab: { kind: 'text', at: ['a.b', 'c'] },
    odd: { kind: 'text', at: ['a[0]'], as: 'strange', operators: ['$eq', '$in'] },
    secret: { kind: 'text', when: isAdmin },
  },
} as const;

const lineCount = { name: 'lineCount', kind: 'integer' } as const;
const sizes = { name: 'sizes', kind: 'integer', list: true } as const;

/** A service for sheets with paths, lists and a virtual column. */
export const sheets = await bootSheets({
  sheet: { fields: ['id', specs, sizes, 'tags', lineCount], relations: ['folder'] },
  folder: { fields: ['id', { name: 'notes', as: 'remarks', paths: { by: 'text', 'page.no': 'integer' } }, 'labels'] },
});

/** Asks as an administrator. */
export const admin: Asking = { ...sheets, overrides: { context: { isAdmin: true } } };
/** Asks a handler with overrides. */
export const handled = (overrides: object): Asking => ({ ...sheets, overrides });
