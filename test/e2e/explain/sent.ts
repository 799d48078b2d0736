import type { StatementSpy } from '../../support/spy.js';

/** A statement that was sent, with the values of its parameters. */
export interface Sent {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs `work`, and returns its result and the statements that it sent. */
export async function sentBy<Result>(spy: StatementSpy, work: () => Promise<Result>) {
  const { result, statements } = await spy.during(work);
  return { result, sent: statements.map((sql, index): Sent => ({ sql, parameters: spy.parameters[index] ?? [] })) };
}

/** Statements that read which indexes there are. */
const ofCatalogue = /\b(pg_catalog|information_schema)\.|\bpragma_\w+\(|^EXPLAIN \(VERBOSE/i;

/** Leaves out what an explanation asks of the catalogue of the database. */
export function withoutCatalogue(sent: readonly Sent[]): readonly Sent[] {
  return sent.filter(({ sql }) => !ofCatalogue.test(sql));
}
