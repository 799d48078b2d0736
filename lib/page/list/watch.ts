import type { PageReading } from '../../adaptive/index.js';
import type { StatementPurpose } from '../../contract/index.js';

/** Observer of one page, which is told what its statements are for. Pages that nobody explains have none. */
export interface PageWatch {
  /**
   * Names what the next statements are for.
   *
   * @param of the relation or the facets, where there are several of that purpose
   */
  begins(purpose: StatementPurpose, of?: string): void;
  /** Takes the way in which rows are read, before their statement is sent. */
  reads(reading: PageReading): void;
  /** Takes a step towards the way. */
  because(step: string): void;
  /** Tells that the rows of the last statements were too few, so that they are read in another way. */
  isShort(): void;
}
