/**
 * The built package in an application without class-validator, and in one whose ValidationPipe refuses unknown values.
 * Each is a folder of its own: the package is copied there, and finds nothing but the packages that are linked.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync('package.json', 'utf8'));
const required = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !peerDependenciesMeta[name]);
const platform = ['@nestjs/platform-express', 'better-sqlite3'];

/** The optional packages of each application. */
const applications = {
  'without class-validator': [],
  'with forbidUnknownValues': ['class-validator'],
};

const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'application.cjs');
const workplace = mkdtempSync(path.join(os.tmpdir(), 'nestjs-filterable-optional-'));
try {
  for (const [name, optional] of Object.entries(applications)) {
    const folder = path.join(workplace, name.replaceAll(' ', '-'));
    installIn(path.join(folder, 'node_modules'), [...required, ...platform, ...optional]);
    cpSync(program, path.join(folder, 'application.cjs'));
    const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, OPTIONAL: optional.join() } };
    for (const build of ['nestjs-filterable', './node_modules/nestjs-filterable/dist/cjs/index.js']) {
      const answers = JSON.parse(execFileSync(process.execPath, ['application.cjs', build], options));
      assert.deepEqual(answers, [200, 200, 400, 400], `${name}, ${build}: ${answers}`);
    }
    console.log(`an application ${name}: answers`);
  }
} finally {
  rmSync(workplace, { recursive: true, force: true });
}

function installIn(modules, packages) {
  const library = path.join(modules, 'nestjs-filterable');
  mkdirSync(library, { recursive: true });
  cpSync('dist', path.join(library, 'dist'), { recursive: true });
  cpSync('package.json', path.join(library, 'package.json'));
  for (const name of packages) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.resolve('node_modules', name), path.join(modules, name));
  }
}
