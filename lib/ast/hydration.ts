/** The ways to make entities of the rows of a page: by a compiled function, or by TypeORM's own code. */
export const hydrations = ['compiled', 'typeorm'] as const;

/** A way to make entities of rows, as the option `hydration` names it. */
export type Hydration = (typeof hydrations)[number];
