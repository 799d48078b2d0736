import { hostileClass, refused } from '../case.js';
import { operands } from './vocabulary.js';

const hidden = (key: string, pointer: string, value: string) =>
  [...operands].map(([token, write]) =>
    refused(write(`filters${key}`, value), `unknown_field ${pointer}`, `by ${token}`),
  );

export const hiddenField = hostileClass('hidden-field', [
  ...hidden('[secretNote]', '/filters/secretNote', 'tulip'),
  refused('filters[secretNote]=tulip', 'unknown_field /filters/secretNote', 'shorthand'),
  refused('filters[secretNote]', 'unknown_field /filters/secretNote', 'null'),
  refused('filters[secretNote][0]=tulip', 'unknown_field /filters/secretNote', 'shorthand list'),
  refused('filters[secretNote][$not][$eq]=x', 'unknown_field /filters/secretNote', 'negated below the field'),
  refused('filters[$not][secretNote]=x', 'unknown_field /filters/$not/secretNote', 'negated above the field'),
  refused('filters[$or][secretNote]=tulip', 'unknown_field /filters/$or/secretNote', 'in an object of alternatives'),
  refused(
    'filters[$or][0][id]=1&filters[$or][1][secretNote]=t',
    'unknown_field /filters/$or/1/secretNote',
    'second alternative',
  ),
  refused('filters[$and][0][0][secretNote]=t', 'unknown_field /filters/$and/0/0/secretNote', 'in a list of lists'),
  refused('filters[tenantId]=2', 'unknown_field /filters/tenantId', 'the scope itself'),
  refused('filters[tenantId][$ne]=1', 'unknown_field /filters/tenantId', 'the scope itself, negated'),
  refused('filters[authorId]=1', 'unknown_field /filters/authorId', 'a foreign key behind an allowed relation'),
  refused('filters[updatedById]=1', 'unknown_field /filters/updatedById', 'a foreign key that is no property at all'),
  refused('filters[SecretNote]=x', 'unknown_field /filters/SecretNote', 'another case'),
  refused('filters[secret_note]=x', 'unknown_field /filters/secret_note', 'another convention'),
  refused('filters[secretNote ][$eq]=x'.replace(' ', '%20'), 'unknown_field /filters/secretNote ', 'a space after it'),
  refused('filters[%73ecretNote]=x', 'unknown_field /filters/secretNote', 'a letter of it encoded'),
  refused('filters[title]=Spring&filters[secretNote]=t', 'unknown_field /filters/secretNote', 'beside a valid field'),
]);

export const hiddenRelationField = hostileClass('hidden-relation-field', [
  ...hidden('[author][passwordHash]', '/filters/author/passwordHash', '%242b'),
  refused(
    'filters[author][email]=x',
    'unknown_field /filters/author/email',
    'a column that rows show, but nobody may ask for',
  ),
  refused('filters[author][resetToken]', 'unknown_field /filters/author/resetToken', 'null'),
  refused(
    'filters[comments][author][passwordHash]=x',
    'unknown_field /filters/comments/author/passwordHash',
    'another way there',
  ),
  refused(
    'filters[comments][$none][author][email]=x',
    'unknown_field /filters/comments/$none/author/email',
    'below a quantifier',
  ),
  refused(
    'filters[comments][$every][deletedAt]',
    'unknown_field /filters/comments/$every/deletedAt',
    'the delete date',
  ),
  refused(
    'filters[comments][$count][$gte]=1&filters[comments][$count][$where][postId]=1',
    'unknown_field /filters/comments/$count/$where/postId',
    'in what is counted',
  ),
  refused(
    'filters[author][$or][0][email]=x',
    'unknown_field /filters/author/$or/0/email',
    'in a group below the relation',
  ),
  refused('filters[author][$not][email]=x', 'unknown_field /filters/author/$not/email', 'negated below the relation'),
  refused('filters[author][country][id]=1', 'unknown_field /filters/author/country/id', 'two relations away'),
]);

export const hiddenRelation = hostileClass('hidden-relation', [
  refused('filters[updatedBy][name]=Kai', 'unknown_field /filters/updatedBy', 'a relation nobody declared'),
  refused('filters[updatedBy]=1', 'unknown_field /filters/updatedBy', 'by its key'),
  refused('filters[updatedBy][$null]=true', 'unknown_field /filters/updatedBy', 'whether there is one'),
  refused('filters[updatedBy][$exists]=true', 'unknown_field /filters/updatedBy', 'whether there is one'),
  refused(
    'filters[author][posts][title]=Spring',
    'unknown_field /filters/author/posts',
    'back to posts, past the scope',
  ),
  refused(
    'filters[author][posts][$count]=1',
    'unknown_field /filters/author/posts',
    'how many there are, past the scope',
  ),
  refused('filters[tags][posts][id]=7', 'unknown_field /filters/tags/posts', 'back to posts, through tags'),
  refused(
    'filters[comments][post][tenantId]=2',
    'unknown_field /filters/comments/post',
    'back to posts, through comments',
  ),
  refused('filters[tenant][id]=2', 'unknown_field /filters/tenant', 'a relation that does not exist'),
]);
