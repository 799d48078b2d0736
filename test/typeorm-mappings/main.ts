import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { foldersOf } from './checkout/folders.js';
import { readFlags } from './flags.js';
import { Findings } from './judging/findings.js';
import { FolderJudge } from './judging/judge-folder.js';
import { judges } from './judging/open.js';
import { lineOf, summaryOf, unexplained } from './report.js';

/** Compares folder after folder, tells what it finds at once, and ends with the counts. */
const { checkout, engine, seed, folders: parts } = readFlags(process.argv.slice(2));
const findings = new Findings();
const workplace = mkdtempSync(path.join(os.tmpdir(), 'typeorm-mappings-'));
// Entities name database files of their own, which SQLite makes here.
process.chdir(workplace);
Logger.overrideLogger(false);
const judge = await judges[engine]();
try {
  for (const folder of foldersOf(checkout)) {
    if (parts.length > 0 && !parts.some((part) => folder.name.includes(part))) continue;
    const before = findings.all.length;
    await new FolderJudge(folder, { checkout, judge, seed, findings }).compare();
    for (const finding of findings.all.slice(before)) console.log(lineOf(finding));
  }
} finally {
  await judge.end();
  process.chdir(os.tmpdir());
  await rm(workplace, { recursive: true, force: true });
}
console.log(`\n${summaryOf(findings)}`);
process.exitCode = unexplained(findings).length === 0 ? 0 : 1;
