import { type PageReading, readingText } from '../../adaptive/index.js';
import type { StatementPurpose } from '../../contract/index.js';
import type { FilterSchema } from '../../schema/index.js';
import type { PagePlan } from './plan.js';
import { debug } from '../../statements/index.js';
import { addChoice, addReading, tracing } from '../../tracing/index.js';

/*
 * How a page is read goes to whoever listens: the log, the tracing channel, and the explanation of one call, which has
 * the choices in place of the log. Statements reach the channel where they are sent, and an explanation on its
 * connection.
 */

/** Observer of one page: `PageRecorder` of lib/explain. Pages that nobody explains have none. */
export interface PageWatch {
  /** Names what the next statements are for, and the relation or the facets where there are several. */
  begins(purpose: StatementPurpose, of?: string): void;
  /** Receives the way in which rows are read, before their statement is sent. */
  reads(reading: PageReading): void;
  because(step: string): void;
  /** Reports that the rows of the last statements were too few, so that they are read in another way. */
  isShort(): void;
}

type Listeners = Pick<PagePlan, 'chooser' | 'watch'>;

/** Reports a choice: the steps to it, the last of which is the choice itself. */
export function traceChoice({ chooser, watch }: Listeners, schema: FilterSchema, ...steps: readonly string[]): void {
  if (watch !== undefined) for (const step of steps) watch.because(step);
  else chooser?.report(schema, steps.join(' → '));
  if (tracing.hasSubscribers) addChoice(steps.join(' → '));
}

/** Reports a choice that an earlier page made, which the log has from there. */
export function traceRemembered({ watch }: Listeners, choice: string): void {
  watch?.because('remembered of an earlier page');
  if (tracing.hasSubscribers) addChoice(`remembered → ${choice}`);
}

/** Reports how rows are read, before their statement is sent. */
export function traceReading({ watch }: Listeners, schema: FilterSchema, reading: PageReading): void {
  if (debug.enabled) debug('a page of %s is read: %s', schema.name, readingText(reading));
  if (tracing.hasSubscribers) addReading(reading);
  watch?.begins('page');
  watch?.reads(reading);
}
