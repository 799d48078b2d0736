import { FilterService } from 'nestjs-filterable';
import type { DataSource, EntityMetadata } from 'typeorm';
import { type Entity, entitiesOf } from '../checkout/entities.js';
import type { Folder } from '../checkout/folders.js';
import { Filler } from '../tables/fill.js';
import { randomBy } from '../tables/random.js';
import { answersOf } from './answers.js';
import { waysOf } from './builders.js';
import { isDecorated, serviceOf } from './decorated.js';
import type { Finding, Findings } from './findings.js';
import type { Judge } from './open.js';
import { Pages } from './pages.js';

interface Run {
  readonly checkout: string;
  readonly judge: Judge;
  readonly seed: number;
  readonly findings: Findings;
}

/** The comparisons of one folder. */
export class FolderJudge {
  /** The entities that were compared, which no later part repeats. */
  private readonly compared = new Set<unknown>();

  constructor(
    private readonly folder: Folder,
    private readonly run: Run,
  ) {}

  /** Compares the entities of all files together, or else those of each file with what they need. */
  async compare(): Promise<void> {
    const { findings, checkout } = this.run;
    const { all, parts, unloadable } = entitiesOf(checkout, this.folder);
    for (const { file, reason } of unloadable) this.tell(file.split('/').at(-1) ?? file, 'not loaded', lineOf(reason));
    if ((await this.failureOf(all)) !== undefined) for (const part of parts) await this.comparePart(part);
    findings.folders += 1;
    findings.entities += this.compared.size;
    if (this.compared.size > 0) findings.comparedFolders += 1;
  }

  private async comparePart(part: readonly Entity[]): Promise<void> {
    if (part.every((entity) => this.compared.has(entity))) return;
    const failure = await this.failureOf(part);
    const names = part.map((entity) => (typeof entity === 'function' ? entity.name : 'a schema'));
    if (failure !== undefined) this.tell(names.join(', '), 'not made', lineOf(failure));
  }

  /** Compares entities in a data source of theirs; returns the error of one that cannot be made. */
  private async failureOf(entities: readonly Entity[]): Promise<unknown> {
    if (entities.length === 0) return undefined;
    const { judge } = this.run;
    let source: DataSource;
    try {
      source = await judge.open(entities);
    } catch (error) {
      return error;
    }
    try {
      await this.compareSource(source);
    } finally {
      await judge.close(source);
    }
    return undefined;
  }

  private async compareSource(source: DataSource): Promise<void> {
    const filler = new Filler(source, this.run.judge.engine, randomBy(this.run.seed));
    for (const { table, reason } of await filler.fill()) this.tell(table, 'not filled', lineOf(reason));
    const service = serviceOf(source, (entity, text) => this.tell(entity, 'not filterable', text));
    for (const metadata of source.entityMetadatas) {
      if (metadata.tableType.includes('junction') || this.compared.has(metadata.target)) continue;
      if (typeof metadata.target !== 'function') {
        this.tell(metadata.name, 'no class', 'is a schema without a class that could be decorated');
      } else if (metadata.primaryColumns.length === 0) {
        this.tell(metadata.name, 'not filterable', 'has no key, so that it has no pages');
      } else if (service !== undefined && isDecorated(metadata.target)) {
        this.compared.add(metadata.target);
        await this.compareEntity(source, service, metadata);
      }
    }
  }

  private async compareEntity(source: DataSource, service: FilterService, metadata: EntityMetadata): Promise<void> {
    const repository = source.getRepository(metadata.target);
    const pages = new Pages(service, repository, this.run.findings);
    const differences = async (name: string, work: () => Promise<readonly string[]>) => {
      try {
        for (const text of await work()) this.tell(metadata.name, 'difference', `${name}: ${text}`);
      } catch (error) {
        this.tell(metadata.name, 'not read by TypeORM', `${name}: ${lineOf(error)}`);
      }
    };
    for (const way of waysOf(metadata)) await differences(way.name, () => pages.compare(way));
    await differences('as a repository', () => pages.compareRepository());
    await differences('asked about', () => answersOf(service, repository, pages));
  }

  private tell(entity: string, kind: Finding['kind'], text: string): void {
    this.run.findings.add({ folder: this.folder.name, entity, kind, text });
  }
}

function lineOf(error: unknown): string {
  return String(error).split('\n')[0] ?? '';
}
