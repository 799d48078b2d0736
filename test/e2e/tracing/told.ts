import { tracingChannel } from 'node:diagnostics_channel';
import type { FilterOperation } from 'nestjs-filterable';

const channel = tracingChannel<unknown, object>('nestjs-filterable');

/** The events of an operation, by their names. */
export const eventNames = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** An event as it was told: the text keeps what the operation had in it at that moment. */
export interface Told {
  readonly event: (typeof eventNames)[number];
  readonly operation: FilterOperation;
  readonly text: string;
}

/** Runs a function, and returns what the channel told meanwhile. */
export async function toldDuring(work: () => unknown): Promise<readonly Told[]> {
  const told: Told[] = [];
  const subscribers = Object.fromEntries(
    eventNames.map((event) => [
      event,
      (message: unknown) => {
        told.push({ event, operation: message as FilterOperation, text: JSON.stringify(message) });
      },
    ]),
  );
  channel.subscribe(subscribers as never);
  try {
    await work();
  } finally {
    channel.unsubscribe(subscribers as never);
  }
  return told;
}

/** The operations that ended, in the order of their beginnings. */
export function endedIn(told: readonly Told[]): readonly FilterOperation[] {
  const operations = told.filter(({ event }) => event === 'start').map(({ operation }) => operation);
  return operations.filter(({ milliseconds }) => milliseconds !== undefined);
}

/** The operation of a name: the first of them. */
export function operationIn<Name extends FilterOperation['operation']>(
  told: readonly Told[],
  name: Name,
): Extract<FilterOperation, { readonly operation: Name }> | FilterOperation {
  const found = endedIn(told).find(({ operation }) => operation === name);
  if (found === undefined)
    throw new Error(
      `no ${name} among ${endedIn(told)
        .map(({ operation }) => operation)
        .join()}`,
    );
  return found;
}

/** What happened, in one text: `start page, start count, end count, …`. */
export function sequence(told: readonly Told[]): string {
  return told.map(({ event, operation }) => `${event} ${operation.operation}`).join(', ');
}
