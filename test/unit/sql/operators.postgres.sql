-- The SQL of every operator: `npm test -- -u test/unit/sql` writes it. A name alone has the parameters that it has above.

-- columns
-- of json, x: NULLIF(JSONB_TYPEOF("s"."json"), 'null')
$eq
  x = $1
  not: x <> $1
    text        "50%_!*?['"
    tinyint     "-128"
    smallint    "-32768"
    mediumint   "-8388608"
    integer     "7"
    bigint      "9007199254740993"
    decimal     "0.1"
    real        "0.10000000149011612"
    float       "0.1"
    boolean     false
    date        "2024-02-29"
    time        "09:30:00"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
    enum        "small"
    citext      "50%_!*?['"
    collated    "50%_!*?['"
    ascii       "50%_!*?['"
  (x >= $1 AND x <= $2)
  not: (x < $1 OR x > $2)
    datetime    "local 2024-03-01T10:00:00", "local 2024-03-01T10:00:00.000999"
    instant     "2024-03-01 10:00:00+00", "2024-03-01 10:00:00.000999+00"
  (x >= $1 AND x < $2)
  not: (x < $1 OR x >= $2)
    datetimeDay "local 2024-03-01T00:00:00", "local 2024-03-02T00:00:00"
    instantDay  "2024-03-01 00:00:00+00", "2024-03-02 00:00:00+00"
$ne
  x <> $1
  not: x = $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, time, uuid, enum, citext, collated, ascii
  (x < $1 OR x > $2)
  not: (x >= $1 AND x <= $2)
    datetime, instant
  (x < $1 OR x >= $2)
  not: (x >= $1 AND x < $2)
    datetimeDay, instantDay
$lt
  x < $1
  not: x >= $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, uuid, citext, collated, ascii
    datetime    "local 2024-03-01T10:00:00"
    instant     "2024-03-01 10:00:00+00"
    datetimeDay "local 2024-03-01T00:00:00"
    instantDay  "2024-03-01 00:00:00+00"
$lte
  x <= $1
  not: x > $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, uuid, citext, collated, ascii
    datetime    "local 2024-03-01T10:00:00.000999"
    instant     "2024-03-01 10:00:00.000999+00"
  x < $1
  not: x >= $1
    datetimeDay "local 2024-03-02T00:00:00"
    instantDay  "2024-03-02 00:00:00+00"
$gt
  x > $1
  not: x <= $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, datetime, instant, time, uuid, citext, collated, ascii
  x >= $1
  not: x < $1
    datetimeDay, instantDay
$gte
  x >= $1
  not: x < $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, uuid, citext, collated, ascii
    datetime    "local 2024-03-01T10:00:00"
    instant     "2024-03-01 10:00:00+00"
    datetimeDay "local 2024-03-01T00:00:00"
    instantDay  "2024-03-01 00:00:00+00"
$in
  x = ANY($1)
  not: x <> ALL($1)
    text        ["50%_!*?['", "Zoë\\"]
    tinyint     ["-128", "127"]
    smallint    ["-32768", "32767"]
    mediumint   ["-8388608", "8388607"]
    integer     ["7", "2147483647"]
    bigint      ["9007199254740993", "9223372036854775807"]
    decimal     ["0.1", "12345678901234567890.123"]
    real        ["0.10000000149011612", "1000"]
    float       ["0.1", "1e+300"]
    boolean     [false, true]
    date        ["2024-02-29", "2024-03-31"]
    time        ["09:30:00", "17:00:00.500"]
    uuid        ["0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
    enum        ["small", "large"]
    citext      ["50%_!*?['", "Zoë\\"]
    collated    ["50%_!*?['", "Zoë\\"]
    ascii       ["50%_!*?['", "Zoë\\"]
  ((x >= $1 AND x <= $2) OR (x >= $3 AND x <= $4))
  not: ((x < $1 OR x > $2) AND (x < $3 OR x > $4))
    datetime    "local 2024-03-01T10:00:00", "local 2024-03-01T10:00:00.000999", "local 2024-03-31T10:00:00.123456", "local 2024-03-31T10:00:00.123456"
    instant     "2024-03-01 10:00:00+00", "2024-03-01 10:00:00.000999+00", "2024-03-31 10:00:00.123456+00", "2024-03-31 10:00:00.123456+00"
  ((x >= $1 AND x < $2) OR (x >= $3 AND x < $4))
  not: ((x < $1 OR x >= $2) AND (x < $3 OR x >= $4))
    datetimeDay "local 2024-03-01T00:00:00", "local 2024-03-02T00:00:00", "local 2024-03-31T00:00:00", "local 2024-04-01T00:00:00"
    instantDay  "2024-03-01 00:00:00+00", "2024-03-02 00:00:00+00", "2024-03-31 00:00:00+00", "2024-04-01 00:00:00+00"
$notIn
  x <> ALL($1)
  not: x = ANY($1)
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, time, uuid, enum, citext, collated, ascii
  ((x < $1 OR x > $2) AND (x < $3 OR x > $4))
  not: ((x >= $1 AND x <= $2) OR (x >= $3 AND x <= $4))
    datetime, instant
  ((x < $1 OR x >= $2) AND (x < $3 OR x >= $4))
  not: ((x >= $1 AND x < $2) OR (x >= $3 AND x < $4))
    datetimeDay, instantDay
$between
  x BETWEEN $1 AND $2
  not: x NOT BETWEEN $1 AND $2
    text        "50%_!*?['", "Zoë\\"
    tinyint     "-128", "127"
    smallint    "-32768", "32767"
    mediumint   "-8388608", "8388607"
    integer     "7", "2147483647"
    bigint      "9007199254740993", "9223372036854775807"
    decimal     "0.1", "12345678901234567890.123"
    real        "0.10000000149011612", "1000"
    float       "0.1", "1e+300"
    date        "2024-02-29", "2024-03-31"
    time        "09:30:00", "17:00:00.500"
    citext      "50%_!*?['", "Zoë\\"
    collated    "50%_!*?['", "Zoë\\"
    ascii       "50%_!*?['", "Zoë\\"
  (x >= $1 AND x <= $2)
  not: (x < $1 OR x > $2)
    datetime    "local 2024-03-01T10:00:00", "local 2024-03-31T10:00:00.123456"
    instant     "2024-03-01 10:00:00+00", "2024-03-31 10:00:00.123456+00"
  (x >= $1 AND x < $2)
  not: (x < $1 OR x >= $2)
    datetimeDay "local 2024-03-01T00:00:00", "local 2024-04-01T00:00:00"
    instantDay  "2024-03-01 00:00:00+00", "2024-04-01 00:00:00+00"
$notBetween
  x NOT BETWEEN $1 AND $2
  not: x BETWEEN $1 AND $2
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, citext, collated, ascii
  (x < $1 OR x > $2)
  not: (x >= $1 AND x <= $2)
    datetime, instant
  (x < $1 OR x >= $2)
  not: (x >= $1 AND x < $2)
    datetimeDay, instantDay
$null
  x IS NULL
  not: x IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum, json, opaque, datetimeDay, instantDay, citext, collated, ascii
$notNull
  x IS NOT NULL
  not: x IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum, json, opaque, datetimeDay, instantDay, citext, collated, ascii
$eqi
  LOWER(x) = LOWER($1)
  not: NOT (LOWER(x) = LOWER($1))
    text        "50%_!*?['"
    citext      "50%_!*?['"
  LOWER(x) = LOWER($1 COLLATE "ignoring_case")
  not: NOT (LOWER(x) = LOWER($1 COLLATE "ignoring_case"))
    collated    "50%_!*?['"
  LOWER(x COLLATE "default") = LOWER($1)
  not: NOT (LOWER(x COLLATE "default") = LOWER($1))
    ascii       "50%_!*?['"
$nei
  NOT (LOWER(x) = LOWER($1))
  not: LOWER(x) = LOWER($1)
    text, citext
  NOT (LOWER(x) = LOWER($1 COLLATE "ignoring_case"))
  not: LOWER(x) = LOWER($1 COLLATE "ignoring_case")
    collated
  NOT (LOWER(x COLLATE "default") = LOWER($1))
  not: LOWER(x COLLATE "default") = LOWER($1)
    ascii
$eqc
  (x = $1 AND x COLLATE "C" = $1)
  not: NOT ((x = $1 AND x COLLATE "C" = $1))
    text, collated, ascii
  CAST(x AS text) COLLATE "C" = $1
  not: NOT (CAST(x AS text) COLLATE "C" = $1)
    citext
$contains
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['%"
    collated    "%50!%!_!!*?['%"
    ascii       "%50!%!_!!*?['%"
  CAST(x AS text) ILIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
    citext      "%50!%!_!!*?['%"
$notContains
  NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
  not: x COLLATE "default" ILIKE $1 ESCAPE '!'
    text, collated, ascii
  NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
  not: CAST(x AS text) ILIKE $1 ESCAPE '!'
    citext
$startsWith
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "50!%!_!!*?['%"
    collated    "50!%!_!!*?['%"
    ascii       "50!%!_!!*?['%"
  CAST(x AS text) ILIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
    citext      "50!%!_!!*?['%"
$endsWith
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['"
    collated    "%50!%!_!!*?['"
    ascii       "%50!%!_!!*?['"
  CAST(x AS text) ILIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
    citext      "%50!%!_!!*?['"
$containsi
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['%"
    collated    "%50!%!_!!*?['%"
    ascii       "%50!%!_!!*?['%"
  CAST(x AS text) ILIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
    citext      "%50!%!_!!*?['%"
$notContainsi
  NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
  not: x COLLATE "default" ILIKE $1 ESCAPE '!'
    text, collated, ascii
  NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
  not: CAST(x AS text) ILIKE $1 ESCAPE '!'
    citext
$startsWithi
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "50!%!_!!*?['%"
    collated    "50!%!_!!*?['%"
    ascii       "50!%!_!!*?['%"
  CAST(x AS text) ILIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
    citext      "50!%!_!!*?['%"
$endsWithi
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['"
    collated    "%50!%!_!!*?['"
    ascii       "%50!%!_!!*?['"
  CAST(x AS text) ILIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) ILIKE $1 ESCAPE '!')
    citext      "%50!%!_!!*?['"
$containsc
  x COLLATE "default" LIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['%"
    collated    "%50!%!_!!*?['%"
    ascii       "%50!%!_!!*?['%"
  CAST(x AS text) LIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) LIKE $1 ESCAPE '!')
    citext      "%50!%!_!!*?['%"
$notContainsc
  NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
  not: x COLLATE "default" LIKE $1 ESCAPE '!'
    text, collated, ascii
  NOT (CAST(x AS text) LIKE $1 ESCAPE '!')
  not: CAST(x AS text) LIKE $1 ESCAPE '!'
    citext
$startsWithc
  x COLLATE "default" LIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
    text        "50!%!_!!*?['%"
    collated    "50!%!_!!*?['%"
    ascii       "50!%!_!!*?['%"
  CAST(x AS text) LIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) LIKE $1 ESCAPE '!')
    citext      "50!%!_!!*?['%"
$endsWithc
  x COLLATE "default" LIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['"
    collated    "%50!%!_!!*?['"
    ascii       "%50!%!_!!*?['"
  CAST(x AS text) LIKE $1 ESCAPE '!'
  not: NOT (CAST(x AS text) LIKE $1 ESCAPE '!')
    citext      "%50!%!_!!*?['"

-- virtual columns
-- of integer, x: CAST((SELECT COUNT(*) FROM line WHERE line.sample = "s".id) AS numeric)
-- of text, x: (SELECT MIN(name) FROM line WHERE line.sample = "s".id)
$eq
  x = $1
  not: x <> $1
    integer     "7"
    text        "50%_!*?['"
$ne
  x <> $1
  not: x = $1
    integer, text
$lt
  x < $1
  not: x >= $1
    integer, text
$lte
  x <= $1
  not: x > $1
    integer, text
$gt
  x > $1
  not: x <= $1
    integer, text
$gte
  x >= $1
  not: x < $1
    integer, text
$in
  x = ANY($1)
  not: x <> ALL($1)
    integer     ["7", "2147483647"]
    text        ["50%_!*?['", "Zoë\\"]
$notIn
  x <> ALL($1)
  not: x = ANY($1)
    integer, text
$between
  x BETWEEN $1 AND $2
  not: x NOT BETWEEN $1 AND $2
    integer     "7", "2147483647"
    text        "50%_!*?['", "Zoë\\"
$notBetween
  x NOT BETWEEN $1 AND $2
  not: x BETWEEN $1 AND $2
    integer, text
$null
  x IS NULL
  not: x IS NOT NULL
    integer, text
$notNull
  x IS NOT NULL
  not: x IS NULL
    integer, text
$eqi
  LOWER(x) = LOWER($1)
  not: NOT (LOWER(x) = LOWER($1))
    text        "50%_!*?['"
$nei
  NOT (LOWER(x) = LOWER($1))
  not: LOWER(x) = LOWER($1)
    text
$eqc
  (x = $1 AND x COLLATE "C" = $1)
  not: NOT ((x = $1 AND x COLLATE "C" = $1))
    text
$contains
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['%"
$notContains
  NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
  not: x COLLATE "default" ILIKE $1 ESCAPE '!'
    text
$startsWith
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "50!%!_!!*?['%"
$endsWith
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['"
$containsi
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['%"
$notContainsi
  NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
  not: x COLLATE "default" ILIKE $1 ESCAPE '!'
    text
$startsWithi
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "50!%!_!!*?['%"
$endsWithi
  x COLLATE "default" ILIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['"
$containsc
  x COLLATE "default" LIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['%"
$notContainsc
  NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
  not: x COLLATE "default" LIKE $1 ESCAPE '!'
    text
$startsWithc
  x COLLATE "default" LIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
    text        "50!%!_!!*?['%"
$endsWithc
  x COLLATE "default" LIKE $1 ESCAPE '!'
  not: NOT (x COLLATE "default" LIKE $1 ESCAPE '!')
    text        "%50!%!_!!*?['"

-- arrays
$null
  x IS NULL
  not: x IS NOT NULL
    text, varchar, smallint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum
$notNull
  x IS NOT NULL
  not: x IS NULL
    text, varchar, smallint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum
$has
  (x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2)
  not: NOT ((x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2))
    text        ["50%_!*?['"], ["50%_!*?['"]
    varchar     ["50%_!*?['"], ["50%_!*?['"]
  x @> $1
  not: NOT (x @> $1)
    smallint    ["-32768"]
    integer     ["7"]
    bigint      ["9007199254740993"]
    decimal     ["0.1"]
    real        ["0.10000000149011612"]
    float       ["0.1"]
    boolean     [false]
    date        ["2024-02-29"]
    datetime    ["local 2024-03-01T10:00:00"]
    instant     ["2024-03-01 10:00:00+00"]
    time        ["09:30:00"]
    uuid        ["0f8fad5b-d9cb-469f-a165-70867728950e"]
    enum        ["small"]
$hasEvery
  (x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2)
  not: NOT ((x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2))
    text        ["50%_!*?['", "Zoë\\"], ["50%_!*?['", "Zoë\\"]
    varchar     ["50%_!*?['", "Zoë\\"], ["50%_!*?['", "Zoë\\"]
  x @> $1
  not: NOT (x @> $1)
    smallint    ["-32768", "32767"]
    integer     ["7", "2147483647"]
    bigint      ["9007199254740993", "9223372036854775807"]
    decimal     ["0.1", "12345678901234567890.123"]
    real        ["0.10000000149011612", "1000"]
    float       ["0.1", "1e+300"]
    boolean     [false, true]
    date        ["2024-02-29", "2024-03-31"]
    datetime    ["local 2024-03-01T10:00:00", "local 2024-03-31T10:00:00.123456"]
    instant     ["2024-03-01 10:00:00+00", "2024-03-31 10:00:00.123456+00"]
    time        ["09:30:00", "17:00:00.500"]
    uuid        ["0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
    enum        ["small", "large"]
$hasSome
  (x && $1 AND CAST(x AS text[]) COLLATE "C" && $2)
  not: NOT ((x && $1 AND CAST(x AS text[]) COLLATE "C" && $2))
    text, varchar
  x && $1
  not: NOT (x && $1)
    smallint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum
$empty
  x = '{}'
  not: x <> '{}'
    text, varchar, smallint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum

-- simple-array
$null
  x IS NULL
  not: x IS NOT NULL
    tags
$notNull
  x IS NOT NULL
  not: x IS NULL
    tags
$has
  string_to_array(x COLLATE "default", ',') @> $1
  not: NOT (string_to_array(x COLLATE "default", ',') @> $1)
    tags        ["50%_!*?['"]
$hasEvery
  string_to_array(x COLLATE "default", ',') @> $1
  not: NOT (string_to_array(x COLLATE "default", ',') @> $1)
    tags        ["50%_!*?['", "Zoë\\"]
$hasSome
  string_to_array(x COLLATE "default", ',') && $1
  not: NOT (string_to_array(x COLLATE "default", ',') && $1)
    tags
$empty
  x COLLATE "default" = ''
  not: x COLLATE "default" <> ''
    tags

-- values in jsonb
-- of text, x: CASE JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'string' THEN ("s"."doc" -> 'a' ->> 'b') END
-- of tinyint, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN CAST(("s"."doc" -> 'a' -> 'b') AS numeric) BETWEEN -128 AND 127 AND CAST(("s"."doc" -> 'a' -> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' -> 'b') AS numeric) AS bigint) END END
-- of smallint, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN CAST(("s"."doc" -> 'a' -> 'b') AS numeric) BETWEEN -32768 AND 32767 AND CAST(("s"."doc" -> 'a' -> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' -> 'b') AS numeric) AS bigint) END END
-- of mediumint, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN CAST(("s"."doc" -> 'a' -> 'b') AS numeric) BETWEEN -8388608 AND 8388607 AND CAST(("s"."doc" -> 'a' -> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' -> 'b') AS numeric) AS bigint) END END
-- of integer, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN CAST(("s"."doc" -> 'a' -> 'b') AS numeric) BETWEEN -2147483648 AND 2147483647 AND CAST(("s"."doc" -> 'a' -> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' -> 'b') AS numeric) AS bigint) END END
-- of bigint, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN CAST(("s"."doc" -> 'a' -> 'b') AS numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 AND CAST(("s"."doc" -> 'a' -> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' -> 'b') AS numeric) AS bigint) END END
-- of decimal, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN ABS(CAST(("s"."doc" -> 'a' -> 'b') AS numeric)) <= 99999999999999999999999999999999999 THEN CAST(("s"."doc" -> 'a' -> 'b') AS numeric) END END
-- of float, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' THEN CASE WHEN ABS(CAST(("s"."doc" -> 'a' -> 'b') AS numeric)) BETWEEN 2.5e-324 AND 1.797693134862315807e308 THEN CAST(CAST(("s"."doc" -> 'a' -> 'b') AS numeric) AS double precision) WHEN ABS(CAST(("s"."doc" -> 'a' -> 'b') AS numeric)) < 1 THEN 0 END END
-- of boolean, x: CASE JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'boolean' THEN CAST(("s"."doc" -> 'a' ->> 'b') AS boolean) END
-- of date, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'string' AND ("s"."doc" -> 'a' ->> 'b') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN ("s"."doc" -> 'a' ->> 'b') COLLATE "C" END
-- of uuid, x: CASE WHEN JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'string' AND LOWER(("s"."doc" -> 'a' ->> 'b')) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER(("s"."doc" -> 'a' ->> 'b')) COLLATE "C" END
-- as virtual columns: $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc
$eq
  x = $1
  not: x <> $1
    text        "50%_!*?['"
    tinyint     "-128"
    smallint    "-32768"
    mediumint   "-8388608"
    integer     "7"
    bigint      "9007199254740993"
    decimal     "0.1"
    float       "0.1"
    boolean     false
    date        "2024-02-29"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
$ne
  x <> $1
  not: x = $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$lt
  x < $1
  not: x >= $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$lte
  x <= $1
  not: x > $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$gt
  x > $1
  not: x <= $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$gte
  x >= $1
  not: x < $1
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$in
  x = ANY($1)
  not: x <> ALL($1)
    text        ["50%_!*?['", "Zoë\\"]
    tinyint     ["-128", "127"]
    smallint    ["-32768", "32767"]
    mediumint   ["-8388608", "8388607"]
    integer     ["7", "2147483647"]
    bigint      ["9007199254740993", "9223372036854775807"]
    decimal     ["0.1", "12345678901234567890.123"]
    float       ["0.1", "1e+300"]
    boolean     [false, true]
    date        ["2024-02-29", "2024-03-31"]
    uuid        ["0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
$notIn
  x <> ALL($1)
  not: x = ANY($1)
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$between
  x BETWEEN $1 AND $2
  not: x NOT BETWEEN $1 AND $2
    text        "50%_!*?['", "Zoë\\"
    tinyint     "-128", "127"
    smallint    "-32768", "32767"
    mediumint   "-8388608", "8388607"
    integer     "7", "2147483647"
    bigint      "9007199254740993", "9223372036854775807"
    decimal     "0.1", "12345678901234567890.123"
    float       "0.1", "1e+300"
    date        "2024-02-29", "2024-03-31"
$notBetween
  x NOT BETWEEN $1 AND $2
  not: x BETWEEN $1 AND $2
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date
$null
  x IS NULL
  not: x IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$notNull
  x IS NOT NULL
  not: x IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid

-- lists in jsonb
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, there: CASE JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN 1 END
-- of float, uuid, each: JSONB_ARRAY_ELEMENTS(CASE JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN ("s"."doc" -> 'a' -> 'b') END) AS nf_element(v)
-- of float, x: CASE WHEN JSONB_TYPEOF(nf_element.v) = 'number' THEN CASE WHEN ABS(CAST(nf_element.v AS numeric)) BETWEEN 2.5e-324 AND 1.797693134862315807e308 THEN CAST(CAST(nf_element.v AS numeric) AS double precision) WHEN ABS(CAST(nf_element.v AS numeric)) < 1 THEN 0 END END
-- of uuid, x: CASE WHEN JSONB_TYPEOF(nf_element.v) = 'string' AND LOWER((nf_element.v #>> '{}')) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER((nf_element.v #>> '{}')) COLLATE "C" END
$null
  there IS NULL
  not: there IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$notNull
  there IS NOT NULL
  not: there IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$has
  ("s"."doc" @> CAST($1 AS jsonb))
  not: (there IS NOT NULL AND NOT ("s"."doc" @> CAST($1 AS jsonb)))
    text        "{\"a\":{\"b\":[\"50%_!*?['\"]}}"
    tinyint     "{\"a\":{\"b\":[-128]}}"
    smallint    "{\"a\":{\"b\":[-32768]}}"
    mediumint   "{\"a\":{\"b\":[-8388608]}}"
    integer     "{\"a\":{\"b\":[7]}}"
    bigint      "{\"a\":{\"b\":[9007199254740993]}}"
    decimal     "{\"a\":{\"b\":[0.1]}}"
    boolean     "{\"a\":{\"b\":[false]}}"
    date        "{\"a\":{\"b\":[\"2024-02-29\"]}}"
  (EXISTS (SELECT 1 FROM each WHERE x IN ($1)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1))))
    float       "0.1"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
$hasEvery
  ("s"."doc" @> CAST($1 AS jsonb))
  not: (there IS NOT NULL AND NOT ("s"."doc" @> CAST($1 AS jsonb)))
    text        "{\"a\":{\"b\":[\"50%_!*?['\",\"Zoë\\\\\"]}}"
    tinyint     "{\"a\":{\"b\":[-128,127]}}"
    smallint    "{\"a\":{\"b\":[-32768,32767]}}"
    mediumint   "{\"a\":{\"b\":[-8388608,8388607]}}"
    integer     "{\"a\":{\"b\":[7,2147483647]}}"
    bigint      "{\"a\":{\"b\":[9007199254740993,9223372036854775807]}}"
    decimal     "{\"a\":{\"b\":[0.1,12345678901234567890.123]}}"
    boolean     "{\"a\":{\"b\":[false,true]}}"
    date        "{\"a\":{\"b\":[\"2024-02-29\",\"2024-03-31\"]}}"
  (EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2))))
    float       "0.1", "1e+300"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
$hasSome
  ("s"."doc" @> CAST($1 AS jsonb) OR "s"."doc" @> CAST($2 AS jsonb))
  not: (there IS NOT NULL AND NOT ("s"."doc" @> CAST($1 AS jsonb) OR "s"."doc" @> CAST($2 AS jsonb)))
    text        "{\"a\":{\"b\":[\"50%_!*?['\"]}}", "{\"a\":{\"b\":[\"Zoë\\\\\"]}}"
    tinyint     "{\"a\":{\"b\":[-128]}}", "{\"a\":{\"b\":[127]}}"
    smallint    "{\"a\":{\"b\":[-32768]}}", "{\"a\":{\"b\":[32767]}}"
    mediumint   "{\"a\":{\"b\":[-8388608]}}", "{\"a\":{\"b\":[8388607]}}"
    integer     "{\"a\":{\"b\":[7]}}", "{\"a\":{\"b\":[2147483647]}}"
    bigint      "{\"a\":{\"b\":[9007199254740993]}}", "{\"a\":{\"b\":[9223372036854775807]}}"
    decimal     "{\"a\":{\"b\":[0.1]}}", "{\"a\":{\"b\":[12345678901234567890.123]}}"
    boolean     "{\"a\":{\"b\":[false]}}", "{\"a\":{\"b\":[true]}}"
    date        "{\"a\":{\"b\":[\"2024-02-29\"]}}", "{\"a\":{\"b\":[\"2024-03-31\"]}}"
  (EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2))))
    float, uuid
$empty
  CASE JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN JSONB_ARRAY_LENGTH(("s"."doc" -> 'a' -> 'b')) = 0 END
  not: CASE JSONB_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN JSONB_ARRAY_LENGTH(("s"."doc" -> 'a' -> 'b')) > 0 END
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid

-- values in json
-- of text, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'string' THEN ("s"."doc" -> 'a' ->> 'b') END END
-- of tinyint, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) BETWEEN -128 AND 127 AND CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) AS bigint) END END END
-- of smallint, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) BETWEEN -32768 AND 32767 AND CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) AS bigint) END END END
-- of mediumint, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) BETWEEN -8388608 AND 8388607 AND CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) AS bigint) END END END
-- of integer, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) BETWEEN -2147483648 AND 2147483647 AND CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) AS bigint) END END END
-- of bigint, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 AND CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) % 1 = 0 THEN CAST(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) AS bigint) END END END
-- of decimal, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN ABS(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric)) <= 99999999999999999999999999999999999 THEN CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) END END END
-- of float, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'number' AND LENGTH(("s"."doc" -> 'a' ->> 'b')) <= 5000 AND ("s"."doc" -> 'a' ->> 'b') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN ABS(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric)) BETWEEN 2.5e-324 AND 1.797693134862315807e308 THEN CAST(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric) AS double precision) WHEN ABS(CAST(("s"."doc" -> 'a' ->> 'b') AS numeric)) < 1 THEN 0 END END END
-- of boolean, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'boolean' THEN CAST(("s"."doc" -> 'a' ->> 'b') AS boolean) END END
-- of date, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'string' AND ("s"."doc" -> 'a' ->> 'b') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN ("s"."doc" -> 'a' ->> 'b') COLLATE "C" END END
-- of uuid, x: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) = 'string' AND LOWER(("s"."doc" -> 'a' ->> 'b')) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER(("s"."doc" -> 'a' ->> 'b')) COLLATE "C" END END
-- as values in jsonb: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull
-- as virtual columns: $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc

-- lists in json
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, there: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN 1 END END
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, each: JSON_ARRAY_ELEMENTS(CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN ("s"."doc" -> 'a' -> 'b') END END) AS nf_element(v)
-- of text, x: CASE JSON_TYPEOF(nf_element.v) WHEN 'string' THEN (nf_element.v #>> '{}') END
-- of tinyint, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST((nf_element.v #>> '{}') AS numeric) BETWEEN -128 AND 127 AND CAST((nf_element.v #>> '{}') AS numeric) % 1 = 0 THEN CAST(CAST((nf_element.v #>> '{}') AS numeric) AS bigint) END END
-- of smallint, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST((nf_element.v #>> '{}') AS numeric) BETWEEN -32768 AND 32767 AND CAST((nf_element.v #>> '{}') AS numeric) % 1 = 0 THEN CAST(CAST((nf_element.v #>> '{}') AS numeric) AS bigint) END END
-- of mediumint, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST((nf_element.v #>> '{}') AS numeric) BETWEEN -8388608 AND 8388607 AND CAST((nf_element.v #>> '{}') AS numeric) % 1 = 0 THEN CAST(CAST((nf_element.v #>> '{}') AS numeric) AS bigint) END END
-- of integer, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST((nf_element.v #>> '{}') AS numeric) BETWEEN -2147483648 AND 2147483647 AND CAST((nf_element.v #>> '{}') AS numeric) % 1 = 0 THEN CAST(CAST((nf_element.v #>> '{}') AS numeric) AS bigint) END END
-- of bigint, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN CAST((nf_element.v #>> '{}') AS numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 AND CAST((nf_element.v #>> '{}') AS numeric) % 1 = 0 THEN CAST(CAST((nf_element.v #>> '{}') AS numeric) AS bigint) END END
-- of decimal, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN ABS(CAST((nf_element.v #>> '{}') AS numeric)) <= 99999999999999999999999999999999999 THEN CAST((nf_element.v #>> '{}') AS numeric) END END
-- of float, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'number' AND LENGTH((nf_element.v #>> '{}')) <= 5000 AND (nf_element.v #>> '{}') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN ABS(CAST((nf_element.v #>> '{}') AS numeric)) BETWEEN 2.5e-324 AND 1.797693134862315807e308 THEN CAST(CAST((nf_element.v #>> '{}') AS numeric) AS double precision) WHEN ABS(CAST((nf_element.v #>> '{}') AS numeric)) < 1 THEN 0 END END
-- of boolean, x: CASE JSON_TYPEOF(nf_element.v) WHEN 'boolean' THEN CAST((nf_element.v #>> '{}') AS boolean) END
-- of date, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'string' AND (nf_element.v #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN (nf_element.v #>> '{}') COLLATE "C" END
-- of uuid, x: CASE WHEN JSON_TYPEOF(nf_element.v) = 'string' AND LOWER((nf_element.v #>> '{}')) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER((nf_element.v #>> '{}')) COLLATE "C" END
-- as lists in jsonb: $null, $notNull
$has
  (EXISTS (SELECT 1 FROM each WHERE x IN ($1)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1))))
    text        "50%_!*?['"
    tinyint     "-128"
    smallint    "-32768"
    mediumint   "-8388608"
    integer     "7"
    bigint      "9007199254740993"
    decimal     "0.1"
    float       "0.1"
    boolean     false
    date        "2024-02-29"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
$hasEvery
  (EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2))))
    text        "50%_!*?['", "Zoë\\"
    tinyint     "-128", "127"
    smallint    "-32768", "32767"
    mediumint   "-8388608", "8388607"
    integer     "7", "2147483647"
    bigint      "9007199254740993", "9223372036854775807"
    decimal     "0.1", "12345678901234567890.123"
    float       "0.1", "1e+300"
    boolean     false, true
    date        "2024-02-29", "2024-03-31"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
$hasSome
  (EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2))))
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$empty
  CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN JSON_ARRAY_LENGTH(("s"."doc" -> 'a' -> 'b')) = 0 END END
  not: CASE WHEN REGEXP_REPLACE(CAST("s"."doc" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("s"."doc" -> 'a' -> 'b')) WHEN 'array' THEN JSON_ARRAY_LENGTH(("s"."doc" -> 'a' -> 'b')) > 0 END END
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
