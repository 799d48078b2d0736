import { Readable, type Transform, pipeline } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import { ndjson } from './ndjson.js';
import type { Restaurant } from './restaurant.entity.js';

export enum ExportFormat {
  Csv = 'csv',
  Ndjson = 'ndjson',
}

/** Each format: its media type, and a stream that turns rows into text. */
const FORMATS: Readonly<Record<ExportFormat, { readonly type: string; readonly writer: () => Transform }>> = {
  [ExportFormat.Ndjson]: { type: 'application/x-ndjson', writer: ndjson },
  [ExportFormat.Csv]: {
    type: 'text/csv; charset=utf-8',
    writer: () =>
      stringify({
        header: true,
        columns: COLUMNS,
        cast: {
          boolean: String,
          date: (date) => date.toISOString(),
          object: (value) => (Array.isArray(value) ? value.join(' ') : JSON.stringify(value)),
        },
        // A spreadsheet would run a name such as `=cmd|…` as a formula; behind an apostrophe it shows it.
        escape_formulas: true,
      }),
  },
};

const COLUMNS = [
  ...['id', 'name', 'slug', 'cuisine', 'stars', 'priceLevel', 'rating', 'averagePrice', 'opened', 'isOpen'],
  ...['address.street', 'address.zip', 'city.name', 'chef.name', 'phone', 'languages', 'createdAt'],
];

/**
 * Makes a response that writes rows as the client takes them. The first row is read before, so that a request which
 * fails is answered with its error. After that a failure cuts the connection, and Nest destroys the stream when the
 * client goes away, which ends the reading of rows.
 */
export async function exportOf(rows: AsyncGenerator<Restaurant>, format: ExportFormat): Promise<StreamableFile> {
  const first = await rows.next();
  const { type, writer } = FORMATS[format];
  // Nest listens to the last stream, to which the pipeline passes on every error.
  const stream = pipeline(Readable.from(startingWith(first, rows)), writer(), () => undefined);
  return new StreamableFile(stream, { type, disposition: `attachment; filename="restaurants.${format}"` });
}

async function* startingWith<Row>(first: IteratorResult<Row>, rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  if (first.done) return;
  yield first.value;
  yield* rows;
}
