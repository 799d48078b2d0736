import { createHash } from 'node:crypto';
import { PlanGuard } from './plan-guard.js';

/** A text that is sent again and again: its name, and whether a name does it good. */
export class FrequentText {
  readonly guard: PlanGuard;
  private digest: string | undefined;
  private currentName: string | undefined;
  private renamed = 0;

  constructor(
    private readonly text: string,
    plannedEach: number,
  ) {
    this.guard = new PlanGuard(plannedEach);
  }

  /** A digest of the text: one name never stands for two texts, and all processes give the same. */
  get name(): string {
    return (this.currentName ??= this.newName());
  }

  private newName(): string {
    this.digest ??= createHash('sha256').update(this.text).digest('hex').slice(0, 40);
    return this.renamed === 0 ? `nf_${this.digest}` : `nf_${this.digest}_${this.renamed}`;
  }

  /**
   * Changes the name, which the server has for a statement that it refuses to execute.
   *
   * @param name the name that was refused. It may have been changed already: each connection finds out for itself
   */
  rename(name: string): void {
    if (name !== this.name) return;
    this.renamed += 1;
    this.currentName = undefined;
  }
}
