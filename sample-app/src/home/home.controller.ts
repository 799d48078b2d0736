import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { EXAMPLES, type Example } from '../examples.js';

@Controller()
@ApiExcludeController()
export class HomeController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  home(): string {
    return page(EXAMPLES.map(item).join('\n'));
  }
}

function page(items: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Restaurant guide</title></head>
<body>
<h1>Restaurant guide</h1>
<ul>
${items}
</ul>
</body>
</html>
`;
}

function item({ title, path }: Example): string {
  const href = path.replaceAll('[', '%5B').replaceAll(']', '%5D');
  return `<li>${escapeHtml(title)}<br><a href="${escapeHtml(href)}"><code>${escapeHtml(path)}</code></a></li>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
