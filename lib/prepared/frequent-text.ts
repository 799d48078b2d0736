import { createHash } from 'node:crypto';

/** The number of executions without a name that a text has before it gets one. */
const executionsWithout = 5;

/** A text that is sent again and again, and its name. */
export class FrequentText {
  private executions = 0;
  private digest: string | undefined;
  private currentName: string | undefined;
  private renamed = 0;

  constructor(private readonly text: string) {}

  /** A digest of the text: one name never stands for two texts, and all processes give the same. Undefined for a text that is new. */
  get name(): string | undefined {
    if (this.executions < executionsWithout) return undefined;
    return (this.currentName ??= this.newName());
  }

  private newName(): string {
    this.digest ??= createHash('sha256').update(this.text).digest('hex').slice(0, 40);
    return this.renamed === 0 ? `nf_${this.digest}` : `nf_${this.digest}_${this.renamed}`;
  }

  /** Takes note of an execution without a name. */
  wasExecuted(): void {
    this.executions += 1;
  }

  /**
   * Changes the name, which the server has for a statement that it refuses to execute.
   *
   * @param name the name that was refused. It may have been changed already: each connection finds out for itself
   */
  rename(name: string): void {
    if (name !== this.currentName) return;
    this.renamed += 1;
    this.currentName = undefined;
  }
}
