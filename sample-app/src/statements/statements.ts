import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Statement } from './recording.js';

/** The number of requests whose statements are kept, the latest ones. */
const kept = 100;

/** The statements of the latest requests, each under an id that nobody can guess. */
@Injectable()
export class Statements {
  private readonly recorded = new Map<string, readonly Statement[]>();

  /** Keeps a list, which may still grow, and returns its id. */
  keep(statements: readonly Statement[]): string {
    const id = randomUUID();
    this.recorded.set(id, statements);
    const [oldest] = this.recorded.keys();
    if (oldest !== undefined && this.recorded.size > kept) this.recorded.delete(oldest);
    return id;
  }

  of(id: string): readonly Statement[] | undefined {
    return this.recorded.get(id);
  }
}
