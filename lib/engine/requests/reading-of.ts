import { momentBy } from '../../ast/index.js';
import type { Profile } from '../lists/profile.js';
import type { Settings } from '../options/settings.js';
import type { Requester } from './request.js';
import type { Reading } from './request-reader.js';

/** Looks up the list that a request is about, as this requester may use it. */
export function readingOf(
  profile: Profile,
  requester: Requester,
  { relativeDates, clock }: Pick<Settings, 'relativeDates' | 'clock'>,
): Reading {
  const moment = requester.moment ?? (profile.relativeDates || relativeDates ? momentBy(clock) : undefined);
  return { profile, requester, list: listOf(profile, requester), moment };
}

/** Looks up the list that a request is about, as this requester may use it. */
function listOf(profile: Profile, requester: Requester): Reading['list'] {
  const { view } = requester.origin;
  const { oversize } = profile.pagination;
  const lists = profile.lists(view);
  return { view: profile.view(view), styles: profile.styles(requester.context), lists, clamps: oversize === 'clamp' };
}
