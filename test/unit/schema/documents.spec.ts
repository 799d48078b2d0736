import { rowsIn, answer, answers } from '../parse/asking.js';
import { admin, sheets } from './sheets.js';
import { namesIn } from './things.js';

describe('the fields of a document', () => {
  const rows = rowsIn(`
    filters[specs][color]=red            -> filters[specs][color][$eq]=red                  # a path
    filters[specs][size][width]=1        -> filters[specs][size][width][$eq]=1              # a path of two keys
    filters[specs][h]=1                  -> filters[specs][h][$eq]=1                        # an alias is below the document, and not in its group
    filters[specs][size][height]=1       -> unknown_field /filters/specs/size/height        # the alias takes its place
    filters[specs][ab]=x                 -> filters[specs][ab][$eq]=x                       # keys that cannot be spelled
    filters[specs][strange]=x            -> filters[specs][strange][$eq]=x                  # with an alias
    filters[specs][strange][$ne]=x       -> operator_not_allowed /filters/specs/strange/$ne # with its operators
    filters[specs][secret]=x             -> unknown_field /filters/specs/secret             # hidden
    filters[specs][labels]=x             -> filters[specs][labels][$has]=x                  # a list
    filters[specs][labels][]=x           -> filters[specs][labels][$hasSome][0]=x           # a list of elements
    filters[sizes]=1                     -> filters[sizes][$has]=1                          # a document that is a list
    filters[sizes]=a                     -> invalid_value /filters/sizes                    # a list of numbers
    filters[tags]=a                      -> filters[tags][$has]=a                           # a simple-array
    filters[specs][$null]=true           -> filters[specs][$null]=true                      # the document itself
    filters[specs]                       -> operator_not_allowed /filters/specs             # the document is compared with nothing
    filters[specs][$not][$null]=true     -> filters[specs][$not][$null]=true                # its negation
    filters[specs][$not][color]=red      -> unknown_operator /filters/specs/$not/color      # not of a path
    filters[specs][$or][0][color]=red    -> unknown_operator /filters/specs/$or             # no group
    filters[folder][remarks][page][no]=1 -> filters[folder][remarks][page][no][$eq]=1       # behind a relation
    filters[folder][notes][by]=x         -> unknown_field /filters/folder/notes             # the alias of the document
    sort=specs.color                     -> sort[0]=specs.color:asc                         # by a path
    sort[specs][size][width]=desc        -> sort[0]=specs.size.width:desc                   # by a path as an object
    sort=folder.remarks.page.no          -> sort[0]=folder.remarks.page.no:asc              # by a path behind a relation
    sort=lineCount:desc                  -> sort[0]=lineCount:desc                          # by a virtual column
    sort=specs.h                         -> not_sortable /sort/0                            # not by a path that is not sortable
    sort=specs.secret                    -> not_sortable /sort/0                            # nor by a hidden one
    sort=specs.size                      -> not_sortable /sort/0                            # nor by a group
    sort=specs                           -> not_sortable /sort/0                            # nor by a document
    sort=specs.labels                    -> not_sortable /sort/0                            # nor by a list at a path
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
