import { describeOn } from '../../support/databases.js';
import { Laboratory } from './laboratory.js';

/*
 * SQL that is there for a planner alone. No row would be another one without it, so that its text is looked at.
 */

const first = 'sort=position&pagination[pageSize]=3';

/** Returns the statement of the page of a request. */
async function statementOf(laboratory: Laboratory, request: string, strategy: 'adaptive' | 'in' = 'adaptive') {
  const { statements } = await laboratory.ask(`${request}&${first}&pagination[withCount]=false`, { strategy });
  return statements.at(-1) ?? '';
}

const withLaboratory =
  (name: string, tests: (laboratory: () => Laboratory) => void) => (engine: 'sqlite' | 'postgres' | 'mariadb') => {
    describe(name, () => {
      let laboratory: Laboratory;
      beforeAll(async () => {
        laboratory = await Laboratory.open(engine);
      });
      afterAll(() => laboratory.close());
      tests(() => laboratory);
    });
  };

/*
 * SQLite prepares a statement anew where its plan has to do with the value of a parameter. Where the way to read a page
 * was chosen, the plus in front of a parameter keeps the planner from looking at it.
 */
describeOn('sqlite')(
  'on %s',
  withLaboratory('the values that a planner looks at', (laboratory) => {
    it.each([
      ['few related rows', 'filters[labels][name]=one', '"name" = +?'],
      ['a walk', 'filters[reviews][stars][$lte]=2', '"stars" <= +?'],
      ['the bound of a walk', 'filters[reviews][stars][$lte]=2', '"position" <= +?'],
      ['a range', 'filters[reviews][stars][$between][]=8&filters[reviews][stars][$between][]=9', 'BETWEEN +? AND +?'],
      [
        'two comparisons of one column',
        'filters[reviews][stars][$gt]=7&filters[reviews][stars][$lt]=9',
        '"stars" > +?',
      ],
      [
        'two columns with an index each, whose values decide',
        'filters[reviews][stars]=9&filters[reviews][id]=7',
        '"stars" = ?',
      ],
      ['a list, which is spread', 'filters[labels][name][$in][]=one&filters[labels][name][$in][]=four', 'IN (?, ?)'],
      ['a pattern, whose beginning an index may serve', 'filters[labels][name][$startsWith]=on', '"name" LIKE ?'],
      ['conditions on the row itself', 'filters[labels][name]=one&filters[grade]=2', '"grade" = ?'],
      ['nothing that was chosen', 'filters[$or][0][labels][name]=one&filters[$or][1][grade]=2', '"name" = ?'],
    ])('%s: %s', async (_, request, comparison) => {
      expect(await statementOf(laboratory(), request)).toContain(comparison);
      expect(await statementOf(laboratory(), request, 'in')).not.toContain('+?');
    });
  }),
);

describeOn('postgres')(
  'on %s',
  withLaboratory('a condition on the one row that a row refers to', (laboratory) => {
    it('is read in an order that no index has, where few rows match: in that of the list, all of it would be read', async () => {
      const text = await statementOf(laboratory(), 'filters[maker][name]=Rare');
      expect(text).toMatch(
        /NULLIF\("article"."makerId", "article"."makerId"\) AS ("nf_\d+").* ORDER BY \1 ASC, "article"."position"/,
      );
    });

    it('leaves it to the planner how each row is looked at, where many match', async () => {
      const text = await statementOf(laboratory(), 'filters[maker][name]=Common');
      expect(text).toMatch(/COALESCE\(EXISTS \(SELECT 1 FROM [^()]*"maker"[^()]*\), FALSE\)/);
    });
  }),
);

describeOn('mariadb')(
  'on %s',
  withLaboratory('a list whose own conditions leave few rows', (laboratory) => {
    it('is read in an order that no index has', async () => {
      const text = await statementOf(laboratory(), 'filters[labels][name]=half&filters[grade]=9');
      expect(text).toMatch(
        /NULLIF\(`article`.`id`, `article`.`id`\) AS `(nf_\d+)`.* ORDER BY `\1` ASC, `article`.`position`/,
      );
      expect(text).toMatch(/WHERE .*`grade` = .* AND COALESCE\(EXISTS/);
    });
  }),
);
