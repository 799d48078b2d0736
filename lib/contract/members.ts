declare const noMember: unique symbol;

/**
 * Members that requests may name although the class has no property of that name: declared aggregates of related rows,
 * and named filters. Merge an entry for each class, under any name, so that the types of filters, sorts and fields know
 * them. TypeScript's types of instances have no names, so that the entry tells the class itself.
 *
 * @example
 * declare module 'nestjs-filterable' {
 *   interface FilterableMembers {
 *     Restaurant: { entity: Restaurant; members: { reviewCount: number; popular: boolean } };
 *   }
 * }
 */
export interface FilterableMembers {
  /** Only for the compiler: an interface has a member. */
  readonly [noMember]?: never;
}

/** The members that {@link FilterableMembers} has for a class; `never` where it has none. */
export type MembersOf<E> = {
  [K in keyof FilterableMembers & string]: MembersIn<FilterableMembers[K], E>;
}[keyof FilterableMembers & string];

type MembersIn<Entry, E> = Entry extends { entity: infer Entity; members: infer Members }
  ? IsSame<Entity, E> extends true
    ? Members
    : never
  : never;

/** True for one type, and not for a type that has more or fewer members. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
