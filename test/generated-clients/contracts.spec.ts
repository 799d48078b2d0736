import { ByDto, ByFlat, ByHand, documentOf } from '../e2e/openapi/contract.js';
import { clients, filesOf } from './clients.js';

/*
 * A list that moves to flat names keeps its clients: what a generator makes of its document is the same to the letter,
 * whether the document was written by hand, or comes of flat names, or of the DTO that was there.
 */

const before = await documentOf(ByHand, false);
const after = { 'flat names': await documentOf(ByFlat, true), 'the DTO': await documentOf(ByDto, true) };

describe.each(clients)('the client that %s makes of 24 parameters', (name) => {
  let files: readonly string[][];
  beforeAll(async () => {
    files = await filesOf(name, before, 'by-hand');
    expect(files.flat().join('\n')).toContain('ownerEmail');
  });

  it.each(Object.entries(after))('is the same by %s', async (title, document) => {
    expect(await filesOf(name, document, title.replaceAll(' ', '-'))).toEqual(files);
  });
});
