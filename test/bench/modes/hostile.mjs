import process from 'node:process';
import { FilterException, FilterService } from 'nestjs-filterable';
import { quantile } from '../measure.mjs';
import { Post } from '../model/entities.mjs';

/** Every limit that reading depends on, as far as a host may raise it. */
const caps = {
  queryBytes: 16_384,
  parameters: 1_000,
  logicalDepth: 10,
  conditions: 100,
  members: 1_000,
  values: 5_000,
  valueLength: 4_096,
  needleLength: 256,
  unanchoredNeedles: 16,
  relationHops: 5,
  toManyHops: 3,
  relationConditions: 32,
  sortKeys: 10,
  sortHops: 5,
};

/** As many pieces as fit: into the bytes, and where they are parameters into their number. */
function pieces({ queryBytes, parameters }, piece, between = '&') {
  let text = piece(0);
  for (let index = 1; between !== '&' || index < parameters; index += 1) {
    const longer = `${text}${between}${piece(index)}`;
    if (longer.length > queryBytes) break;
    text = longer;
  }
  return text;
}

/** The same with room for what stands around them. */
const within = (limits, around, piece) => pieces({ ...limits, queryBytes: limits.queryBytes - around }, piece, ',');

const filled = (text, { queryBytes }, rest) =>
  `${text}${rest.repeat(Math.floor((queryBytes - text.length) / rest.length))}`;
const entries = (count, entry) => Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
const bodyEntries = 5_000;

/** The dearest requests known of each kind, each as dear as the limits let it be. */
const requests = {
  'a body of unknown fields': () => ({ filters: entries(bodyEntries, (index) => [`x${index}`, index]) }),
  'a body of unknown operators': () => ({ filters: { title: entries(bodyEntries, (index) => [`$x${index}`, index]) } }),
  'a body of unknown fields of a relation': () => ({
    filters: { author: entries(bodyEntries, (index) => [`x${index}`, index]) },
  }),
  'a body of alternatives': () => ({ filters: { $or: entries(bodyEntries, (index) => [`x${index}`, index]) } }),
  'a body of unknown sort keys': () => ({ sort: entries(bodyEntries, (index) => [`x${index}`, 'asc']) }),
  'a body of unknown pagination': () => ({ pagination: entries(bodyEntries, (index) => [`x${index}`, 1]) }),
  'a body of foreign keys': () => entries(bodyEntries, (index) => [`filt${index}`, [index]]),
  'a body of lists in lists': () => ({
    filters: { $and: Array.from({ length: 90 }, () => Array.from({ length: 60 }, () => ({ id: 1 }))) },
  }),
  'unknown fields': (limits) => pieces(limits, (index) => `filters[x${index}]=1`),
  'unknown fields, deep': (limits) => pieces(limits, (index) => `filters[author][$or][0][x${index}]=1`),
  'fields that may be asked about': (limits) => pieces(limits, (index) => `filters[$or][${index}][title]=a`),
  'foreign keys with brackets': (limits) => pieces(limits, (index) => `filt${index}[a]=1`),
  'foreign keys with JSON': (limits) => pieces(limits, (index) => `a${index}=[{"b":[1,2]}]`),
  'a foreign key, long': (limits) => filled('f[', limits, 'filters?;'),
  'a key of brackets': (limits) => filled('filters', limits, '[a]'),
  'a key of open brackets': (limits) => filled('filters[', limits, '['),
  'a key of encoded brackets': (limits) => filled('filters[', limits, '%5B%5D'),
  contradictions: (limits) => pieces(limits, (index) => `filters[a]${index % 2 === 0 ? '' : '[b]'}=1`),
  'members that are no numbers': (limits) => pieces(limits, (index) => `filters[id][$in][${index}]=x`),
  'members in the wrong order': (limits) => pieces(limits, (index) => `filters[id][$in][${9_999 - index}]=1`),
  'sort keys': (limits) => `sort=${within(limits, 5, (index) => `x${index}`)}`,
  'a sort of commas': (limits) => filled('sort=', limits, ','),
  'a deep sort key': (limits) => filled('sort=a', limits, '.author'),
  'JSON of unknown fields': (limits) => `filters={${within(limits, 10, (index) => `"x${index}":1`)}}`,
  'JSON of known fields': (limits) => `filters={"$or":[${within(limits, 18, () => '{"id":1}')}]}`,
  'JSON, deep': (limits) => filled('filters=', limits, '['),
  'JSON at many fields': (limits) => pieces(limits, (index) => `filters[$or][${index}][title]={"$eq":"a","b":1}`),
  'a value of escapes': (limits) => filled('filters[title]=', limits, '%41'),
};

/** How many requests are measured. */
export const hostileRequests = Object.keys(requests).length;

/** How long one request holds the event loop, whatever its answer: what the process computes, whoever else runs. */
export function measureHostile({ source }, tell) {
  const usual = FilterService.forDataSource(source);
  const { limits: defaults } = usual.describe(Post);
  const most = FilterService.forDataSource(source, { limits: caps });
  const { limits } = most.describe(Post);
  return Object.entries(requests).map(([name, make]) => {
    const result = { name, usual: timed(usual, make(defaults)), most: timed(most, make(limits)) };
    tell(result);
    return result;
  });
}

const rounds = 40;

function timed(filters, input) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    try {
      filters.parse(Post, input);
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
    }
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1_000);
  }
  const bytes = typeof input === 'string' ? input.length : JSON.stringify(input).length;
  return { bytes, median: quantile(times, 0.5), worst: Math.max(...times) };
}
