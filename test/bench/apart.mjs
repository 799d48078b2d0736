/**
 * Runs each mode on each engine in a process of its own. An application has one engine and one workload: in a process
 * that has had several, the compiled code is made for all of them, and slower.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openDatabase } from './model/databases.mjs';

/** Modes that share the blog of an engine, which is filled once. */
const ofBlog = ['database', 'tracing'];

/**
 * Modes that share it on one engine alone: outside of the database all engines are alike. It is a server's, where there
 * is one, because its driver waits.
 */
const ofOneEngine = ['javascript', 'layers', 'reading', 'flat', 'origins', 'hostile', 'http', 'cold'];

/** Modes that make databases of their own. */
const ofOwn = ['growth', 'grid', 'aggregates', 'populate', 'dearest'];

/** Returns the modes of each engine that a run wants, in an order in which databases are filled once. */
export function partsOf({ modes, engines }) {
  const [first] = [...engines].sort((a, b) => Number(b === 'postgres') - Number(a === 'postgres'));
  const known = [...ofBlog, ...ofOneEngine, ...ofOwn, 'heap'];
  const unknown = modes.filter((mode) => !known.includes(mode));
  if (unknown.length > 0) throw new Error(`no mode ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  const wanted = (list) => list.filter((mode) => modes.includes(mode));
  const blogs = engines.flatMap((engine) => {
    const shared = [...wanted(ofBlog), ...(engine === first ? wanted(ofOneEngine) : [])];
    return shared.map((mode, place) => ({ mode, engine, isKept: true, isLast: place === shared.length - 1 }));
  });
  const own = engines.flatMap((engine) => wanted(ofOwn).map((mode) => ({ mode, engine })));
  return [...blogs, ...own, ...wanted(['heap']).map((mode) => ({ mode, engine: first }))];
}

/**
 * Runs the parts of a run one after the other.
 *
 * @param add receives the results of each
 */
export async function measureApart(parts, flags, add) {
  const folder = mkdtempSync(join(tmpdir(), 'nestjs-filterable-bench-'));
  try {
    for (const { mode, engine, isKept, isLast } of parts) {
      console.error(`${mode}, ${engine}`);
      const file = join(folder, 'results.json');
      const given = process.argv.slice(2).filter((flag) => flag !== '--docs');
      const own = ['--modes', mode, '--engines', engine, '--json', file, ...(isKept === true ? ['--keep'] : [])];
      const run = [process.argv[1], ...given, ...own];
      const child = spawn(process.execPath, run, { stdio: ['ignore', 'ignore', 'inherit'] });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${mode} on ${engine} ended with ${code}`);
      add(JSON.parse(readFileSync(file, 'utf8')), mode);
      if (isLast === true && !flags.keep) await (await openDatabase(engine, flags.size)).close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
