import { builtInOperators } from 'nestjs-filterable';
import { documentKinds } from '../../lib/dialects/dialect.js';
import { operatorSuits } from '../../lib/operators/index.js';
import { valueKinds } from '../../lib/values/index.js';
import { onEngines } from '../support/engines.js';
import { operatorCases, textCases } from './operators/cases.js';
import { ofDocuments } from './operators/documents.js';

it('every operator is tried on every kind of a path that takes it', () => {
  for (const kind of documentKinds) {
    const suiting = builtInOperators.filter((operator) => operatorSuits(operator, valueKinds[kind]));
    const asked = [...operatorCases[kind], ...(kind === 'text' ? textCases : [])].map(({ operator }) => operator);
    expect([kind, [...new Set(asked)].sort()]).toEqual([kind, suiting.map(({ token }) => token).sort()]);
  }
});

// One store of each way to read documents; `documents.e2e-spec.ts` reads the same values in the others.
for (const name of ['sqlite text', 'sqlite jsonb', 'postgres jsonb', 'postgres json', 'mariadb json'] as const) {
  onEngines(`operators on the paths of a document, in ${name},`, ...ofDocuments(name));
}
