/**
 * Asks for the opposite wherever random conditions on one related row ask for NULL of a field that is never NULL: such
 * a condition is refused.
 *
 * @param fields the paths of these fields
 */
export function withoutNull<Asked>(conditions: Asked, fields: readonly string[], path = ''): Asked {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]: [string, unknown]) => {
        if (['$and', '$or', '$not'].includes(key)) return [key, walk(inner)];
        const name = path === '' ? key : `${path}.${key}`;
        if (fields.includes(name)) return [key, ofField(inner)];
        const isEmbedded = fields.some((field) => field.startsWith(`${name}.`));
        return [key, isEmbedded ? withoutNull(inner, fields, name) : inner];
      }),
    );
  };
  return walk(conditions) as Asked;
}

function ofField(node: unknown): unknown {
  if (node === null) return { $ne: null };
  if (typeof node !== 'object' || Array.isArray(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]: [string, unknown]) => {
      if (key === '$null') return [key, typeof inner === 'boolean' ? false : 'false'];
      if (key === '$notNull') return [key, typeof inner === 'boolean' ? true : 'true'];
      if (key === '$not') return [key, ofField(inner)];
      return key === '$eq' && inner === null ? ['$ne', null] : [key, inner];
    }),
  );
}
