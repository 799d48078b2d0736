import type { DataSource } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { type TextRow, insertRows, randomFrom } from './rows.js';
import type { ShapesModel } from './shapes.js';

/** Fills the model: few sizes and ranks, so that the keys decide. */
export async function fillShapes(source: DataSource, model: ShapesModel, engine: EngineName, seed: number) {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const few = (): string | null => (random() < 0.3 ? null : String(below(3)));
  const fill = (entity: new () => object, rows: TextRow[]) => insertRows(source, source.getMetadata(entity), rows);
  const list = (count: number, make: (index: number) => TextRow): TextRow[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const pick = <T>(rows: readonly T[]): T | undefined => rows[below(rows.length)];

  const regions = ['north', 'North-', 'south', "o'west"];
  const slots = list(20, (index) => ({
    region: regions[Math.floor(index / 5)] ?? '',
    number: String(index % 5),
    size: few(),
  }));
  await fill(model.Slot, slots);
  await fill(
    model.SlotNote,
    list(30, (index) => {
      const slot = pick(slots);
      return {
        id: String(index),
        rank: few(),
        slotRegion: slot?.['region'] ?? null,
        slotNumber: slot?.['number'] ?? null,
      };
    }),
  );

  const hex = () =>
    below(2 ** 16)
      .toString(16)
      .padStart(4, '0');
  const docs = list(20, () => ({
    id: `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`,
    size: few(),
  }));
  await fill(model.Doc, docs);
  await fill(
    model.DocNote,
    list(30, (index) => ({ id: String(index), rank: few(), docId: pick(docs)?.id ?? null })),
  );

  await fillParcels(source, model, engine, few, below);

  // TypeORM reads SQLite's integers as JavaScript numbers, and takes rows with one number for one row.
  const beyond = engine === 'sqlite' ? 2n ** 40n : 2n ** 53n - 3n;
  const animals = Array.from({ length: 24 }, (_, index) => ({
    id: String(beyond + BigInt(index)),
    type: index % 3 === 0 ? 'Cat' : 'Dog',
    size: few(),
    barks: index % 3 === 0 ? null : few(),
    guardId: null,
  }));
  await fill(model.Animal, animals);
  const guarded = animals.slice(12);
  for (const { id } of guarded) {
    const guard = { id: pick(animals)?.id ?? id };
    await source.getRepository(model.Animal).update({ id }, { guard });
  }
  await fill(
    model.AnimalNote,
    list(40, (index) => ({ id: String(index), rank: few(), animalId: pick(animals)?.id ?? null })),
  );

  const deletedAt = '2024-01-01 00:00:00';
  await fill(
    model.Account,
    list(36, (index) => ({
      id: String(index),
      tenant: String(1 + (index % 2)),
      size: few(),
      deletedAt: index % 7 === 0 ? deletedAt : null,
      bossId: index < 5 || random() < 0.3 ? null : String(below(index)),
    })),
  );
  await fill(
    model.AccountNote,
    list(60, (index) => ({
      id: String(index),
      tenant: String(1 + below(2)),
      rank: few(),
      accountId: String(below(36)),
    })),
  );
}

/** Writes bytes in the engine's own syntax: no text of them is read by every engine. */
async function fillParcels(
  source: DataSource,
  { Parcel, ParcelNote }: ShapesModel,
  engine: EngineName,
  few: () => string | null,
  below: (limit: number) => number,
) {
  const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
  const parcels = Array.from({ length: 20 }, (_, index) => {
    const id = Buffer.from([255 - index, 0, 0x80 + (index % 2), index]);
    return { id, size: numberOf(few()) };
  });
  await source.getRepository(Parcel).insert(parcels);
  const notes = Array.from({ length: 30 }, (_, id) => {
    const parcel = parcels[below(20)] ?? null;
    return { id, rank: numberOf(few()), parcel };
  });
  await source.getRepository(ParcelNote).insert(notes);
}
