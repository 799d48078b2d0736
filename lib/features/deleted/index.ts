import { type DeletedRows, deletedModes } from '../../ast/index.js';
import type { Feature } from '../../list/index.js';
import { isShown } from '../../schema/index.js';
import { type DeclaredDeleted, checkDeleted, declaredDeleted, readDeleted } from './deleted.js';

/** @internal The parts of a plan that this feature adds. */
declare module '../../ast/query.js' {
  interface Asked {
    /** The soft-deleted rows that the request sees. Undefined where it sees none. */
    readonly deleted: DeletedRows | undefined;
  }
  interface Declared {
    /** The soft-deleted rows that `deleted` may ask for. */
    readonly deleted: DeclaredDeleted | undefined;
  }
}

/** The parameter `deleted`: soft-deleted rows beside the others, or alone. */
export const deleted: Feature<'deleted'> = {
  rules: { deleted: checkDeleted },
  keepsRows: true,
  declare: ({ schema, options, subject }) => {
    const declared = options.deleted && declaredDeleted(schema, options.deleted, subject);
    return () => declared;
  },
  read: (node, { declared }) => declared.deleted && readDeleted(node, declared.deleted),
  isShown: (declared, context) => declared === undefined || isShown(declared, context),
  none: undefined,
  print: ({ mode }) => mode,
  serve: (asked, _, { server }) => {
    if (asked?.condition !== undefined) server.added = [...server.added, asked.condition];
  },
  // The delete date is a column of the list's own rows.
  reaches: () => undefined,
  describe: (declared) => (declared === undefined ? [] : [...deletedModes]),
  // The text of the query has the mode; handlers may differ in what becomes of related rows.
  identify: ({ asked }) => asked.deleted?.related,
};
