/** Something that a run has to tell of an entity. */
export interface Finding {
  /** The folder of the test. */
  readonly folder: string;
  /** The entity, or the table or file where there is none. */
  readonly entity: string;
  /** `difference` for what is wrong; the others say what could not be compared. */
  readonly kind: 'difference' | Obstacle;
  /** The way and the request with what differs, or the reason. */
  readonly text: string;
}

/** Kinds of reasons for which something is not compared. */
export const obstacles = [
  'not loaded',
  'not made',
  'no class',
  'not filterable',
  'not filled',
  'not read by TypeORM',
] as const;

export type Obstacle = (typeof obstacles)[number];

/** The numbers of a run, and what it found. */
export class Findings {
  readonly all: Finding[] = [];
  folders = 0;
  /** Folders of which at least one entity was compared. */
  comparedFolders = 0;
  entities = 0;
  rows = 0;
  pages = 0;
  /** Pages for which TypeORM wrote no statement, because one of an earlier request was taken. */
  known = 0;

  add(finding: Finding): void {
    this.all.push(finding);
  }
}
