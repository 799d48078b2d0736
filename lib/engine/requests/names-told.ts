import { SentNames, nameOf, parameters } from '../../wire/index.js';
import type { Profile } from '../lists/profile.js';
import type { Requester } from './request.js';

/** Adds the names that a `source` function returns to those of flat parameters. */
export function namesTold(
  { params }: Profile,
  { names }: Requester,
  sent: SentNames | undefined,
): SentNames | undefined {
  if (names === undefined) return sent;
  const told = sent ?? new SentNames();
  for (const [pointer, name] of Object.entries(names)) {
    const [, root = '', ...rest] = pointer.split('/');
    const parameter = parameters.find((each) => each === root);
    const place = ['', parameter === undefined ? root : nameOf(parameter, params), ...rest].join('/');
    told.add({ pointer: place, name, indexed: false, from: 2 });
  }
  return told;
}
