import type { FilterSchema } from '../../schema/index.js';
import { tellChoice, tracing } from '../../tracing/index.js';
import type { PageSettings } from './plan.js';

/** Tells the log and the tracing channel of a choice, or the observer of an explanation in place of the log. */
export function tell(
  { chooser, watch }: Pick<PageSettings, 'chooser' | 'watch'>,
  schema: FilterSchema,
  choice: string,
): void {
  if (watch === undefined) chooser?.tell(schema, choice);
  else watch.because(choice);
  if (tracing.hasSubscribers) tellChoice(choice);
}
