import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Recording } from './recording.js';

/** The number of requests whose statements are kept, the latest ones. */
const kept = 100;

/** The statements of the latest requests, each under an id that nobody can guess. */
@Injectable()
export class Statements {
  private readonly recorded = new Map<string, Recording>();

  /** Keeps a record, which may still grow, and returns its id. */
  keep(recording: Recording): string {
    const id = randomUUID();
    this.recorded.set(id, recording);
    const [oldest] = this.recorded.keys();
    if (oldest !== undefined && this.recorded.size > kept) this.recorded.delete(oldest);
    return id;
  }

  of(id: string): Recording | undefined {
    return this.recorded.get(id);
  }
}
