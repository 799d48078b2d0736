import { causeOf } from './known.js';
import { type Finding, type Findings, obstacles } from './judging/findings.js';

/** Writes a finding on one line. */
export function lineOf({ folder, entity, kind, text }: Finding): string {
  const shown = text.length > 700 ? `${text.slice(0, 700)} …` : text;
  return `${kind}: ${folder} ${entity}: ${shown}`;
}

/** Returns the differences whose cause is not known. */
export function unexplained({ all }: Findings): readonly Finding[] {
  return all.filter((finding) => finding.kind === 'difference' && causeOf(finding) === undefined);
}

/** Writes the counts: what was compared, what was not and why, and how many differences there are of each cause. */
export function summaryOf(findings: Findings): string {
  const { folders, comparedFolders, entities, rows, pages, known, all } = findings;
  const lines = [
    `${comparedFolders} of ${folders} folders, ${entities} entities, ${rows} rows, ${pages} pages, ${known} of these known`,
  ];
  for (const kind of obstacles) {
    const found = all.filter((finding) => finding.kind === kind);
    lines.push(`${kind}: ${found.length}, of ${entitiesIn(found)} entities`, ...tally(found.map(reasonOf)));
  }
  const differences = all.filter(({ kind }) => kind === 'difference');
  lines.push(`difference: ${differences.length}, of ${entitiesIn(differences)} entities`);
  lines.push(...tally(differences.map((finding) => causeOf(finding) ?? 'of no known cause')));
  return lines.join('\n');
}

function entitiesIn(findings: readonly Finding[]): number {
  return new Set(findings.map(({ folder, entity }) => `${folder} ${entity}`)).size;
}

/** A reason without the names and numbers in it, so that those of one kind are counted together. */
function reasonOf({ kind, text }: Finding): string {
  const reason = kind === 'not read by TypeORM' ? text.replace(/^[^:]*: /, '') : text;
  return reason
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\d+/g, '…')
    .replace(/\b\w+[.#]\w+(\.\w+)*/g, '…')
    .slice(0, 160);
}

function tally(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([reason, count]) => `  ${count}  ${reason}`);
}
