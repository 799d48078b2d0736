import { BoundedCache } from '../caches/index.js';
import { type ChangesTemplate, madeOf, part } from '../sql/index.js';
import type { Parameters } from './parameter-slots.js';
import type { PreparedStatement } from './prepare.js';
import { type StatementChanges, type UseOfStatement, parametersText, useText } from './statement-key.js';

/** A statement, and the compiled plan that it is written with. */
interface TemplateUse extends UseOfStatement {
  readonly changes: StatementChanges;
}

/** The statements of one template: a page, its total, both in one, and few others, for each number of members of a list that is spread. */
const boundsOfTemplate = { entries: 64, size: 100_000 };

/** The statements of plans that were made from templates: they are found without their text. */
export class TemplateStatements {
  private readonly statements = new WeakMap<ChangesTemplate, BoundedCache<PreparedStatement>>();

  /** Returns a statement that was kept; undefined where there is none, and for a plan that was not made from a template. */
  find(use: TemplateUse, parameters: Parameters): PreparedStatement | undefined {
    const made = madeOf(use.changes);
    const statements = made && this.statements.get(made.template);
    const key = statements && keyOf(use, parameters);
    return key === undefined ? undefined : statements?.get(key);
  }

  keep(use: TemplateUse, parameters: Parameters, statement: PreparedStatement): void {
    const made = madeOf(use.changes);
    const key = made && keyOf(use, parameters);
    if (made === undefined || key === undefined) return;
    let statements = this.statements.get(made.template);
    if (statements === undefined) this.statements.set(made.template, (statements = new BoundedCache(boundsOfTemplate)));
    statements.set(key, statement, key.length + statement.text.length);
  }
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
