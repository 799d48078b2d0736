import { createHash } from 'node:crypto';

/** The number of executions without a name that a text has before it gets one. */
const executionsWithout = 5;

/**
 * The number of refusals after which a text has no name any more. A migration is the reason for one. Where several schemas of one
 * database have columns of different types, the server refuses whenever a connection goes from one to another.
 */
const mostRefusals = 2;

/** A text that is sent again and again, and its name. */
export class FrequentText {
  private executions = 0;
  private digest: string | undefined;
  private currentName: string | undefined;
  private readonly refused: string[] = [];

  constructor(private readonly text: string) {}

  /**
   * A digest of the text: one name never stands for two texts, and all processes give the same. Undefined for a text that is new, and
   * for one that was refused by two names.
   */
  get name(): string | undefined {
    if (this.executions < executionsWithout || this.refused.length >= mostRefusals) return undefined;
    return (this.currentName ??= this.newName());
  }

  private newName(): string {
    this.digest ??= createHash('sha256').update(this.text).digest('hex').slice(0, 40);
    const { length } = this.refused;
    return length === 0 ? `nf_${this.digest}` : `nf_${this.digest}_${length}`;
  }

  /** Takes note of an execution without a name. */
  wasExecuted(): void {
    this.executions += 1;
  }

  /** The names by which the server has refused to execute the statement. */
  get refusedNames(): readonly string[] {
    return this.refused;
  }

  /**
   * Takes a name from the text, which the server has for a statement that it refuses to execute.
   *
   * @param name the name that was refused. It may have been taken already: each connection finds out for itself
   */
  refuse(name: string): void {
    if (name !== this.currentName) return;
    this.refused.push(name);
    this.currentName = undefined;
  }
}
