-- The SQL of every operator: `npm test -- -u test/unit/sql` writes it. A name alone has the parameters that it has above.

-- columns
-- of json, x: CASE WHEN JSON_VALID("s"."json") THEN NULLIF(JSON_TYPE("s"."json", '$'), 'null') END
$eq
  x = ?
  not: x <> ?
    text        "50%_!*?['"
    tinyint     -128n
    smallint    -32768n
    mediumint   -8388608n
    integer     7n
    bigint      9007199254740993n
    decimal     "0.1"
    real        "0.10000000149011612"
    float       "0.1"
    boolean     0n
    date        "2024-02-29"
    time        "09:30:00"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
    enum        "small"
  x IN (?, ?)
  not: x NOT IN (?, ?)
    datetime    "2024-03-01 10:00:00.000", "2024-03-01 10:00:00"
    instant     "2024-03-01 10:00:00.000", "2024-03-01 10:00:00"
  (x >= ? AND x < ?)
  not: (x < ? OR x >= ?)
    datetimeDay "2024-03-01 00:00:00", "2024-03-02 00:00:00"
    instantDay  "2024-03-01 00:00:00", "2024-03-02 00:00:00"
$ne
  x <> ?
  not: x = ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, time, uuid, enum
  x NOT IN (?, ?)
  not: x IN (?, ?)
    datetime, instant
  (x < ? OR x >= ?)
  not: (x >= ? AND x < ?)
    datetimeDay, instantDay
$lt
  x < ?
  not: x >= ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, uuid
    datetime    "2024-03-01 10:00:00"
    instant     "2024-03-01 10:00:00"
    datetimeDay "2024-03-01 00:00:00"
    instantDay  "2024-03-01 00:00:00"
$lte
  x <= ?
  not: x > ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, uuid
    datetime    "2024-03-01 10:00:00.000"
    instant     "2024-03-01 10:00:00.000"
  x < ?
  not: x >= ?
    datetimeDay "2024-03-02 00:00:00"
    instantDay  "2024-03-02 00:00:00"
$gt
  x > ?
  not: x <= ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, datetime, instant, time, uuid
  x >= ?
  not: x < ?
    datetimeDay, instantDay
$gte
  x >= ?
  not: x < ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time, uuid
    datetime    "2024-03-01 10:00:00"
    instant     "2024-03-01 10:00:00"
    datetimeDay "2024-03-01 00:00:00"
    instantDay  "2024-03-01 00:00:00"
$in
  x IN (?, ?)
  not: x NOT IN (?, ?)
    text        "50%_!*?['", "Zoë\\"
    tinyint     -128n, 127n
    smallint    -32768n, 32767n
    mediumint   -8388608n, 8388607n
    integer     7n, 2147483647n
    bigint      9007199254740993n, 9223372036854775807n
    decimal     "0.1", "12345678901234567890.123"
    real        "0.10000000149011612", "1000"
    float       "0.1", "1e+300"
    boolean     0n, 1n
    date        "2024-02-29", "2024-03-31"
    time        "09:30:00", "17:00:00.500"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
    enum        "small", "large"
  x IN (?, ?, ?, ?)
  not: x NOT IN (?, ?, ?, ?)
    datetime    "2024-03-01 10:00:00.000", "2024-03-01 10:00:00", "2024-03-31 10:00:00.123456", "2024-03-31 10:00:00.123456"
    instant     "2024-03-01 10:00:00.000", "2024-03-01 10:00:00", "2024-03-31 10:00:00.123456", "2024-03-31 10:00:00.123456"
  ((x >= ? AND x < ?) OR (x >= ? AND x < ?))
  not: ((x < ? OR x >= ?) AND (x < ? OR x >= ?))
    datetimeDay "2024-03-01 00:00:00", "2024-03-02 00:00:00", "2024-03-31 00:00:00", "2024-04-01 00:00:00"
    instantDay  "2024-03-01 00:00:00", "2024-03-02 00:00:00", "2024-03-31 00:00:00", "2024-04-01 00:00:00"
$notIn
  x NOT IN (?, ?)
  not: x IN (?, ?)
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, time, uuid, enum
  x NOT IN (?, ?, ?, ?)
  not: x IN (?, ?, ?, ?)
    datetime, instant
  ((x < ? OR x >= ?) AND (x < ? OR x >= ?))
  not: ((x >= ? AND x < ?) OR (x >= ? AND x < ?))
    datetimeDay, instantDay
$between
  x BETWEEN ? AND ?
  not: x NOT BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time
  (x >= ? AND x <= ?)
  not: (x < ? OR x > ?)
    datetime    "2024-03-01 10:00:00", "2024-03-31 10:00:00.123456"
    instant     "2024-03-01 10:00:00", "2024-03-31 10:00:00.123456"
  (x >= ? AND x < ?)
  not: (x < ? OR x >= ?)
    datetimeDay "2024-03-01 00:00:00", "2024-04-01 00:00:00"
    instantDay  "2024-03-01 00:00:00", "2024-04-01 00:00:00"
$notBetween
  x NOT BETWEEN ? AND ?
  not: x BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, date, time
  (x < ? OR x > ?)
  not: (x >= ? AND x <= ?)
    datetime, instant
  (x < ? OR x >= ?)
  not: (x >= ? AND x < ?)
    datetimeDay, instantDay
$null
  x IS NULL
  not: x IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum, json, opaque, datetimeDay, instantDay
$notNull
  x IS NOT NULL
  not: x IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, instant, time, uuid, enum, json, opaque, datetimeDay, instantDay
$eqi
  LOWER(x) = LOWER(?)
  not: NOT (LOWER(x) = LOWER(?))
    text
$nei
  NOT (LOWER(x) = LOWER(?))
  not: LOWER(x) = LOWER(?)
    text
$eqc
  x = ? COLLATE BINARY
  not: NOT (x = ? COLLATE BINARY)
    text
$contains
  x LIKE ? ESCAPE '!'
  not: NOT (x LIKE ? ESCAPE '!')
    text        "%50!%!_!!*?['%"
$notContains
  NOT (x LIKE ? ESCAPE '!')
  not: x LIKE ? ESCAPE '!'
    text
$startsWith
  x LIKE ? ESCAPE '!'
  not: NOT (x LIKE ? ESCAPE '!')
    text        "50!%!_!!*?['%"
$endsWith
  x LIKE ? ESCAPE '!'
  not: NOT (x LIKE ? ESCAPE '!')
    text        "%50!%!_!!*?['"
$containsi
  x LIKE ? ESCAPE '!'
  not: NOT (x LIKE ? ESCAPE '!')
    text        "%50!%!_!!*?['%"
$notContainsi
  NOT (x LIKE ? ESCAPE '!')
  not: x LIKE ? ESCAPE '!'
    text
$startsWithi
  x LIKE ? ESCAPE '!'
  not: NOT (x LIKE ? ESCAPE '!')
    text        "50!%!_!!*?['%"
$endsWithi
  x LIKE ? ESCAPE '!'
  not: NOT (x LIKE ? ESCAPE '!')
    text        "%50!%!_!!*?['"
$containsc
  x GLOB ?
  not: NOT (x GLOB ?)
    text        "*50%_![*][?][[]'*"
$notContainsc
  NOT (x GLOB ?)
  not: x GLOB ?
    text
$startsWithc
  x GLOB ?
  not: NOT (x GLOB ?)
    text        "50%_![*][?][[]'*"
$endsWithc
  x GLOB ?
  not: NOT (x GLOB ?)
    text        "*50%_![*][?][[]'"

-- virtual columns
-- of integer, x: CAST((SELECT COUNT(*) FROM line WHERE line.sample = "s".id) AS NUMERIC)
-- of text, x: (SELECT MIN(name) FROM line WHERE line.sample = "s".id)
-- as columns: $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc
$eq
  x = ?
  not: x <> ?
    integer     7n
    text        "50%_!*?['"
$ne
  x <> ?
  not: x = ?
    integer, text
$lt
  x < ?
  not: x >= ?
    integer, text
$lte
  x <= ?
  not: x > ?
    integer, text
$gt
  x > ?
  not: x <= ?
    integer, text
$gte
  x >= ?
  not: x < ?
    integer, text
$in
  x IN (?, ?)
  not: x NOT IN (?, ?)
    integer     7n, 2147483647n
    text        "50%_!*?['", "Zoë\\"
$notIn
  x NOT IN (?, ?)
  not: x IN (?, ?)
    integer, text
$between
  x BETWEEN ? AND ?
  not: x NOT BETWEEN ? AND ?
    integer, text
$notBetween
  x NOT BETWEEN ? AND ?
  not: x BETWEEN ? AND ?
    integer, text
$null
  x IS NULL
  not: x IS NOT NULL
    integer, text
$notNull
  x IS NOT NULL
  not: x IS NULL
    integer, text

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
  (x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0))
  not: NOT ((x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0)))
    tags        "50%_!*?['"
$hasEvery
  (x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 AND INSTR(',' || x || ',', ',' || ? || ',') > 0))
  not: NOT ((x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 AND INSTR(',' || x || ',', ',' || ? || ',') > 0)))
    tags        "50%_!*?['", "Zoë\\"
$hasSome
  (x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 OR INSTR(',' || x || ',', ',' || ? || ',') > 0))
  not: NOT ((x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 OR INSTR(',' || x || ',', ',' || ? || ',') > 0)))
    tags
$empty
  x = '' COLLATE BINARY
  not: x <> '' COLLATE BINARY
    tags

-- values in text
-- of text, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'text' THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END
-- of tinyint, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -128 AND 127 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of smallint, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -32768 AND 32767 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of mediumint, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -8388608 AND 8388607 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of integer, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -2147483648 AND 2147483647 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of bigint, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -9223372036854775808 AND 9223372036854775807 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of decimal, x: CAST(CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') IN ('integer', 'real') AND JSON_EXTRACT("s"."doc", '$."a"."b"') > -1e35 AND JSON_EXTRACT("s"."doc", '$."a"."b"') < 1e35 THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END AS NUMERIC)
-- of float, x: CAST(CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') IN ('integer', 'real') AND JSON_EXTRACT("s"."doc", '$."a"."b"') > -9e999 AND JSON_EXTRACT("s"."doc", '$."a"."b"') < 9e999 THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END AS REAL)
-- of boolean, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'true' THEN 1 WHEN 'false' THEN 0 END END
-- of date, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') = 'text' AND LENGTH(CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS BLOB)) = 10 AND JSON_EXTRACT("s"."doc", '$."a"."b"') GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END
-- of uuid, x: CASE WHEN JSON_VALID("s"."doc") THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') = 'text' AND LENGTH(CAST(LOWER(JSON_EXTRACT("s"."doc", '$."a"."b"')) AS BLOB)) = 36 AND LOWER(JSON_EXTRACT("s"."doc", '$."a"."b"')) GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]' THEN LOWER(JSON_EXTRACT("s"."doc", '$."a"."b"')) END END
-- as columns: $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc
$eq
  x = ?
  not: x <> ?
    text        "50%_!*?['"
    tinyint     -128n
    smallint    -32768n
    mediumint   -8388608n
    integer     7n
    bigint      9007199254740993n
    decimal     "0.1"
    float       "0.1"
    boolean     0n
    date        "2024-02-29"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
$ne
  x <> ?
  not: x = ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$lt
  x < ?
  not: x >= ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$lte
  x <= ?
  not: x > ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$gt
  x > ?
  not: x <= ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$gte
  x >= ?
  not: x < ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date, uuid
$in
  x IN (?, ?)
  not: x NOT IN (?, ?)
    text        "50%_!*?['", "Zoë\\"
    tinyint     -128n, 127n
    smallint    -32768n, 32767n
    mediumint   -8388608n, 8388607n
    integer     7n, 2147483647n
    bigint      9007199254740993n, 9223372036854775807n
    decimal     "0.1", "12345678901234567890.123"
    float       "0.1", "1e+300"
    boolean     0n, 1n
    date        "2024-02-29", "2024-03-31"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
$notIn
  x NOT IN (?, ?)
  not: x IN (?, ?)
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$between
  x BETWEEN ? AND ?
  not: x NOT BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date
$notBetween
  x NOT BETWEEN ? AND ?
  not: x BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, date
$null
  x IS NULL
  not: x IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$notNull
  x IS NOT NULL
  not: x IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid

-- lists in text
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, there: CASE WHEN JSON_VALID("s"."doc") THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN 1 END END
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, each: JSON_EACH(CASE WHEN JSON_VALID("s"."doc") THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN "s"."doc" END END, '$."a"."b"') AS nf_element
-- of text, x: CASE nf_element.type WHEN 'text' THEN nf_element.value END
-- of tinyint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -128 AND 127 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of smallint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -32768 AND 32767 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of mediumint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -8388608 AND 8388607 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of integer, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -2147483648 AND 2147483647 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of bigint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -9223372036854775808 AND 9223372036854775807 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of decimal, x: CAST(CASE WHEN nf_element.type IN ('integer', 'real') AND nf_element.value > -1e35 AND nf_element.value < 1e35 THEN nf_element.value END AS NUMERIC)
-- of float, x: CAST(CASE WHEN nf_element.type IN ('integer', 'real') AND nf_element.value > -9e999 AND nf_element.value < 9e999 THEN nf_element.value END AS REAL)
-- of boolean, x: CASE nf_element.type WHEN 'true' THEN 1 WHEN 'false' THEN 0 END
-- of date, x: CASE WHEN nf_element.type = 'text' AND LENGTH(CAST(nf_element.value AS BLOB)) = 10 AND nf_element.value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' THEN nf_element.value END
-- of uuid, x: CASE WHEN nf_element.type = 'text' AND LENGTH(CAST(LOWER(nf_element.value) AS BLOB)) = 36 AND LOWER(nf_element.value) GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]' THEN LOWER(nf_element.value) END
$null
  there IS NULL
  not: there IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$notNull
  there IS NOT NULL
  not: there IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$has
  (EXISTS (SELECT 1 FROM each WHERE x IN (?)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?))))
    text        "50%_!*?['"
    tinyint     -128n
    smallint    -32768n
    mediumint   -8388608n
    integer     7n
    bigint      9007199254740993n
    decimal     "0.1"
    float       "0.1"
    boolean     0n
    date        "2024-02-29"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
$hasEvery
  (EXISTS (SELECT 1 FROM each WHERE x IN (?)) AND EXISTS (SELECT 1 FROM each WHERE x IN (?)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?)) AND EXISTS (SELECT 1 FROM each WHERE x IN (?))))
    text        "50%_!*?['", "Zoë\\"
    tinyint     -128n, 127n
    smallint    -32768n, 32767n
    mediumint   -8388608n, 8388607n
    integer     7n, 2147483647n
    bigint      9007199254740993n, 9223372036854775807n
    decimal     "0.1", "12345678901234567890.123"
    float       "0.1", "1e+300"
    boolean     0n, 1n
    date        "2024-02-29", "2024-03-31"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
$hasSome
  (EXISTS (SELECT 1 FROM each WHERE x IN (?, ?)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?, ?))))
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$empty
  CASE WHEN JSON_VALID("s"."doc") THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN JSON_ARRAY_LENGTH("s"."doc", '$."a"."b"') = 0 END END
  not: CASE WHEN JSON_VALID("s"."doc") THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN JSON_ARRAY_LENGTH("s"."doc", '$."a"."b"') > 0 END END
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid

-- values in jsonb
-- of text, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'text' THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END
-- of tinyint, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -128 AND 127 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of smallint, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -32768 AND 32767 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of mediumint, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -8388608 AND 8388607 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of integer, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -2147483648 AND 2147483647 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of bigint, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN TYPEOF(JSON_EXTRACT("s"."doc", '$."a"."b"')) = JSON_TYPE("s"."doc", '$."a"."b"') AND JSON_EXTRACT("s"."doc", '$."a"."b"') BETWEEN -9223372036854775808 AND 9223372036854775807 AND JSON_EXTRACT("s"."doc", '$."a"."b"') = CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS INTEGER) END END
-- of decimal, x: CAST(CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') IN ('integer', 'real') AND JSON_EXTRACT("s"."doc", '$."a"."b"') > -1e35 AND JSON_EXTRACT("s"."doc", '$."a"."b"') < 1e35 THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END AS NUMERIC)
-- of float, x: CAST(CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') IN ('integer', 'real') AND JSON_EXTRACT("s"."doc", '$."a"."b"') > -9e999 AND JSON_EXTRACT("s"."doc", '$."a"."b"') < 9e999 THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END AS REAL)
-- of boolean, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'true' THEN 1 WHEN 'false' THEN 0 END END
-- of date, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') = 'text' AND LENGTH(CAST(JSON_EXTRACT("s"."doc", '$."a"."b"') AS BLOB)) = 10 AND JSON_EXTRACT("s"."doc", '$."a"."b"') GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' THEN JSON_EXTRACT("s"."doc", '$."a"."b"') END END
-- of uuid, x: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE WHEN JSON_TYPE("s"."doc", '$."a"."b"') = 'text' AND LENGTH(CAST(LOWER(JSON_EXTRACT("s"."doc", '$."a"."b"')) AS BLOB)) = 36 AND LOWER(JSON_EXTRACT("s"."doc", '$."a"."b"')) GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]' THEN LOWER(JSON_EXTRACT("s"."doc", '$."a"."b"')) END END
-- as values in text: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull
-- as columns: $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc

-- lists in jsonb
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, there: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN 1 END END
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, each: JSON_EACH(CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN "s"."doc" END END, '$."a"."b"') AS nf_element
-- of text, x: CASE nf_element.type WHEN 'text' THEN nf_element.value END
-- of tinyint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -128 AND 127 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of smallint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -32768 AND 32767 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of mediumint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -8388608 AND 8388607 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of integer, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -2147483648 AND 2147483647 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of bigint, x: CASE WHEN TYPEOF(nf_element.value) = nf_element.type AND nf_element.value BETWEEN -9223372036854775808 AND 9223372036854775807 AND nf_element.value = CAST(nf_element.value AS INTEGER) THEN CAST(nf_element.value AS INTEGER) END
-- of decimal, x: CAST(CASE WHEN nf_element.type IN ('integer', 'real') AND nf_element.value > -1e35 AND nf_element.value < 1e35 THEN nf_element.value END AS NUMERIC)
-- of float, x: CAST(CASE WHEN nf_element.type IN ('integer', 'real') AND nf_element.value > -9e999 AND nf_element.value < 9e999 THEN nf_element.value END AS REAL)
-- of boolean, x: CASE nf_element.type WHEN 'true' THEN 1 WHEN 'false' THEN 0 END
-- of date, x: CASE WHEN nf_element.type = 'text' AND LENGTH(CAST(nf_element.value AS BLOB)) = 10 AND nf_element.value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' THEN nf_element.value END
-- of uuid, x: CASE WHEN nf_element.type = 'text' AND LENGTH(CAST(LOWER(nf_element.value) AS BLOB)) = 36 AND LOWER(nf_element.value) GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]' THEN LOWER(nf_element.value) END
-- as lists in text: $null, $notNull, $has, $hasEvery, $hasSome
$empty
  CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN JSON_ARRAY_LENGTH("s"."doc", '$."a"."b"') = 0 END END
  not: CASE WHEN JSON_VALID("s"."doc", 9) THEN CASE JSON_TYPE("s"."doc", '$."a"."b"') WHEN 'array' THEN JSON_ARRAY_LENGTH("s"."doc", '$."a"."b"') > 0 END END
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
