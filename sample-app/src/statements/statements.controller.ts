import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import type { Explanation } from 'nestjs-filterable';
import { type Recording, type Statement, asJson } from './recording.js';
import { Statements } from './statements.js';

/** The statements of recorded requests. This is for a sample: no application answers these to its clients. */
@Controller('statements')
export class StatementsController {
  constructor(private readonly statements: Statements) {}

  /** The SQL that a request ran: the header `X-Statements` of its response has the path. */
  @Get(':id')
  @Header('Cache-Control', 'no-store')
  one(@Param('id') id: string): { data: readonly Statement[] } {
    return { data: this.recordingOf(id).statements };
  }

  /** The way in which the list of a request is read, and the database's plans of its statements. */
  @Get(':id/explanation')
  @Header('Cache-Control', 'no-store')
  async explanation(@Param('id') id: string): Promise<{ data: Explanation }> {
    const { explain } = this.recordingOf(id);
    if (explain === undefined) throw new NotFoundException();
    const { statements, ...way } = await explain();
    const printable = statements.map((statement) => ({
      ...statement,
      parameters: statement.parameters.map(asJson),
    }));
    return { data: { ...way, statements: printable } };
  }

  private recordingOf(id: string): Recording {
    const recording = this.statements.of(id);
    if (recording === undefined) throw new NotFoundException();
    return recording;
  }
}
