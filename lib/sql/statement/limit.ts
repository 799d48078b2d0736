/**
 * Writes the end of a statement that takes some of its rows. It is the one phrase for all engines; one that pages
 * otherwise needs a member in its row.
 *
 * @param take number of rows, or its parameter
 * @param skip number of rows before them, or its parameter
 */
export function limitSql(take: number | string, skip: number | string = 0): string {
  return skip === 0 ? ` LIMIT ${take}` : ` LIMIT ${take} OFFSET ${skip}`;
}
