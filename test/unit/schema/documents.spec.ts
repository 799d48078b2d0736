import { answer, answers, rowsIn } from '../parse/asking.js';
import { admin, handled, isAdmin, sheets } from './sheets.js';
import { namesIn } from './things.js';

describe('the fields of a document', () => {
  const rows = rowsIn(`
    filters[specs][color]=red            -> filters[specs][color][$eq]=red                  # a path
    filters[specs][size][width]=1        -> filters[specs][size][width][$eq]=1              # a path of two keys
    filters[specs][h]=1                  -> filters[specs][h][$eq]=1                        # an alias is below the document, and not in its group
    filters[specs][size][height]=1       -> unknown_field /filters/specs/size/height        # the alias takes its place
    filters[specs][strange]=x            -> filters[specs][strange][$eq]=x                  # with an alias
    filters[specs][strange][$ne]=x       -> operator_not_allowed /filters/specs/strange/$ne # with its operators
    filters[specs][secret]=x             -> unknown_field /filters/specs/secret             # hidden
    filters[specs][labels][]=x           -> filters[specs][labels][$hasSome][0]=x           # a list of elements
    filters[sizes]=1                     -> filters[sizes][$has]=1                          # a document that is a list
    filters[sizes]=a                     -> invalid_value /filters/sizes                    # a list of numbers
    filters[folder][remarks][page][no]=1 -> filters[folder][remarks][page][no][$eq]=1       # behind a relation
    filters[folder][notes][by]=x         -> unknown_field /filters/folder/notes             # the alias of the document
    sort=folder.remarks.page.no          -> sort[0]=folder.remarks.page.no:asc              # by a path behind a relation
    sort=lineCount:desc                  -> sort[0]=lineCount:desc                          # by a virtual column
    sort=specs.h                         -> not_sortable /sort/0                            # not by a path that is not sortable
    sort=sizes                           -> not_sortable /sort/0                            # nor by a list in a document
    sort=tags                            -> not_sortable /sort/0                            # nor by a list
    sort=folder.labels                   -> not_sortable /sort/0                            # nor by one behind a relation
  `);
  answers(rows, sheets);

  it('are there for the contexts that see them', () => {
    expect(answer('filters[specs][secret]=x&sort=specs.secret', admin)).toBe(
      'filters[specs][secret][$eq]=x&sort[0]=specs.secret:asc',
    );
  });

  it('are described', () => {
    expect(namesIn(sheets.by.describe(sheets.of))).toEqual({
      fields: [
        ...['id', 'specs', 'specs.color', 'specs.size.width', 'specs.h', 'specs.labels', 'specs.ab', 'specs.strange'],
        ...['sizes', 'tags', 'lineCount'],
      ],
      relations: ['folder'],
      sort: [
        ...['id', 'specs.color', 'specs.size.width', 'specs.ab', 'specs.strange', 'lineCount'],
        ...['folder.id', 'folder.remarks.by', 'folder.remarks.page.no'],
      ],
    });
  });
});

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
    [{ fields: [{ name: 'specs.color', paths: { x: 'text' } }] }, 'specs.color has `paths`, but is not a column'],
    [{ fields: [{ name: 'page', paths: { x: 'text' } }] }, 'page has `paths`, but is not a column'],
    [{ sort: ['specs.colour'] }, '`sort` names specs.colour, which is not a sortable column'],
    [{ sort: ['specs.labels'] }, '`sort` names specs.labels, which is not a sortable column'],
    [{ sort: ['tags'] }, '`sort` names tags, which is not a sortable column'],
    [{ relations: [{ name: 'folder', fields: ['notes.to'] }] }, '`fields` names notes.to, which Folder does not expose'],
  ])('is refused with %j', (overrides, message) => {
    expect(() => sheets.by.describe(sheets.of, overrides)).toThrow(message);
  });
});
