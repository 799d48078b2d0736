import { type Condition, type DeletedRows, comparison, deletedModes } from '../../ast/index.js';
import {
  FilterConfigurationError,
  type Option,
  checkFunction,
  eitherOf,
  optionsIn,
  wrongValue,
} from '../../configuration/index.js';
import { builtIn } from '../../operators/index.js';
import { type DeletedOption, deletedRule } from '../../list/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  type Visibility,
  fieldsOf,
  isSameExpression,
} from '../../schema/index.js';
import { type Node, refuse } from '../../parse/index.js';

export interface DeclaredDeleted {
  /** Decides for each context whether the parameter exists. Undefined where it exists for all. */
  readonly when: Visibility | undefined;
  readonly related: boolean;
  /** The condition that deleted rows alone satisfy. */
  readonly only: Condition;
}

/** Refuses what is neither `true`, nor a function, nor an object of options. */
export function checkDeleted(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined || value === true || typeof value === 'function') return;
  if (typeof value !== 'object') throw wrongValue(option, 'true, a function of the context, or an object');
  const rule: { when?: unknown } = optionsIn(option, ['when', 'related']);
  checkFunction({ subject, name: `${name}.when`, value: rule.when }, 'the context');
}

/**
 * Reads the option for one list.
 *
 * @param subject the beginning of an error: `@FilterQuery(Post)`
 * @throws FilterConfigurationError for a wrong option, and for an entity without a delete date
 */
export function declaredDeleted(schema: FilterSchema, option: DeletedOption, subject: string): DeclaredDeleted {
  checkDeleted({ subject, name: 'deleted', value: option });
  const { name } = schema;
  const field = deleteDateOf(schema);
  if (field !== undefined) {
    const { when, related } = deletedRule(option);
    return { when, related: related === true, only: comparison(field, builtIn('$notNull'), []) };
  }
  throw new FilterConfigurationError(
    `${subject}: \`deleted\` needs a delete date, and ${name} has none; add a @DeleteDateColumn(), or leave the option out`,
  );
}

/** Returns the delete date as a field, visible or not. */
function deleteDateOf(schema: FilterSchema): FieldSchema | undefined {
  const { deleteDate } = schema;
  if (deleteDate === undefined) return undefined;
  return [...fieldsOf(schema.view('all').members)].find(({ expression }) => isSameExpression(expression, deleteDate));
}

const modes = eitherOf(deletedModes);

/** Reads `deleted`: `with` or `only`. Undefined where it was refused. */
export function readDeleted(node: Node, { related, only }: DeclaredDeleted): DeletedRows | undefined {
  const { value, shape } = node;
  if (shape === 'repeated') return refuse.duplicateKey(node);
  if (shape !== 'scalar') return refuse.expectedValue(node, `must be ${modes}`);
  const mode = deletedModes.find((each) => each === value);
  if (mode === undefined) return refuse.invalidValue(node, 'enum', `must be ${modes}`);
  return Object.freeze({ mode, related, condition: mode === 'only' ? only : undefined });
}
