/** Entities as types see them: no decorator is needed for that. `typeorm.ts` has decorated ones. */

export enum Status {
  Draft = 'draft',
  Published = 'published',
}

export enum Level {
  Low,
  High,
}

/** A class into which a column's transformer may turn a decimal. */
export interface Decimal {
  plus(other: Decimal): Decimal;
  valueOf(): string;
}

export class Geo {
  lat!: number;
  lng!: number;
}

export class Place {
  geo!: Geo;
  label!: string;
}

export class Address {
  city!: string;
  geo!: Geo;
  place!: Place | null;
}

export class Country {
  id!: number;
  name!: string;
}

export class Author {
  id!: number;
  name!: string;
  address!: Address;
  country!: Country | null;
  posts!: Post[];
}

export class Comment {
  id!: string;
  text!: string;
  stars!: number;
  approved!: boolean;
  post!: Promise<Post>;
  replies!: Comment[];
}

/** Embedded, and related itself. */
export class Audit {
  createdAt!: Date;
  createdBy!: Author | null;
}

export interface Tag {
  readonly id: number;
  readonly name: string;
}

export class Post {
  id!: number;
  title!: string;
  slug?: string | null;
  key!: string & { readonly brand: 'key' };
  views!: bigint;
  price!: Decimal;
  publishedAt!: Date | null;
  active?: boolean;
  status!: Status;
  level!: Level | null;
  language!: 'en' | 'fr' | undefined;
  stars!: 1 | 2 | 3;
  code!: string | number;

  file!: Buffer;
  bytes!: Uint8Array | null;
  labels!: string[];
  settings!: Record<string, unknown>;
  json!: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- properties like this exist
  anything!: any;
  blob!: object;
  document!: string | number | { readonly [key: string]: string };

  address!: Address;
  audit!: Audit;

  author!: Author | null;
  lazyAuthor?: Promise<Author | null>;
  parent?: Post;
  comments?: Promise<Comment[]>;
  tags!: readonly Tag[];

  protected secret!: string;

  publish(): void {}
  archive?: () => void;
  get isLong(): boolean {
    return this.title.length > this.secret.length;
  }
}
