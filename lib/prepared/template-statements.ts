import { BoundedCache } from '../caches/index.js';
import { type ChangesTemplate, madeOf, part } from '../sql/index.js';
import type { Parameters, Slot } from './parameter-slots.js';
import type { PreparedStatement } from './prepare.js';
import { type StatementChanges, type UseOfStatement, parametersText, selectedTotal, useText } from './statement-key.js';

/** A statement, and the compiled plan that it is written with. */
interface TemplateUse extends UseOfStatement {
  readonly changes: StatementChanges;
}

/** A statement, and the places of its values among the parameters of a template. */
export interface TemplateStatement {
  readonly statement: PreparedStatement;
  /** Undefined where a value is of another parameter. */
  readonly slots: readonly Slot<number>[] | undefined;
}

/** The statements of one template: a page, its total, both in one, and few others, for each number of members of a list that is spread. */
const boundsOfTemplate = { entries: 64, size: 100_000 };

/** The statements of plans that were made from templates: they are found without their text. */
export class TemplateStatements {
  private readonly statements = new WeakMap<ChangesTemplate, BoundedCache<TemplateStatement>>();

  /** Returns a statement that was kept; undefined where there is none, and for a plan that was not made from a template. */
  find(use: TemplateUse, parameters: Parameters): PreparedStatement | undefined {
    const made = madeOf(use.changes);
    const statements = made && this.statements.get(made.template);
    const key = statements && keyOf(use, parameters);
    return key === undefined ? undefined : statements?.get(key)?.statement;
  }

  /** Returns the statement of a template as it is, for a builder without parameters. */
  findPlain(template: ChangesTemplate, use: PlainUse): TemplateStatement | undefined {
    return this.statements.get(template)?.get(plainUses[use]);
  }

  keep(use: TemplateUse, parameters: Parameters, statement: PreparedStatement): void {
    const made = madeOf(use.changes);
    const key = made && keyOf(use, parameters);
    if (made === undefined || key === undefined) return;
    let statements = this.statements.get(made.template);
    if (statements === undefined) this.statements.set(made.template, (statements = new BoundedCache(boundsOfTemplate)));
    const slots = slotsIn(made.template, statement);
    statements.set(key, { statement, slots }, key.length + 2 * statement.text.length);
  }
}

/** Returns the places of a statement's values among the parameters of a template; undefined where one is of another parameter. */
function slotsIn(
  { statement: { parameters } }: ChangesTemplate,
  { slots }: PreparedStatement,
): TemplateStatement['slots'] {
  const places = slots.map((slot) => ({ ...slot, name: parameters.findIndex(({ name }) => name === slot.name) }));
  return places.some(({ name }) => name < 0) ? undefined : places;
}

const page = { rowsAs: 'entities', window: { skip: 0, take: 1 } } as const;

/** A reading of a page for which nothing is added to a template. */
export type PlainUse = 'page' | 'page with total';

/** The keys of such statements. */
const plainUses: Readonly<Record<PlainUse, string>> = {
  page: plainKey({ ...page, selected: [] }),
  'page with total': plainKey({ ...page, selected: [selectedTotal] }),
};

function plainKey(use: UseOfStatement): string {
  return useText(use) + part('');
}

/**
 * Writes what a statement depends on beside the template. The template belongs to one builder, and to one kind of each of its own
 * parameters, so that only the others are written, and lists of any length that are spread.
 */
function keyOf(use: TemplateUse, parameters: Parameters): string | undefined {
  const made = madeOf(use.changes);
  if (made === undefined || use.window?.take === 0) return undefined;
  const { names } = made.template.statement;
  const text = parametersText(parameters, {
    numbersAreText: true,
    isSpread: () => true,
    isKnown: (name) => names.has(name),
  });
  return text === undefined ? undefined : useText(use) + part(made.added) + text;
}
