import { hostileClass, twin } from '../case.js';

/** Whoever asks must not learn whether a name exists. */
export const twins = hostileClass('hidden-or-invented', [
  twin('filters[NAME]=x', 'secretNote', 'secretNotf', 'a column'),
  twin('filters[NAME][$null]=true', 'secretNote', 'secretNotf', 'a column, by an operator every kind has'),
  twin('filters[NAME][$gt]=1', 'tenantId', 'tenantIx', 'a number'),
  twin('filters[NAME][$contains]=x', 'tenantId', 'tenantIx', 'a number, by an operator it would not take'),
  twin('filters[NAME][$nope]=x', 'deletedAt', 'deletedXx', 'by an operator that does not exist'),
  twin('filters[NAME][x]=1', 'updatedBy', 'updatedXx', 'a relation'),
  twin('filters[NAME]=', 'updatedBy', 'updatedXx', 'a relation, by its key'),
  twin('filters[author][NAME]=x', 'passwordHash', 'passwordHasg', 'a column that is never selected'),
  twin('filters[author][NAME][name]=x', 'posts', 'pests', 'a relation of a relation'),
  twin('filters[comments][$some][NAME]', 'deletedAt', 'deletedXx', 'below a quantifier'),
  twin('sort=NAME:desc', 'secretNote', 'secretNotf', 'a column, sorted by'),
  twin('sort[NAME]=desc', 'secretNote', 'secretNotf', 'a column, sorted by as a key'),
  twin('sort=author.NAME', 'passwordHash', 'passwordHasg', 'a column of a relation, sorted by'),
  twin('sort=NAME.name', 'updatedBy', 'updatedXx', 'a relation, sorted by'),
  twin('sort=NAME.$count', 'updatedBy', 'updatedXx', 'a relation, counted'),
]);
