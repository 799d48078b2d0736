import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const takesEngines =
  /import \{[^}]*\b(?:engines|drivers|describeOn|onEngines)\b[^}]*\} from '[^']*\/(?:databases|engines)\.js'/;

/**
 * Returns the specs that run once for each engine, and so have tests on servers: those that take the engines of a run,
 * or import a file beside them that does. The others do not depend on the engine, and run on SQLite alone.
 */
export function specsOnServers() {
  const known = new Map();
  const isOnEngines = (file) => {
    if (known.has(file)) return known.get(file);
    known.set(file, false);
    const text = readFileSync(file, 'utf8');
    known.set(file, takesEngines.test(text) || importedBy(file, text).some(isOnEngines));
    return known.get(file);
  };
  const files = readdirSync(path.join(root, 'e2e'), { recursive: true }).map((name) => path.join(root, 'e2e', name));
  return files
    .filter((file) => file.endsWith('.e2e-spec.ts') && isOnEngines(file))
    .map((file) => path.relative(root, file));
}

function importedBy(file, text) {
  return [...text.matchAll(/from '(\.{1,2}\/[^']+)\.js'/g)]
    .map(([, name]) => path.resolve(path.dirname(file), `${name}.ts`))
    .filter((other) => existsSync(other) && other.startsWith(path.join(root, 'e2e')));
}
