import { renumbered } from '../../support/parameters.js';
import { Desk, Loan } from './library.js';

const desk = await Desk.on('postgres');

/** The SQL of a condition on a loan `l`, without quotes. */
function conditionOf(request: string): string {
  const builder = desk.source.createQueryBuilder(Loan, 'l').select('l.id');
  const text = desk.filters.apply(builder, desk.filters.parse(Loan, request)).getQuery();
  return renumbered(text)
    .replace(/"/g, '')
    .replace(/^.*? WHERE /, '');
}

const ofVolume = (condition: string) => `(l.volumeId IN (SELECT nf_1.id FROM volume nf_1 WHERE ${condition}))`;

describe('a condition on a row whose key is here', () => {
  it.each<[request: string, where: string, why: string]>([
    ['filters[volume][id]=1', '(l.volumeId = :nf_p1)', 'about its key alone needs no other table'],
    [
      'filters[volume][publisher][id]=1',
      ofVolume('nf_1.publisherId = :nf_p1'),
      'about the key of another row needs it',
    ],
    [
      'filters[volume][reviews][id]=1',
      ofVolume('nf_1.id IN (SELECT nf_2.volumeId FROM review nf_2 WHERE nf_2.id = :nf_p1)'),
      'about a key of many, too',
    ],
    [
      'filters[volume][reviews][$count]=1',
      ofVolume('(SELECT COUNT(*) FROM review nf_2 WHERE nf_2.volumeId = nf_1.id) = :nf_p1'),
      'and about their number',
    ],
    [
      'filters[volume][id]=1&filters[volume][publisher][$exists]=true',
      ofVolume('(nf_1.id = :nf_p1 AND nf_1.publisherId IS NOT NULL)'),
      'and about its key and another',
    ],
  ])('%s is %s: %s', (request, where) => {
    expect(conditionOf(request)).toBe(where);
  });
});
