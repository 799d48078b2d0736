/** The rules and overrides that `filterableFrom()` prints for a configuration, run as a program would have them. */
import { require } from '../run/checkout.mjs';

const { rulesFor } = require('nestjs-filterable');
const { filterableFrom, nestjsPaginate } = require('nestjs-filterable/on-ramps/nestjs-paginate');

const documentTypes = ['json', 'jsonb', 'simple-json'];

/**
 * Returns the rules of the entities and the overrides of the handler. What the command leaves to its reader is written
 * here: the rules of related entities, which stand in comments, and the kinds of virtual columns and of documents.
 */
export function rulesOf(metadata, config, kindOf) {
  const documents = metadata.columns.filter(isDocument).map(({ propertyName }) => propertyName);
  const embedded = [...metadata.embeddeds.map(({ propertyName }) => propertyName), ...documents];
  const printed = filterableFrom(config, { entity: 'Entity', embedded });
  const { options, overrides } = run(printed);
  const entities = new Map([[metadata, { fields: new Map(), relations: new Set() }]]);
  for (const field of options.fields ?? []) add(entities, metadata, { field, kindOf });
  for (const path of relatedPaths(printed)) add(entities, metadata, { field: path, kindOf });
  const rules = [...entities].map(([each, { fields, relations }]) => {
    const { sort, search } = each === metadata ? options : {};
    const own = { fields: [...fields.values()], relations: [...relations] };
    return rulesFor(each.target, { ...own, ...(sort && { sort }), ...(search && { search }) });
  });
  return { rules, overrides: { ...overrides, ...(hasStar(printed) && { select: ownColumns(metadata) }) } };
}

/** The columns that `*` of a `select` stands for, which the command asks to be named. */
function ownColumns({ columns }) {
  return columns
    .filter(({ relationMetadata }) => relationMetadata === undefined)
    .map(({ propertyPath }) => propertyPath);
}

function hasStar(printed) {
  return printed.includes('// Name in `select` ');
}

/** Runs what is printed, whose decorators are calls. */
function run(printed) {
  const found = {};
  const program = new Function('Filterable', 'FilterQuery', 'Entity', 'nestjsPaginate', printed.replace(/^@/gm, ''));
  const keep = (name) => (value) => {
    found[name] = value ?? {};
  };
  program(keep('options'), (_, overrides) => keep('overrides')(overrides), undefined, nestjsPaginate);
  return found;
}

function relatedPaths(printed) {
  return [...printed.matchAll(/^\/\/ The entity of (\S+) exposes (\S+)\.$/gm)].map(
    ([, path, name]) => `${path}.${name}`,
  );
}

/** Adds a field to the rules of the entity that has it, and the relations that lead there. */
function add(entities, metadata, { field, kindOf }) {
  const { name, ...options } = typeof field === 'string' ? { name: field } : field;
  let [at, rest] = [metadata, name.split('.')];
  for (let found = relationAt(at, rest); found !== undefined && rest.length > 0; found = relationAt(at, rest)) {
    rulesAt(entities, at).relations.add(found.propertyPath);
    [at, rest] = [found.inverseEntityMetadata, rest.slice(found.propertyPath.split('.').length)];
  }
  if (rest.length === 0) return;
  const { fields } = rulesAt(entities, at);
  const document = at.columns.find((column) => isDocument(column) && column.propertyName === rest[0]);
  const key = document === undefined ? rest.join('.') : document.propertyName;
  const known = fields.get(key);
  if (document !== undefined && rest.length > 1) {
    const path = rest.slice(1).join('.');
    fields.set(key, { name: key, paths: { ...known?.paths, [path]: kindOf(at, rest) } });
  } else if (known === undefined) {
    const column = at.columns.find(({ propertyPath }) => propertyPath === key);
    fields.set(key, { name: key, ...options, ...(column?.isVirtualProperty && { kind: 'integer' }) });
  }
}

function rulesAt(entities, metadata) {
  if (!entities.has(metadata)) entities.set(metadata, { fields: new Map(), relations: new Set() });
  return entities.get(metadata);
}

function relationAt(metadata, path) {
  return metadata.relations.find(({ propertyPath }) => `${path.join('.')}.`.startsWith(`${propertyPath}.`));
}

function isDocument({ type }) {
  return documentTypes.includes(type);
}
