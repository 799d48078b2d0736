import { setTimeout } from 'node:timers/promises';
import { loadRequests } from './application.js';

/** An answer to a request of the load, in milliseconds since the load began. */
export interface Answer {
  readonly begun: number;
  readonly ended: number;
  /** `none` for a request that is still open after `patience`. */
  readonly status: number | 'none';
}

const clients = 8;
const patience = 10_000;

/** Clients that send one request after another until they are stopped. */
export class Load {
  readonly answers: Answer[] = [];
  private readonly start = performance.now();
  private readonly done: Promise<unknown>;
  private isStopped = false;

  constructor(private readonly url: string) {
    this.done = Promise.all(Array.from({ length: clients }, (_, client) => this.sendFrom(client)));
  }

  /** Milliseconds since the load began. */
  now(): number {
    return performance.now() - this.start;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  private async sendFrom(client: number): Promise<void> {
    for (let count = client; !this.isStopped; count += 1) {
      const begun = this.now();
      const status = await statusOf(`${this.url}/${loadRequests[count % loadRequests.length]}`);
      this.answers.push({ begun, ended: this.now(), status });
      await setTimeout(5);
    }
  }
}

async function statusOf(url: string): Promise<Answer['status']> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patience) });
    await response.text();
    return response.status;
  } catch {
    return 'none';
  }
}
