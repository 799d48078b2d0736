import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { storedKeyOf, textOfKey } from '../../typeorm/index.js';

/** A row whose related rows are read: its key, and its entities. */
export interface Parent {
  readonly key: KeyValues;
  readonly entities: ObjectLiteral[];
}

/** Rows of one entity whose related rows are read, each once. */
export class Parents {
  private readonly byText = new Map<string, Parent>();

  /**
   * @param schema the entity of the rows
   * @throws FilterConfigurationError for a row without its primary key
   */
  constructor(
    readonly schema: FilterSchema,
    entities: Iterable<ObjectLiteral>,
  ) {
    for (const entity of entities) this.add(entity);
  }

  /** The rows, in the order of their first appearance. */
  get all(): readonly Parent[] {
    return [...this.byText.values()];
  }

  private add(entity: ObjectLiteral): void {
    const { name, primaryKey } = this.schema;
    const key = storedKeyOf(entity, primaryKey);
    if (key === undefined || key.length === 0) {
      throw new FilterConfigurationError(
        `populate: a row of ${name} has no primary key to find its related rows by; select ${columnsOf(this.schema)}`,
      );
    }
    const text = textOfKey(key);
    const parent = this.byText.get(text);
    if (parent === undefined) this.byText.set(text, { key, entities: [entity] });
    else if (!parent.entities.includes(entity)) parent.entities.push(entity);
  }
}

function columnsOf({ primaryKey }: FilterSchema): string {
  return primaryKey.map(({ propertyPath }) => propertyPath).join(', ') || 'one';
}
