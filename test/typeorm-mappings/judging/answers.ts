import type { FilterService } from 'nestjs-filterable';
import type { ObjectLiteral, Repository } from 'typeorm';
import { textOf } from './describe.js';
import type { Pages } from './pages.js';
import { type Question, Questions, valueAt } from './questions.js';

/** Compares the rows of requests with conditions and sorts with those that are picked in memory. */
export async function answersOf(
  service: FilterService,
  repository: Repository<ObjectLiteral>,
  pages: Pages,
): Promise<readonly string[]> {
  const rows = await joined(repository).getMany();
  const differences: string[] = [];
  for (const question of new Questions(service, repository.metadata, rows).all()) {
    const expected = rows.filter(question.finds).map(textOf1).sort();
    const read = await pages.page(joined(repository), question.request).catch((error: unknown) => String(error));
    const difference = typeof read === 'string' ? `throws ${read}` : differenceOf(question, read, expected);
    if (difference !== undefined) differences.push(`${question.request}: ${difference}`);
  }
  return differences;
}

const textOf1 = (row: ObjectLiteral) => textOf(row);

function joined(repository: Repository<ObjectLiteral>) {
  const builder = repository.createQueryBuilder('root');
  for (const [at, { propertyPath, isLazy }] of repository.metadata.relations.entries()) {
    if (!isLazy) builder.leftJoinAndSelect(`root.${propertyPath}`, `joined_${at}`);
  }
  return builder;
}

function differenceOf(
  { sortedBy }: Question,
  read: readonly ObjectLiteral[],
  expected: readonly string[],
): string | undefined {
  const found = read.map(textOf1).sort();
  const other = found.findIndex((row, at) => row !== expected[at]);
  if (found.length !== expected.length) return `${found.length} rows, not ${expected.length}`;
  if (other >= 0) return `finds ${found[other]}, not ${expected[other]}`;
  const keys = sortedBy === undefined ? [] : read.map((row) => sortKeyOf(row, sortedBy.join('.')));
  return keys.some((key, at) => key < (keys[at - 1] ?? key)) ? `is in the order ${keys.join(', ')}` : undefined;
}

function sortKeyOf(row: ObjectLiteral, path: string): number {
  const value = valueAt(row, path);
  return value === null || value === undefined ? Infinity : Number(value);
}
