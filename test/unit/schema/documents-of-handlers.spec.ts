import { answer } from '../parse/asking.js';
import { handled, isAdmin, sheets } from './sheets.js';

describe('a handler', () => {
  // prettier-ignore
  it.each<[overrides: object, request: string, expected: string | readonly string[], why: string]>([
    [{ fields: ['specs.color'] }, 'filters[specs][color]=a', 'filters[specs][color][$eq]=a', 'one path alone'],
    [{ fields: ['specs.color'] }, 'filters[specs][ab]=a', ['unknown_field /filters/specs/ab'], 'and no other'],
    [{ fields: ['specs.color'] }, 'filters[specs][$null]=true', ['unknown_operator /filters/specs/$null'], 'nor more'],
    [{ fields: ['specs.size.width'] }, 'filters[specs][size][width]=1', 'filters[specs][size][width][$eq]=1', 'deeper'],
    [{ fields: ['specs'] }, 'filters[specs][ab]=a', 'filters[specs][ab][$eq]=a', 'a document with its paths'],
    [{ fields: ['specs'] }, 'filters[specs][secret]=a', ['unknown_field /filters/specs/secret'], 'and its secrets'],
    [{ fields: ['specs'] }, 'filters[specs][strange][$ne]=a', ['operator_not_allowed /filters/specs/strange/$ne'], 'and rules'],
    [{ fields: [{ name: 'specs', as: 's' }] }, 'filters[s][color]=a', 'filters[s][color][$eq]=a', 'an alias'],
    [{ fields: [{ name: 'specs', as: 's' }] }, 'filters[specs][color]=a', ['unknown_field /filters/specs'], 'only'],
    [{ fields: [{ name: 'specs', as: 's' }, { name: 'specs.color', operators: ['$in'] }] }, 'filters[s][color]=a', ['operator_not_allowed /filters/s/color'], 'a path beside its document'],
    [{ fields: [{ name: 'specs', when: isAdmin }] }, 'filters[specs][color]=a', ['unknown_field /filters/specs'], 'a `when`'],
    [{ fields: [{ name: 'specs', paths: { x: 'date' } }] }, 'filters[specs][x]=1', ['invalid_value /filters/specs/x'], 'other paths'],
    [{ fields: [{ name: 'specs', paths: { x: 'date' } }] }, 'filters[specs][color]=a', ['unknown_field /filters/specs/color'], 'only'],
    [{ operators: ['$eq'] }, 'filters[specs][color][$ne]=a', ['operator_not_allowed /filters/specs/color/$ne'], 'operators'],
    [{ operators: ['$eq'] }, 'filters[specs][$null]=true', ['operator_not_allowed /filters/specs/$null'], 'of a document'],
    [{ operators: ['$eq'] }, 'filters[tags]=a', ['operator_not_allowed /filters/tags'], 'and lists'],
    [{ operators: ['$eq'] }, 'filters[folder][remarks][by][$ne]=a', ['operator_not_allowed /filters/folder/remarks/by/$ne'], 'beyond'],
    [{ operators: ['$has'] }, 'filters[folder][labels]=a', 'filters[folder][labels][$has]=a', 'of lists'],
    [{ sort: ['specs.color'] }, 'sort=specs.color', 'sort[0]=specs.color:asc', 'a sort key'],
    [{ sort: ['specs.color'] }, 'sort=specs.ab', ['not_sortable /sort/0'], 'and no other'],
    [{ sort: ['folder.notes.by'] }, 'sort=folder.remarks.by', 'sort[0]=folder.remarks.by:asc', 'behind a relation'],
    [{ relations: [{ name: 'folder', fields: ['notes.by'] }] }, 'filters[folder][remarks][by]=a', 'filters[folder][remarks][by][$eq]=a', 'one path behind a relation'],
    [{ relations: [{ name: 'folder', fields: ['notes.by'] }] }, 'filters[folder][remarks][page][no]=1', ['unknown_field /filters/folder/remarks/page'], 'and no other'],
    [{ relations: [{ name: 'folder', fields: ['notes.by'] }] }, 'filters[folder][remarks][$null]=true', ['unknown_operator /filters/folder/remarks/$null'], 'nor the document'],
    [{ relations: [{ name: 'folder', fields: ['notes'] }] }, 'filters[folder][remarks][page][no]=1', 'filters[folder][remarks][page][no][$eq]=1', 'a document behind a relation, with its paths'],
  ])('with %j: %s is %j (%s)', (overrides, request, expected) => {
    expect(answer(request, handled(overrides))).toEqual(expected);
  });

  it('sees a document by its own `when`, and paths by theirs, too', () => {
    const both = { fields: [{ name: 'specs', when: isAdmin }], context: { isAdmin: true } };
    expect(answer('filters[specs][secret]=a', handled(both))).toBe('filters[specs][secret][$eq]=a');
  });

  // prettier-ignore
  it.each<[overrides: object, message: string]>([
    [{ fields: ['specs.colour'] }, '`fields` names specs.colour, which does not exist; did you mean specs.color?'],
    [{ fields: ['specs.color', 'specs.color'] }, 'the field specs.color is listed twice'],
    [{ fields: [{ name: 'specs.color', when: true }] }, 'the field specs.color: `when` must be'],
    [{ fields: [{ name: 'specs.color', sortible: true }] }, 'the option `sortible` does not exist; did you mean sortable?'],
    [{ fields: [{ name: 'specs.color', as: '$c' }] }, 'alias'],
    [{ fields: [{ name: 'specs.color', kind: 'datetime' }] }, 'specs.color is read from a JSON document, so its `kind` must be'],
    [{ fields: [{ name: 'specs.color', paths: { x: 'text' } }] }, 'specs.color has `paths` and is no column'],
    [{ fields: [{ name: 'page', paths: { x: 'text' } }] }, 'page has `paths` and is no column'],
    [{ sort: ['specs.colour'] }, '`sort` names specs.colour, which is not a sortable column'],
    [{ sort: ['specs.labels'] }, '`sort` names specs.labels, which is not a sortable column'],
    [{ sort: ['tags'] }, '`sort` names tags, which is not a sortable column'],
    [{ relations: [{ name: 'folder', fields: ['notes.to'] }] }, '`fields` names notes.to, which Folder does not expose'],
  ])('is refused with %j', (overrides, message) => {
    expect(() => sheets.by.describe(sheets.of, overrides)).toThrow(message);
  });
});
