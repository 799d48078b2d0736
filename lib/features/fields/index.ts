import type { Selection } from '../../ast/index.js';
import type { Feature } from '../../list/index.js';
import { type FieldSchema, isShown, lookUp, nobody } from '../../schema/index.js';
import { narrowSelection } from '../../typeorm/index.js';
import { answerAggregates } from './answer.js';
import { answeredFields, loadedFields, readSelection } from './read-selection.js';
import { type Selectable, checkSelect, selectableNames, selectableOf } from './selectable.js';

export { answerAggregates } from './answer.js';
export { answeredFields, loadedFields, readSelection } from './read-selection.js';
export { checkedKeys, exposedColumns, selectableNames } from './selectable.js';
export type { Selectable, SelectableColumn } from './selectable.js';

/** @internal The parts of a plan that this feature adds. */
declare module '../../ast/query.js' {
  interface Asked {
    /** Fields of the answer. Undefined where the client does not choose them. */
    readonly fields: Selection | undefined;
  }
  interface Declared {
    readonly fields: DeclaredFields | undefined;
  }
  interface Server {
    /** Aggregates of related rows that are answered in each row. Undefined for none. */
    readonly answered?: readonly FieldSchema[] | undefined;
  }
}

/** The fields of a list's rows. */
export interface DeclaredFields {
  /** The columns that `fields` may name. Undefined where the list does not read it. */
  readonly selectable: Selectable | undefined;
  /** The aggregates of related rows that are part of every row. */
  readonly loaded: readonly FieldSchema[] | undefined;
}

const nothing: DeclaredFields = { selectable: undefined, loaded: undefined };
const noColumns: Selectable = new Map();

/** The parameter `fields`: the columns and aggregates of related rows that a client wants of each row. */
export const fields: Feature<'fields'> = {
  rules: { select: checkSelect },
  keepsRows: true,
  declare:
    ({ options: { select }, view, subject }) =>
    (kind) => {
      const loaded = kind === 'client' ? loadedFields(view(kind)) : undefined;
      const selectable = select && selectableOf(view(kind), select, subject);
      return selectable === undefined && loaded === undefined ? undefined : { selectable, loaded };
    },
  isRead: (declared) => declared?.selectable !== undefined,
  read: (node, { declared }) => declared.fields?.selectable && readSelection(node, declared.fields.selectable),
  none: undefined,
  print: ({ names }) => names,
  isAlways: ({ loaded }) => loaded !== undefined,
  serve: (asked, declared, { context, server }) => {
    const isAnswered = declared?.loaded !== undefined || asked?.aggregates !== undefined;
    if (isAnswered) server.answered = answeredFields(asked, declared?.loaded, context);
  },
  answer: {
    narrow: (_, { asked: { fields: selection } }) =>
      selection && ((copy) => narrowSelection(copy, selection.propertyPaths)),
    add: async (page) => {
      const { list, server } = page.plan;
      page.watch?.begins('aggregates');
      if (server.answered !== undefined) await answerAggregates(page, list.schema, page.data, server.answered);
    },
  },
  reaches: ({ server: { answered = [] } }, into) => {
    for (const field of answered) into.field(field);
  },
  describe: ({ selectable = noColumns } = nothing, { context }) => selectableNames(selectable, context),
  recognizes: (name, { selectable = noColumns } = nothing, isField) =>
    isField(name) || (lookUp(selectable, name)?.some((column) => isShown(column, nobody)) ?? false),
  identify: ({ asked, server: { answered } }) => [
    asked.fields && [...asked.fields.propertyPaths].sort(),
    answered?.map(({ propertyPath }) => propertyPath).sort(),
  ],
};
