/** Everything is told as a ratio to the builder written by hand: that is what holds on another machine. */
export const byHand = 'by hand';
export const ours = 'nestjs-filterable';
export const onServer = 'prepared statements';
export const others = ['raw driver', 'nestjs-paginate', 'nestjs-query', 'crud-typeorm'];

/** The engines by the names that their makers give them. */
export const engineNames = { postgres: 'PostgreSQL', mariadb: 'MariaDB', sqlite: 'SQLite' };

export const entryOf = ({ entries }, name) => entries.find((entry) => entry.name === name);

/** Someone's figure over another's; undefined where one of them has none. */
export function ratio(result, name, { figure = 'median', to = byHand } = {}) {
  const [above, below] = [entryOf(result, name)?.[figure], entryOf(result, to)?.[figure]];
  return above === undefined || below === undefined || below === 0 ? undefined : above / below;
}

/** A page with a subscriber of the tracing channel, over the same page without. */
export function tracedRatio(result) {
  return ratio(result, 'somebody listens', { to: 'nobody listens' });
}

export function told(value) {
  if (value === undefined || Number.isNaN(value)) return '–';
  return value >= 10 ? value.toFixed(0) : value.toFixed(2);
}

export function ratioOrReason(result, name) {
  const entry = entryOf(result, name);
  if (entry === undefined) return '–';
  return entry.unable ?? told(ratio(result, name));
}
