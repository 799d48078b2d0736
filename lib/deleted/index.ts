export { checkDeleted, declaredDeleted, deletedRule } from './declared-deleted.js';
export type { DeclaredDeleted, DeletedOption } from './declared-deleted.js';
export { readDeleted } from './read-deleted.js';
