import { EXAMPLES, type Example } from '../examples.js';

/** Returns the requests worth trying as HTML, for a server whose page has not been built. */
export function linkList(): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Restaurant guide</title></head>
<body>
<h1>Restaurant guide</h1>
<p>The page is not built: <code>npm run page</code> builds it, and so does <code>npm start</code>. These requests work without it.</p>
<ul>
${EXAMPLES.map(item).join('\n')}
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
