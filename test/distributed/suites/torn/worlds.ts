import type { DataSource } from 'typeorm';
import { Item, Mark } from '../../model.js';

/** A state of the database in which the items from the first to the last are on, and have marks that are hot. */
export interface World {
  readonly first: number;
  readonly last: number;
}

const items = 60;

/**
 * Two worlds that a writer changes between. The page of the first is full, so that its total takes a statement of its
 * own.
 */
export const worlds: readonly World[] = [
  { first: 1, last: 50 },
  { first: 51, last: 60 },
];

/** Puts the items and their marks into the tables, in place of what is there, in the state of the first world. */
export async function fillItems(source: DataSource): Promise<void> {
  for (const entity of [Mark, Item]) await source.createQueryBuilder().delete().from(entity).execute();
  const ids = Array.from({ length: items }, (_, index) => index + 1);
  await source.getRepository(Item).insert(ids.map((id) => ({ id, kind: 'item', state: 'off' })));
  await source.getRepository(Mark).insert(ids.map((id) => ({ id: id * 10, name: 'cold', item: { id } })));
  await change(source, worlds[0]);
}

/** Changes between the worlds until it is stopped, each time in one transaction. */
export class Writer {
  private isStopped = false;
  private done: Promise<void> | undefined;
  changes = 0;

  constructor(private readonly source: DataSource) {}

  start(): void {
    this.done = this.changeOn();
  }

  /** Resolves after the last change. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  private async changeOn(): Promise<void> {
    while (!this.isStopped) {
      this.changes += 1;
      await change(this.source, worlds[this.changes % worlds.length]);
    }
  }
}

async function change(source: DataSource, world: World | undefined): Promise<void> {
  if (world === undefined) return;
  const within = { ...world };
  await source.transaction(async ({ queryRunner }) => {
    const update = (entity: typeof Item | typeof Mark, column: string, value: string, condition: string) =>
      source
        .createQueryBuilder(queryRunner)
        .update(entity)
        .set({ [column]: value })
        .where(condition, within)
        .execute();
    await update(Item, 'state', 'on', 'id BETWEEN :first AND :last');
    await update(Item, 'state', 'off', 'id NOT BETWEEN :first AND :last');
    await update(Mark, 'name', 'hot', 'id BETWEEN :first * 10 AND :last * 10');
    await update(Mark, 'name', 'cold', 'id NOT BETWEEN :first * 10 AND :last * 10');
  });
}
