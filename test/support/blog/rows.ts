import { readTable } from '../table.js';

/**
 * What is written in the blog. `-` is NULL. Names and titles differ only in case or accent, authors have no country and
 * posts no author, comments are neither approved nor refused, and rows of every kind have been deleted.
 */

export const countryRows = readTable(`
  code | name
  NO   | Norway
  DE   | Germany
  FR   | France
  SE   | Sweden
`);

/** 9 has written no post, but has edited and commented; 10 has done nothing; the only post of 8 is deleted. */
export const authorRows = readTable(`
  id | name  | bornOn     | email    | resetToken | country
  1  | Kai   | 1980-02-29 | kai@a.no | -          | NO
  2  | kai   | 1990-07-01 | kai@b.de | token-2    | DE
  3  | Élise | 1975-12-31 | el@c.fr  | -          | FR
  4  | Elise | -          | el@d.fr  | token-4    | FR
  5  | Ulf   | 1980-02-29 | ulf@e.no | -          | NO
  6  | Mia   | -          | mia@f.no | -          | -
  7  | Kai   | 2001-01-01 | kai@g.de | token-7    | DE
  8  | Zoë   | 1999-09-09 | zoe@h.no | -          | -
  9  | Per   | 1966-06-06 | per@i.no | -          | NO
  10 | Ann   | 1980-03-01 | ann@j.se | -          | -
`);

export const tagRows = readTable(`
  id | name
  1  | red
  2  | blue
  3  | green
  4  | Red
  5  | réd
  6  | unused
  7  | yellow
`);

export const postRows = readTable(`
  id | tenant | author | updatedBy | deleted | status    | title        | slug        | tags      | secretNote
  1  | 1      | 1      | 2         | -       | published | Spring       | spring      | 1 2       | -
  2  | 1      | 1      | 1         | -       | published | spring       | spring-2    | 1         | hold
  3  | 1      | 2      | -         | -       | draft     | SPRING       | -           | 2         | -
  4  | 1      | 2      | 3         | -       | published | Summer       | summer      | 1 2 3     | -
  5  | 2      | 3      | -         | -       | published | Été          | ete         | 3         | hold
  6  | 1      | 3      | 9         | -       | archived  | Ete          | ete-2       | 4         | -
  7  | 2      | 4      | 5         | -       | published | été          | -           | 2 4       | -
  8  | 1      | 5      | 5         | -       | draft     | Autumn       | autumn      | -         | -
  9  | 1      | 5      | -         | -       | published | Winter       | winter      | 1 3       | -
  10 | 2      | 6      | 1         | -       | -         | Winter       | winter-2    | 2 3       | hold
  11 | 1      | 6      | -         | -       | published | 100% wool    | wool        | -         | -
  12 | 1      | -      | 4         | -       | published | under_score  | under_score | 1         | -
  13 | 2      | -      | -         | -       | draft     | underXscore  | underxscore | 5         | -
  14 | 1      | -      | -         | -       | -         | back\\slash  | -           | -         | hold
  15 | 1      | 7      | 6         | -       | published | wow!         | wow         | 1 2       | -
  16 | 2      | 7      | 7         | -       | archived  | [brackets]   | brackets    | 3         | -
  17 | 1      | 1      | -         | -       | published | Kai's garden | kai-garden  | 2 7       | -
  18 | 1      | 2      | 9         | -       | archived  | Garden       | garden      | 1 4       | -
  19 | 2      | 3      | 2         | -       | published | garden       | -           | 7         | hold
  20 | 1      | 4      | -         | -       | draft     | Gärten       | gaerten     | -         | -
  21 | 1      | 5      | 1         | -       | published | Harvest      | harvest     | 2         | -
  22 | 2      | 6      | 8         | -       | published | Harvest      | harvest-2   | 1         | -
  23 | 1      | -      | 7         | -       | published | Harvest      | -           | 2 3       | -
  24 | 1      | 7      | -         | -       | draft     | Rain         |             | 3         | -
  25 | 2      | 1      | 3         | -       | published | Rain again   | rain-2      | 1 2 3 7   | -
  26 | 1      | 2      | -         | -       | archived  | No rain      | no-rain     | -         | hold
  27 | 1      | 3      | 3         | -       | published | Train        | train       | 4 5       | -
  28 | 2      | 4      | 9         | -       | published | Snow         | snow        | 1         | -
  29 | 1      | 5      | -         | -       | -         | Snow         | -           | 2         | -
  30 | 1      | 6      | 4         | -       | published | Snow         | snow-3      | 3 7       | -
  31 | 2      | 7      | -         | -       | draft     | Thaw         | thaw        | 1 2       | -
  32 | 1      | 1      | 5         | -       | published | Thaw         | thaw-2      | -         | -
  33 | 1      | 2      | 6         | -       | published | Mud          | mud         | 1         | hold
  34 | 2      | -      | 1         | -       | archived  | Mud          | mud-2       | -         | -
  35 | 1      | 4      | 4         | -       | published | Light        | light       | 2 3       | -
  36 | 1      | 8      | -         | yes     | published | Gone         | gone        | 1 2       | -
  37 | 1      | 1      | 1         | yes     | published | Gone, too    | -           | 3         | -
  38 | 2      | -      | -         | yes     | draft     | Gone again   | gone-3      | 1         | -
  39 | 2      | 3      | 8         | -       | published | Dusk         | dusk        | 2 5       | -
  40 | 1      | 6      | 10        | -       | published | Dawn         | dawn        | 1 3       | -
`);

/** Counts and measurements of the same posts; `visits` exceeds the safe integers of JavaScript. */
export const measureRows = readTable(`
  id | views | visits              | rating | score  | isFeatured | publishedAt          | publishedOn
  1  | 10    | 100                 | 4.50   | 0.5    | true       | 2024-03-01T10:00:00Z | 2024-03-01
  2  | 20    | 100                 | 4.50   | 2.25   | false      | 2024-03-01T00:00:00Z | 2024-03-01
  3  | -     | -                   | -      | -      | -          | -                    | -
  4  | 300   | 9007199254740993    | 4.75   | 0.5    | true       | 2024-03-01T23:59:59Z | 2024-03-01
  5  | 300   | 9007199254740992    | 3.99   | -0.75  | false      | 2024-03-02T00:00:00Z | 2024-03-02
  6  | 0     | 0                   | 0.00   | 0      | false      | 2024-02-29T23:59:59Z | 2024-02-29
  7  | -5    | -5                  | -1.25  | 1000   | true       | 2024-02-29T12:00:00Z | 2024-02-29
  8  | -     | 9007199254740991    | 10.00  | -      | -          | -                    | 2024-04-01
  9  | 10    | 9223372036854775807 | 9.99   | 2.25   | true       | 2024-03-02T12:30:15Z | 2024-03-02
  10 | 50    | -                   | 4.51   | 1.5    | -          | 2024-03-03T00:00:00Z | 2024-03-03
  11 | 50    | 7                   | 4.49   | -      | false      | 2023-12-31T23:30:00Z | 2023-12-31
  12 | 1000  | 8                   | -      | 0.125  | true       | 2024-01-01T00:30:00Z | 2024-01-01
  13 | 0     | -                   | 2.00   | 0.125  | -          | -                    | -
  14 | -     | -                   | 2.50   | -0.75  | false      | -                    | -
  15 | 99    | 99                  | 2.50   | 99.5   | true       | 2024-03-31T00:30:00Z | 2024-03-31
  16 | 100   | 10                  | 10.00  | 100    | false      | 2024-03-31T01:30:00Z | 2024-03-31
  17 | 101   | 1000                | 3.00   | -      | true       | 2024-06-15T08:00:00Z | 2024-06-15
  18 | 7     | 12                  | 3.01   | 7.5    | false      | 2022-03-01T10:00:00Z | 2022-03-01
  19 | 7     | 13                  | 3.00   | 7.25   | -          | 2024-06-15T08:00:00Z | 2024-06-15
  20 | 8     | 14                  | -      | 8      | false      | -                    | -
  21 | 42    | 15                  | 5.00   | 4.5    | true       | 2024-09-01T06:00:00Z | 2024-09-01
  22 | 42    | 16                  | 5.00   | 4.5    | true       | 2024-09-01T06:00:00Z | 2024-09-01
  23 | 42    | 17                  | 5.00   | 4.5    | false      | 2024-09-02T06:00:00Z | 2024-09-02
  24 | -     | 18                  | 1.10   | 1.0    | -          | -                    | -
  25 | 250   | 19                  | 1.01   | 2.5    | false      | 2024-09-03T00:00:00Z | 2024-09-03
  26 | 250   | 20                  | 1.10   | -      | false      | 2021-01-01T00:00:00Z | 2021-01-01
  27 | 251   | -                   | 4.50   | 3.5    | true       | 2024-10-27T00:30:00Z | 2024-10-27
  28 | 1     | 22                  | 4.05   | 3.25   | true       | 2024-10-27T01:30:00Z | 2024-10-27
  29 | 2     | 23                  | 4.05   | 6.5    | -          | -                    | -
  30 | 3     | 24                  | 0.05   | 6.25   | false      | 2024-12-31T23:59:59Z | 2024-12-31
  31 | 4     | 25                  | 0.50   | 6.75   | true       | -                    | 2025-01-01
  32 | -     | 26                  | 99.99  | -6.5   | true       | 2025-01-01T00:00:00Z | 2025-01-01
  33 | 6     | 27                  | -99.99 | 5.5    | false      | 2024-05-05T05:05:05Z | 2024-05-05
  34 | 5     | 28                  | -0.01  | 5.25   | -          | 2024-05-05T05:05:05Z | 2024-05-05
  35 | 12    | 9007199254740993    | 0.01   | 1.25   | true       | 2024-05-06T05:05:05Z | 2024-05-06
  36 | 10    | 100                 | 4.50   | 0.5    | true       | 2024-03-01T10:00:00Z | 2024-03-01
  37 | 300   | -                   | -      | -      | false      | 2024-03-01T10:00:00Z | 2024-03-01
  38 | -     | -                   | 1.00   | 1      | -          | -                    | -
  39 | 13    | 30                  | 1.00   | -0.125 | true       | 2024-05-07T05:05:05Z | 2024-05-07
  40 | 14    | 31                  | -      | -      | false      | 2024-05-08T05:05:05Z | 2024-05-08
`);

/**
 * 2 has an approved comment and one of five stars, which are not the same; 4 and 6 have five of four stars, 5 has as
 * many, but for one that is deleted; those of 7 are all undecided, and those of 10 all deleted.
 */
export const commentRows = readTable(`
  id  | post | author | stars | approved | deleted | body
  1   | 1    | 2      | 5     | true     | -       | good
  2   | 1    | 3      | 2     | false    | -       | Bad
  3   | 2    | 2      | 5     | false    | -       | good
  4   | 2    | 1      | 2     | true     | -       | fine
  5   | 4    | 1      | 4     | true     | -       | good
  6   | 4    | 2      | 4     | true     | -       | Good
  7   | 4    | 3      | 4     | true     | -       | fine
  8   | 4    | 9      | 4     | true     | -       | fine
  9   | 4    | -      | 4     | true     | -       | 100%
  10  | 5    | 1      | 4     | true     | -       | good
  11  | 5    | 2      | 4     | true     | -       | fine
  12  | 5    | 3      | 4     | false    | -       | fine
  13  | 5    | 4      | 4     | true     | -       | fine
  14  | 5    | 5      | 4     | true     | yes     | fine
  15  | 6    | 1      | 4     | -        | -       | fine
  16  | 6    | 5      | 4     | true     | -       | fine
  17  | 6    | -      | 4     | true     | -       | fine
  18  | 6    | 6      | 4     | false    | -       | Bad
  19  | 6    | 7      | 4     | true     | -       | good
  20  | 6    | 7      | 1     | false    | -       | Bad
  21  | 7    | 1      | 5     | -        | -       | good
  22  | 7    | 4      | 3     | -        | -       | fine
  23  | 8    | 5      | 3     | true     | -       | fine
  24  | 8    | 9      | 5     | -        | -       | good
  25  | 9    | 9      | -     | true     | -       | fine
  26  | 9    | 1      | 5     | true     | -       | good
  27  | 10   | 1      | 5     | true     | yes     | good
  28  | 10   | 2      | 1     | false    | yes     | Bad
  29  | 11   | 3      | 3     | true     | -       | fine
  30  | 11   | 3      | 3     | true     | yes     | fine
  31  | 12   | 7      | -     | -        | -       | fine
  32  | 13   | 2      | 1     | false    | -       | Bad
  33  | 13   | 9      | 2     | false    | -       | Bad
  34  | 15   | 7      | 5     | true     | -       | good
  35  | 15   | 6      | 4     | true     | -       | good
  36  | 16   | 6      | 3     | true     | -       | fine
  37  | 16   | -      | 3     | false    | -       | fine
  38  | 17   | 1      | 4     | true     | -       | good
  39  | 17   | 1      | 1     | false    | yes     | Bad
  40  | 18   | 9      | 2     | true     | -       | fine
  41  | 19   | 3      | 5     | true     | -       | good
  42  | 19   | 2      | 5     | true     | -       | Good
  43  | 21   | -      | 4     | true     | -       | good
  44  | 21   | -      | 4     | false    | -       | good
  45  | 22   | 4      | 5     | false    | -       | good
  46  | 22   | 6      | 1     | true     | -       | Bad
  47  | 23   | 5      | -     | false    | -       | fine
  48  | 23   | 5      | 4     | -        | -       | fine
  49  | 25   | 7      | 3     | true     | -       | fine
  50  | 25   | 1      | 4     | true     | -       | good
  51  | 25   | 2      | 5     | true     | -       | good
  52  | 27   | 3      | 2     | true     | -       | fine
  53  | 28   | 4      | 5     | true     | -       | good
  54  | 28   | 4      | 5     | true     | yes     | good
  55  | 30   | 6      | -     | -        | -       | fine
  56  | 30   | -      | -     | -        | -       | fine
  57  | 31   | 7      | 3     | false    | -       | Bad
  58  | 32   | 2      | 4     | true     | -       | good
  59  | 32   | 9      | 4     | false    | yes     | Bad
  60  | 33   | 9      | 1     | false    | -       | Bad
  61  | 33   | 2      | 5     | true     | -       | good
  62  | 34   | 1      | 3     | true     | -       | fine
  63  | 35   | 5      | 5     | true     | -       | good
  64  | 35   | 5      | 2     | true     | -       | fine
  65  | 36   | 1      | 5     | true     | -       | good
  66  | 36   | 2      | 4     | true     | -       | good
  67  | 37   | 3      | 5     | true     | -       | good
  68  | 39   | 3      | 4     | true     | -       | 100%
  69  | 39   | 9      | 4     | true     | -       | good
  70  | 40   | 9      | 5     | true     | -       | good
`);
