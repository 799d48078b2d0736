import type { ServerResponse } from 'node:http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { type Recording, recording } from './recording.js';
import { Statements } from './statements.js';

/**
 * Records the statements of a request, for a page that shows them; the header `X-Statements` has the path of the
 * record. This is for a sample: in production, the text of statements is nobody's business but the server's.
 */
@Injectable()
export class StatementsMiddleware implements NestMiddleware<unknown, ServerResponse> {
  constructor(private readonly statements: Statements) {}

  use(_request: unknown, response: ServerResponse, next: () => void): void {
    const recorded: Recording = { statements: [] };
    response.setHeader('X-Statements', `/api/statements/${this.statements.keep(recorded)}`);
    recording.run(recorded, next);
  }
}
