import { Plot, parseHTML } from '../peers/tools.mjs';
import { engineNames, others, ours, ratio } from './ratios.mjs';

/** The colors of contenders, which can be told from each other on white and on black. */
const colors = {
  [ours]: '#e64980',
  'raw driver': '#868e96',
  'nestjs-paginate': '#1c7ed6',
  'nestjs-query': '#2f9e44',
  'crud-typeorm': '#f08c00',
};

const width = 920;

/**
 * The plots of a run, each with a file of its own: those for which there are results. A dot is a ratio, on a scale on
 * which twice as fast is as far from 1 as twice as slow.
 */
const plots = [
  {
    name: 'end-to-end',
    title: 'A request, end to end, to a TypeORM builder written by hand (1 = equal, left = faster)',
    dots: ({ database = [] }) =>
      database.flatMap((result) => dotsOf(result, result.workload, engineNames[result.engine])),
  },
  {
    name: 'http',
    title: 'Over HTTP, to a handler written by hand (1 = equal, left = faster)',
    dots: ({ http = [], cold = [] }) => [
      ...http.flatMap((result) => [
        dot(`${result.adapter}, CPU a request`, ratio(result, ours, { figure: 'cpu' })),
        dot(`${result.adapter}, latency`, ratio(result, ours)),
      ]),
      ...cold.flatMap((result) => [
        dot(`${result.adapter}, CPU until it listens`, ratio(result, ours, { figure: 'boot' })),
        dot(`${result.adapter}, first request`, ratio(result, ours, { figure: 'first' })),
      ]),
    ],
  },
];

function dot(row, value) {
  return { row, who: ours, value };
}

/** The library's dot comes last, so that it lies on top. */
function dotsOf(result, row, facet) {
  return [...others, ours].flatMap((who) => {
    const value = ratio(result, who);
    return value === undefined ? [] : { row, who, value, facet };
  });
}

/** Draws the plots, as texts of SVG files by their names. */
export function drawPlots(results) {
  return plots.flatMap(({ name, title, dots }) => {
    const drawn = dots(results).filter(({ value }) => value !== undefined);
    return drawn.length === 0 ? [] : { name, title, svg: draw(title, drawn) };
  });
}

/** Draws one plot: a row for each name, a panel for each engine. */
function draw(title, dots) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const values = dots.map(({ value }) => value);
  const domain = [Math.min(0.5, ...values), Math.max(2, ...values)];
  const panels = [...new Set(dots.map(({ facet }) => facet))];
  const drawn = panels.map((facet, index) => {
    const own = dots.filter((each) => each.facet === facet);
    return panel(document, own, { domain, label: facet, isLast: index === panels.length - 1 });
  });
  return framed(title, drawn, legendOf(dots));
}

function panel(document, dots, { domain, label, isLast }) {
  const rows = [...new Set(dots.map(({ row }) => row))];
  const height = rows.length * 22 + 64;
  const svg = Plot.plot({
    document,
    width,
    height,
    marginLeft: 330,
    marginTop: 30,
    style: { background: 'none' },
    x: {
      type: 'log',
      domain,
      ticks: 6,
      tickFormat: '~g',
      grid: true,
      label: isLast ? 'ratio of medians' : null,
    },
    y: { domain: rows, label: null, tickSize: 0 },
    color: { domain: Object.keys(colors), range: Object.values(colors) },
    marks: [
      Plot.ruleX([1], { strokeWidth: 1.5 }),
      Plot.dot(dots, {
        x: 'value',
        y: 'row',
        fill: 'who',
        r: 4.5,
        title: ({ who, value }) => `${who}: ${value.toFixed(2)}`,
      }),
      ...(label === undefined
        ? []
        : [Plot.text([label], { frameAnchor: 'top-left', dx: -318, dy: -24, fontSize: 13, fontWeight: 600 })]),
    ],
  });
  return { height, inner: svg.outerHTML };
}

function legendOf(dots) {
  const names = Object.keys(colors).filter((name) => dots.some(({ who }) => who === name));
  return names.length < 2 ? [] : names;
}

/** Puts panels under one another, with a title, and colors for the reader's theme. */
function framed(title, panels, legend) {
  const top = legend.length === 0 ? 40 : 62;
  const height = panels.reduce((sum, panel) => sum + panel.height, top + 8);
  let y = top;
  const placed = panels.map((panel) => {
    const inner = panel.inner.replace('<svg', `<svg x="0" y="${y}"`);
    y += panel.height;
    return inner;
  });
  const keys = legend.map(
    (name, index) =>
      `<circle cx="${22 + index * 148}" cy="46" r="5" fill="${colors[name]}"/><text x="${32 + index * 148}" y="50">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor">
<style>
:root { color: #24292f; background: #ffffff }
@media (prefers-color-scheme: dark) { :root { color: #e6edf3; background: #0d1117 } }
</style>
<text x="16" y="24" font-size="13" font-weight="600">${title}</text>
${keys.join('\n')}
${placed.join('\n')}
</svg>
`;
}
