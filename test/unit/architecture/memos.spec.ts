import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { sources } from './sources.js';

/** The folders that the page of a request goes through. */
const onThePath = ['caches', 'values', 'wire', 'ast', 'parse', 'typeorm', 'sql', 'adaptive', 'statements', 'page'];

/** Objects that grow as long as the process lives. */
const growing = ['Map', 'Set', 'WeakMap', 'WeakSet', 'BoundedCache', 'AdmittingCache', 'Kept'];

/** True for a new object without contents: one with contents is a table. */
function isMemo(value: ts.Expression | undefined): boolean {
  if (value === undefined || !ts.isNewExpression(value)) return false;
  const text = value.expression.getText();
  const [first] = value.arguments ?? [];
  return growing.includes(text) && (first === undefined || ts.isObjectLiteralExpression(first));
}

/** The memos of modules, by name and file: what lives as long as the process, and knows no request to end with. */
const memos = sources
  .filter(({ path }) => onThePath.includes(path.split('/')[0] ?? ''))
  .flatMap(({ path, tree }) =>
    tree.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) =>
        declarationList.declarations
          .filter(({ initializer }) => isMemo(initializer))
          .map(({ name }) => `${name.getText()} ${path}`),
      ),
  );

/** The rows of the table in lib/statements/README.md. */
const listed = [
  ...readFileSync('lib/statements/README.md', 'utf8').matchAll(/^\| `(\w+)` +\| `lib\/([\w/-]+\.ts)` /gm),
].map(([, name, path]) => `${name} ${path}`);

describe('memos of the page’s path that live as long as the process', () => {
  it('are all listed in lib/statements/README.md', () => {
    expect([...memos].sort()).toEqual([...listed].sort());
  });

  it('are five at most', () => {
    expect(memos.length).toBeLessThanOrEqual(5);
  });
});
