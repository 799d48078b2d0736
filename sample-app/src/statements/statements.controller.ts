import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import type { Statement } from './recording.js';
import { Statements } from './statements.js';

@Controller('statements')
export class StatementsController {
  constructor(private readonly statements: Statements) {}

  /** The SQL that a request ran: the header `X-Statements` of its response has the path. */
  @Get(':id')
  @Header('Cache-Control', 'no-store')
  one(@Param('id') id: string): { data: readonly Statement[] } {
    const data = this.statements.of(id);
    if (data === undefined) throw new NotFoundException();
    return { data };
  }
}
