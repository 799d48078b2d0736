import { BoundedCache } from '../caches/index.js';
import { type Addition, type ChangesTemplate, addedNames, madeOf, part, parameterOf } from '../sql/index.js';
import type { Binding, Parameters } from './parameter-slots.js';
import type { PreparedStatement } from './prepare.js';
import {
  type StatementChanges,
  type UseOfStatement,
  parameterText,
  parametersText,
  selectedTotal,
  useText,
} from './statement-key.js';

/** A statement, and the compiled plan that it is written with. */
interface TemplateUse extends UseOfStatement {
  readonly changes: StatementChanges;
}

/** A statement, and the places of its values among the parameters of a template and those that were added to them. */
export interface TemplateStatement {
  readonly statement: PreparedStatement;
  /** Undefined where a value is of another parameter. */
  readonly binding: Binding<number> | undefined;
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

  /** Returns the statement for a page of a template's list, for a builder without parameters. */
  findPage(template: ChangesTemplate, page: TemplatePage): TemplateStatement | undefined {
    return this.statements.get(template)?.get(keyOfPage(template, page));
  }

  keep(use: TemplateUse, parameters: Parameters, statement: PreparedStatement): void {
    const made = madeOf(use.changes);
    const key = made && keyOf(use, parameters);
    if (made === undefined || key === undefined) return;
    let statements = this.statements.get(made.template);
    if (statements === undefined) this.statements.set(made.template, (statements = new BoundedCache(boundsOfTemplate)));
    const binding = bindingBy(namesOf(made.template, parameters), statement);
    statements.set(key, { statement, binding }, key.length + 2 * statement.text.length);
  }
}

/** Returns the names of a template's parameters, and after them those of the parameters that were added. */
function namesOf(template: ChangesTemplate, parameters: Parameters): readonly string[] {
  const { statement } = template;
  return [...statement.parameters.map(({ name }) => name), ...addedNames(statement, parameters)];
}

/** Returns the places of a statement's values among parameters; undefined where one is of another parameter. */
function bindingBy(names: readonly string[], { binding }: PreparedStatement): TemplateStatement['binding'] {
  const slots = binding.slots.map((slot) => ({ ...slot, name: names.indexOf(slot.name) }));
  const lists = binding.lists.map((list) => ({ ...list, name: names.indexOf(list.name) }));
  return [...slots, ...lists].some(({ name }) => name < 0) ? undefined : { slots, lists };
}

/** A page of a template's list. */
export interface TemplatePage {
  /** True where the window stands at the end of the text; false where its numbers are among the values that are added. */
  readonly isLimited: boolean;
  readonly withTotal: boolean;
  /** The values of the template's parameters. */
  readonly values: readonly unknown[];
  readonly addition: Addition | undefined;
  /** What is selected beside the entities and the total. */
  readonly selected: readonly string[];
}

const nothing: readonly string[] = [];
const totalOnly: readonly string[] = [selectedTotal];

function pageText({ isLimited, withTotal, selected: others }: Omit<TemplatePage, 'addition' | 'values'>): string {
  const window = isLimited ? { skip: 0, take: 1 } : undefined;
  const withOthers = others.length === 0 ? totalOnly : [...others, selectedTotal];
  return useText({ rowsAs: 'entities', window, selected: withTotal ? withOthers : others });
}

/** The keys of pages to which nothing is added. */
const plainKeys = {
  page: pageText({ isLimited: true, withTotal: false, selected: nothing }) + part(''),
  'page with total': pageText({ isLimited: true, withTotal: true, selected: nothing }) + part(''),
};

/** Writes the key that {@link keyOf} writes for such a page. */
function keyOfPage({ statement }: ChangesTemplate, page: TemplatePage): string {
  const { isLimited, withTotal, values, addition, selected } = page;
  const lists = listsText(statement, values);
  if (isLimited && addition === undefined && selected.length === 0 && lists === '')
    return plainKeys[withTotal ? 'page with total' : 'page'];
  let text = pageText(page) + part(addition?.sql ?? '') + lists;
  let { bound } = statement.progress;
  for (const value of addition?.values ?? []) text += parameterText(parameterOf((bound += 1)), value, ownFacts) ?? '';
  return text;
}

/** Writes the lists of any length that are spread, as {@link keyOf} does. */
function listsText({ parameters, names }: ChangesTemplate['statement'], values: readonly unknown[]): string {
  if (names.size === parameters.length) return '';
  let text = '';
  for (const [place, { name }] of parameters.entries()) {
    if (!names.has(name)) text += parameterText(name, values[place], ownFacts) ?? '';
  }
  return text;
}

/** Whatever a driver does with a parameter, its text is not that of another kind. */
const ownFacts = { numbersAreText: true, isSpread: () => true };

/**
 * Writes what a statement depends on beside the template. The template belongs to one builder, and to one kind of each of its own
 * parameters, so that only the others are written, and lists of any length that are spread.
 */
function keyOf(use: TemplateUse, parameters: Parameters): string | undefined {
  const made = madeOf(use.changes);
  if (made === undefined || use.window?.take === 0) return undefined;
  const { names } = made.template.statement;
  const text = parametersText(parameters, { ...ownFacts, isKnown: (name) => names.has(name) });
  return text === undefined ? undefined : useText(use) + part(made.added) + text;
}
