/**
 * The public face of each entry point, as API Extractor reports it from the built declarations: `npm run api` writes
 * the reports to `test/api`, and `npm run api:check` fails where one differs. `npm run api` builds first.
 *
 * A type that an entry point uses and does not export stands in its report by name alone: with its members, the reports
 * would have the whole inside, ten times as long. Only the declarations of the ES modules are read, because
 * `test/package/contents.mjs` holds the two builds to the same files.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const isCheck = process.argv.includes('--check');
const root = process.cwd();
const folder = path.join(root, 'test/api');

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.entries(exports)
  .filter(([, conditions]) => typeof conditions === 'object')
  .map(
    ([
      name,
      {
        import: { types },
      },
    ]) => ({ name, file: path.basename(types, '.d.ts'), types: path.join(root, types) }),
  );

const workplace = mkdtempSync(path.join(os.tmpdir(), 'nestjs-filterable-api-'));
try {
  const reports = Object.fromEntries(entries.map((entry) => [`${entry.file}.api.md`, reportOf(entry)]));
  if (isCheck) check(reports);
  else write(reports);
} finally {
  rmSync(workplace, { recursive: true, force: true });
}

function write(reports) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(reports)) writeFileSync(path.join(folder, name), text);
  console.log(`test/api: ${Object.keys(reports).join(', ')}`);
}

function check(reports) {
  const written = readdirSync(folder).sort();
  assert.deepEqual(
    written,
    Object.keys(reports).sort(),
    'test/api has a report for each entry point; run `npm run api`',
  );
  for (const [name, text] of Object.entries(reports)) {
    const committed = readFileSync(path.join(folder, name), 'utf8').split('\n');
    const lines = text.split('\n');
    const line = lines.findIndex((one, index) => one !== committed[index]);
    if (line < 0 && lines.length === committed.length) continue;
    const [was = '', is = ''] = [committed[line], lines[line]];
    throw new Error(
      `test/api/${name}:${line + 1} differs\n  was ${was}\n  is  ${is}\nrun \`npm run api\`, and commit the report`,
    );
  }
  console.log(`the public face of ${Object.keys(reports).length} entry points is as test/api has it`);
}

/** Gives the text of a report, with the name of its entry point. */
function reportOf({ name, file, types }) {
  const config = ExtractorConfig.prepare({
    configObject: configOf(file, types),
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(root, 'package.json'),
  });
  // It would warn that the report is a new file, which it always is here.
  const mute = (message) => {
    if (message.messageId === 'console-api-report-created' || message.logLevel === 'info') message.handled = true;
  };
  const { errorCount } = Extractor.invoke(config, { localBuild: true, messageCallback: mute });
  assert.equal(errorCount, 0, `API Extractor cannot read ${types}`);
  const text = readFileSync(path.join(workplace, `${file}.api.md`), 'utf8').replaceAll('\r\n', '\n');
  return text.replace('"nestjs-filterable"', `"${path.posix.join('nestjs-filterable', name)}"`);
}

function configOf(file, types) {
  const level = (logLevel, addToApiReportFile = false) => ({ logLevel, addToApiReportFile });
  return {
    ...{ projectFolder: root, mainEntryPointFilePath: types },
    compiler: { overrideTsconfig: { compilerOptions: compilerOptions(), files: [types] } },
    apiReport: {
      ...{ enabled: true, reportFileName: `${file}.api.md` },
      ...{ reportFolder: workplace, reportTempFolder: path.join(workplace, 'temporary') },
    },
    ...{ docModel: { enabled: false }, dtsRollup: { enabled: false }, tsdocMetadata: { enabled: false } },
    messages: {
      compilerMessageReporting: { default: level('error') },
      extractorMessageReporting: { default: level('none'), 'ae-forgotten-export': level('none', true) },
      tsdocMessageReporting: { default: level('none') },
    },
  };
}

function compilerOptions() {
  const modules = { module: 'nodenext', moduleResolution: 'nodenext' };
  return { target: 'es2022', ...modules, strict: true, skipLibCheck: true, types: ['node'] };
}
