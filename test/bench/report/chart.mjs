import { others, ours, ratio } from './ratios.mjs';

const colors = {
  [ours]: '#d6336c',
  'raw driver': '#868e96',
  "strategy: 'keys'": '#9c36b5',
  'nestjs-paginate': '#1c7ed6',
  'nestjs-query': '#2f9e44',
  'crud-typeorm': '#f08c00',
};
const names = { postgres: 'PostgreSQL', mariadb: 'MariaDB', sqlite: 'SQLite' };
const [width, left, right, rowHeight, panelHead, legend] = [920, 310, 30, 22, 44, 56];
const [least, most] = [0.1, 300];

/** Ratios to the builder written by hand, a row for each workload, on a scale where twice as fast is as far as twice as slow. */
export function chartOf({ database }) {
  const engines = [...new Set(database.map(({ engine }) => engine))];
  let top = legend;
  const panels = engines.map((engine) => {
    const results = database.filter((result) => result.engine === engine);
    const drawn = panel(names[engine], results, top);
    top += panelHead + results.length * rowHeight + 10;
    return drawn;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" role="img" aria-label="Ratios of medians to a TypeORM builder written by hand">
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f } .head { font-weight: 600 } .tick { fill: #6e7781; font-size: 10px; text-anchor: middle }
.grid { stroke: #d0d7de } .hand { stroke: #24292f; stroke-width: 1.5 } rect { fill: #ffffff }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #30363d } .hand { stroke: #e6edf3 } rect { fill: #0d1117 } }
</style>
<rect width="${width}" height="${top}"/>
<text class="head" x="16" y="22">Time for a request, as a ratio to a TypeORM builder written by hand (1 = equal, left = faster)</text>
${[ours, ...others].map((name, index) => `<circle cx="${22 + index * 148}" cy="40" r="5" fill="${colors[name]}"/><text x="${32 + index * 148}" y="44">${name}</text>`).join('\n')}
${panels.join('\n')}
</svg>
`;
}

function panel(title, results, top) {
  const bottom = top + panelHead + results.length * rowHeight;
  const ticks = [0.1, 0.3, 1, 3, 10, 30, 100, 300].map(
    (value) =>
      `<line class="${value === 1 ? 'hand' : 'grid'}" x1="${place(value)}" x2="${place(value)}" y1="${top + panelHead - 8}" y2="${bottom}"/><text class="tick" x="${place(value)}" y="${top + panelHead - 14}">${value}</text>`,
  );
  const rows = results.map((result, index) => row(result, top + panelHead + index * rowHeight + rowHeight / 2));
  return [`<text class="head" x="16" y="${top + panelHead - 14}">${title}</text>`, ...ticks, ...rows].join('\n');
}

/** The library's dot comes last, so that it lies on top. */
function row(result, y) {
  const dots = [...others, ours].map((name) => {
    const value = ratio(result, name);
    if (value === undefined) return '';
    return `<circle cx="${place(value)}" cy="${y}" r="5" fill="${colors[name]}"><title>${name}: ${value.toFixed(2)}</title></circle>`;
  });
  return `<text x="16" y="${y + 4}">${result.workload.replaceAll('&', '&amp;')}</text>${dots.join('')}`;
}

function place(value) {
  const within = Math.min(most, Math.max(least, value));
  const part = Math.log(within / least) / Math.log(most / least);
  return Math.round(left + part * (width - left - right));
}
