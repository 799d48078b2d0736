import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { EXAMPLES, type Example } from '../examples.js';
import { linkList } from './link-list.js';
import { builtPage } from './page.js';

@Controller()
@ApiExcludeController()
export class HomeController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  home(): string {
    return builtPage() ?? linkList();
  }

  /** The requests worth trying, for the page and for programs. */
  @Get('examples')
  examples(): { data: readonly Example[] } {
    return { data: EXAMPLES };
  }
}
