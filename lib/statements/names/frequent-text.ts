import { createHash } from 'node:crypto';

/** Number of executions without a name before a text gets one. */
const executionsWithout = 5;

/**
 * Number of refusals after which a text has no name any more. A migration causes one refusal. With several schemas
 * whose columns have different types, the server refuses whenever a connection changes between them.
 */
const mostRefusals = 2;

/** Text that is sent repeatedly, and its name. */
export class FrequentText {
  private executions = 0;
  private digest: string | undefined;
  private currentName: string | undefined;
  private readonly refused: string[] = [];

  constructor(private readonly text: string) {}

  /**
   * Digest of the text: one name never stands for two texts, and all processes give the same name. Undefined for a new
   * text, and for one that was refused under two names.
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

  /** Counts an execution without a name. */
  wasExecuted(): void {
    this.executions += 1;
  }

  /** Names under which the server has refused to execute the statement. */
  get refusedNames(): readonly string[] {
    return this.refused;
  }

  /**
   * Removes the text's name after the server has refused to execute its statement.
   *
   * @param name the refused name; it may already be removed, because each connection learns of the refusal by itself
   */
  refuse(name: string): void {
    if (name !== this.currentName) return;
    this.refused.push(name);
    this.currentName = undefined;
  }
}
