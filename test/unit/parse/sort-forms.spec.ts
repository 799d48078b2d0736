import { FilterException, FilterService } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';

const filters = FilterService.forDataSource(await describeEntities('sqlite', adminEntities), { context: undefined });

// prettier-ignore
const rows: readonly (readonly [sort: string, issues: readonly string[], why: string])[] = [
  ['-login', ["not_sortable sort: '-login' is not sortable; write login:desc"], 'a minus'],
  ['-password', ["not_sortable sort: '-password' is not sortable; write password:desc"], 'of a hidden name, alike'],
  ['-invented', ["not_sortable sort: '-invented' is not sortable; write invented:desc"], 'of none, alike'],
  ['login,DESC', ["not_sortable sort: 'DESC' is not sortable; a direction follows its key, as in title:desc"], 'a comma'],
  ['login DESC', ["not_sortable sort: 'login DESC' is not sortable; write login:desc"], 'a space'],
  ['login asc', ["not_sortable sort: 'login asc' is not sortable; write login:asc"], 'ascending'],
  ['[{"orderBy":"login","order":"DESC"}]', ['not_sortable sort takes keys such as name or rating:desc, and no JSON'], 'a list'],
  ['{"login":"desc"}', ['not_sortable sort takes keys such as name or rating:desc, and no JSON'], 'an object'],
  ['["login"]', ['not_sortable sort takes keys such as name or rating:desc, and no JSON'], 'a list of texts'],
];

describe('the spellings of a sort that other APIs have', () => {
  it.each(rows)('sort=%s is refused with the form to write: %j, %s', (sort, issues) => {
    expect(issuesOf(`sort=${encodeURIComponent(sort)}`)).toEqual(issues);
  });
});

function issuesOf(text: string): readonly string[] {
  try {
    filters.parse(User, text);
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code, message }) => `${code} ${message}`);
    throw error;
  }
}
