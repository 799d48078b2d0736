import type { FilterQuery, FilterService, Page } from 'nestjs-filterable';
import type { EntityMetadata, ObjectLiteral, Repository } from 'typeorm';
import type { Findings } from './findings.js';
import type { Builder, Way } from './builders.js';
import { textOf } from './describe.js';
import { timesWritten } from './written.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

/** The pages of one list, of which the later ones are read by what is kept of the earlier. */
const turns = ['the first page', 'the second', 'the third'];

/** Reads pages of one entity in all ways, and returns what differs from what TypeORM's builders read. */
export class Pages {
  constructor(
    private readonly service: FilterService,
    private readonly repository: Repository<ObjectLiteral>,
    private readonly findings: Findings,
  ) {}

  /** Compares the pages of one way of selecting with the rows of TypeORM; throws TypeORM's error where it has none. */
  async compare({ make, unordered: sorted = false }: Way): Promise<readonly string[]> {
    const textsOf = (rows: readonly ObjectLiteral[]) => this.textsOf(rows, sorted);
    const expected = textsOf(await this.expectedOf(make));
    this.findings.rows += expected.length;
    return [
      ...(await differing(expected, ['a new page'], () =>
        this.page(make(this.repository).comment(aside), '').then(textsOf),
      )),
      ...(await differing(expected, turns, () => this.page(make(this.repository), '').then(textsOf))),
      ...(await differing(expected, this.walks, () => this.walk(make).then(textsOf))),
    ];
  }

  /** Compares the pages of a repository, which load eager relations, with those that it finds. */
  async compareRepository(): Promise<readonly string[]> {
    const expected = this.textsOf(await this.repository.find({ order: orderOf(this.metadata) }));
    return differing(expected, turns, async () => this.textsOf(await this.page(this.repository, '')));
  }

  /** Reads a page, and counts it. */
  async page(from: Builder | Repository<ObjectLiteral>, request: string): Promise<readonly ObjectLiteral[]> {
    const text = `${request}&pagination[pageSize]=100&pagination[withCount]=false`;
    const before = timesWritten();
    const { data } = await this.service.page(from, this.service.parse(this.repository.target, text));
    this.findings.pages += 1;
    if (timesWritten() === before) this.findings.known += 1;
    return data;
  }

  /** The readings from cursor to cursor; none where no cursor can have the key. */
  private get walks(): readonly string[] {
    const { styles } = this.service.describe(this.repository.target).pagination;
    return styles.includes('cursor') ? ['from cursor to cursor', 'the same again'] : [];
  }

  /** Reads every page, two rows at a time. */
  private async walk(make: Way['make']): Promise<readonly ObjectLiteral[]> {
    const rows: ObjectLiteral[] = [];
    let cursor: string | null = '';
    while (cursor !== null && rows.length < 100) {
      const asked: FilterQuery<ObjectLiteral> = this.service.parse(
        this.repository.target,
        `pagination[after]=${cursor}&pagination[pageSize]=2`,
      );
      const page: Page<ObjectLiteral> = await this.service.page(make(this.repository), asked);
      rows.push(...page.data);
      cursor = page.meta.pagination.next ?? null;
    }
    return rows;
  }

  private expectedOf(make: Way['make']): Promise<ObjectLiteral[]> {
    const builder = make(this.repository);
    for (const { propertyPath } of this.metadata.primaryColumns) builder.addOrderBy(`root.${propertyPath}`);
    return builder.getMany();
  }

  /** The rows as text; in no order where the entity has one of its own, in which two rows may share a place. */
  private textsOf(rows: readonly ObjectLiteral[], sorted = false): readonly string[] {
    const texts = rows.map((row) => textOf(row, { sorted, within: [] }));
    return this.metadata.orderBy === undefined ? texts : texts.sort();
  }

  private get metadata(): EntityMetadata {
    return this.repository.metadata;
  }
}

/** The order of the keys, as find options take it: an embedded key in an object of its own. */
function orderOf({ primaryColumns }: EntityMetadata): ObjectLiteral {
  const order: ObjectLiteral = {};
  for (const { propertyPath } of primaryColumns) {
    const names = propertyPath.split('.');
    const last = names.pop() ?? propertyPath;
    let place = order;
    for (const name of names) place = place[name] ??= {};
    place[last] = 'ASC';
  }
  return order;
}

/** Reads the same rows several times, and says which of these differ from the rows that are expected. */
async function differing(
  expected: readonly string[],
  names: readonly string[],
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const name of names) {
    const difference = differenceOf(await read().catch((error: unknown) => `throws ${String(error)}`), expected);
    if (difference !== undefined) differences.push(`${name}: ${difference}`);
  }
  return differences;
}

function differenceOf(rows: readonly string[] | string, expected: readonly string[]): string | undefined {
  if (typeof rows === 'string') return rows;
  if (rows.length !== expected.length) return `${rows.length} rows, not ${expected.length}`;
  const at = rows.findIndex((row, index) => row !== expected[index]);
  return at < 0 ? undefined : `row ${at} is ${rows[at]}, not ${expected[at]}`;
}
