import { Transform } from 'node:stream';

/** Makes a stream that turns objects into lines of JSON. */
export function ndjson(): Transform {
  return new Transform({
    writableObjectMode: true,
    transform: (row: object, _encoding, done) => done(null, `${JSON.stringify(row)}\n`),
  });
}
