/** Texts of reviews, by stars: from none to five. */
export const OPINIONS: readonly (readonly string[])[] = [
  ['We left before the bread came.', 'Closed when it said open.'],
  ['Cold food, warm wine.', 'Never again.'],
  ['The waiter was nice, the soup was not.', 'Too loud, too salty.'],
  ['Decent, and nothing more.', 'Good for lunch.'],
  ['Very good, a little dear.', 'We will come back for dessert.'],
  ['The best evening of the year.', 'Perfect, 100% worth the wait.'],
];

/** Texts of `Restaurant.secretNotes`. */
export const INSPECTORS_NOTES: readonly string[] = [
  'Inspector was recognised at the door.',
  'Check the cold room again.',
  'Candidate for another star.',
];
