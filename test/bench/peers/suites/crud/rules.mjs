/** The rules and overrides that `filterableFrom()` prints for the options of `@Crud()`, run as a program would. */
import { require } from '../run/checkout.mjs';

const { rulesFor } = require('nestjs-filterable');
const { crud, filterableFrom } = require('nestjs-filterable/on-ramps/crud');

/** Returns the rules of the entities, and the overrides. Fields that the command leaves to its reader are added. */
export function rulesOf(metadata, options) {
  const { printed, overrides } = run(filterableFrom(options, { entity: 'Entity' }));
  const { query = {} } = options;
  const joins = joinsOf(metadata, query.join ?? {});
  const fields = printed.fields?.length > 0 ? printed.fields : fieldsOf(metadata, query);
  const entities = new Map([[metadata, { fields, relations: new Set() }]]);
  for (const { parent, relation, join } of joins) {
    const related = relation.inverseEntityMetadata;
    if (!entities.has(related)) entities.set(related, { fields: fieldsOf(related, join), relations: new Set() });
    entities.get(parent).relations.add(relation.propertyName);
  }
  const populate = joins.filter(
    ({ parent, relation, join }) => parent === metadata && isToOne(relation) && !join.eager,
  );
  const rules = [...entities].map(([each, { relations, ...named }]) => {
    const own = { ...named, relations: [...relations] };
    const names = populate.map(({ relation }) => relation.propertyName);
    return rulesFor(each.target, { ...own, ...(each === metadata && names.length > 0 && { populate: names }) });
  });
  return { rules, joins, overrides: { ...overrides, ...defaultsOf(overrides, query.filter) } };
}

function run(text) {
  const found = {};
  const program = new Function('Filterable', 'FilterQuery', 'Entity', 'crud', text.replace(/^@/gm, ''));
  program(
    (options) => Object.assign(found, { printed: options ?? {} }),
    (_, overrides) => Object.assign(found, { overrides }),
    undefined,
    crud,
  );
  return found;
}

/** The joins that lead to an entity; those of names that do not exist are ignored there. */
function joinsOf(metadata, joins) {
  return Object.entries(joins).flatMap(([path, join]) => {
    let [parent, relation, next] = [metadata, undefined, metadata];
    for (const name of path.split('.')) {
      parent = next;
      relation = parent?.relations.find(({ propertyName }) => propertyName === name);
      next = relation?.inverseEntityMetadata;
    }
    return relation === undefined ? [] : [{ path, parent, relation, join }];
  });
}

export function fieldsOf(metadata, { allow, exclude = [] }) {
  const names = metadata.columns.filter(({ isVirtual }) => !isVirtual).map(({ propertyPath }) => propertyPath);
  return names.filter((name) => (allow?.length ? allow.includes(name) : true) && !exclude.includes(name));
}

function isToOne(relation) {
  return relation.isManyToOne || relation.isOneToOne;
}

/** The conditions of `query.filter`, which always hold. */
function defaultsOf({ defaults }, filter) {
  if (filter === undefined) return {};
  const filters = Array.isArray(filter)
    ? Object.fromEntries(
        filter.map(({ field, operator, value }) => [field, { [`$${operator.replace('$', '')}`]: value }]),
      )
    : filter;
  return { defaults: { ...defaults, filters, when: 'always' } };
}
