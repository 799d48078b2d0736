/** Writes the `where` of a configuration, which is TypeORM's, as the condition of `filters.and()`. */
export function conditionOf(where) {
  if (Array.isArray(where)) return { $or: where.map(conditionOf) };
  return Object.fromEntries(Object.entries(where).map(([name, value]) => [name, valueOf(value)]));
}

const operators = {
  in: (value) => ({ $in: value }),
  like: (value) => ({ $contains: value.replace(/^%|%$/g, '') }),
  ilike: (value) => ({ $containsi: value.replace(/^%|%$/g, '') }),
  isNull: () => ({ $null: true }),
  equal: (value) => ({ $eq: value }),
};

function valueOf(value) {
  if (value === null || typeof value !== 'object') return value;
  if (value['@instanceof'] !== Symbol.for('FindOperator')) return conditionOf(value);
  const write = operators[value.type];
  if (write === undefined) throw new Error(`no way to write ${value.type} of a where`);
  return write(value.value);
}
