import type { ServerProcess } from '../../support/server-processes.mjs';
import { held, until } from './site.js';

/** A program that is started, killed and started again, and how to find out whether it answers. */
export class RunningProgram {
  private child: ServerProcess | undefined;

  constructor(
    private readonly name: string,
    private readonly launch: () => ServerProcess,
    private readonly answers: () => Promise<boolean>,
  ) {}

  async start(): Promise<void> {
    const child = held(this.launch());
    this.child = child;
    try {
      await until(`${this.name} answers`, () => {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${this.name} has ended`);
        return this.answers();
      });
    } catch (error) {
      throw new Error(`${this.name} cannot be used: ${child.printed()}`, { cause: error });
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    child?.kill(signal);
    await child?.exit;
  }
}
