/** The options of a field that is an aggregate of related rows. */
export interface AggregateRule {
  /**
   * The relation to many rows that is aggregated, by its property. One of `count`, `sum`, `avg`, `min` and `max` stands
   * beside it. The property of the field is no column; it may be missing in the class. Default: the field is a column.
   *
   * @example
   * \@Filterable({ of: 'reviews', avg: 'stars', where: { approved: true } }) averageStars?: string | null;
   */
  readonly of?: string | undefined;
  /** `true` for the number of related rows: 0 where there are none. */
  readonly count?: true | undefined;
  /** The column of the related rows whose sum it is, by its property: NULL where there are none. */
  readonly sum?: string | undefined;
  /** The column of the related rows whose average it is: the sum, divided by the number of rows with a value. */
  readonly avg?: string | undefined;
  /** The column of the related rows whose least value it is. */
  readonly min?: string | undefined;
  /** The column of the related rows whose greatest value it is. */
  readonly max?: string | undefined;
  /**
   * A condition that the related rows must satisfy to be part of it, in property names, of any column; or a function of
   * the context that gives one. Default: all visible related rows.
   */
  readonly where?: object | ((context: never) => object) | undefined;
  /** `true` puts it into every row that `page()` and `each()` answer. Default: where a request's `fields` names it. */
  readonly load?: boolean | undefined;
}

/** The names of the functions. A declared aggregate has one of them. */
export const declaredFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const satisfies (keyof AggregateRule)[];

/** The options that stand beside the function and its relation. */
export const besideAggregate = ['where', 'load'] as const satisfies (keyof AggregateRule)[];
