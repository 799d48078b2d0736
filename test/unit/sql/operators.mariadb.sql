-- The SQL of every operator: `npm test -- -u test/unit/sql` writes it. A name alone has the parameters that it has above.

-- columns
-- of json, x: (SELECT NULLIF(JSON_TYPE(nf_json.v), 'NULL') FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`json`) THEN `s`.`json` END, '$' COLUMNS (v JSON PATH '$')) AS nf_json)
$eq
  x = ?
  not: x <> ?
    text        "50%_!*?['"
    tinyint     -128n
    smallint    -32768n
    mediumint   -8388608n
    integer     7n
    bigint      9007199254740993n
    float       0.1
    boolean     0n
    date        "2024-02-29"
    time        "09:30:00"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
    enum        "small"
  x = CAST(? AS DECIMAL(65, 30))
  not: x <> CAST(? AS DECIMAL(65, 30))
    decimal     "0.1"
  (x >= ? AND x <= ?)
  not: (x < ? OR x > ?)
    real        0.09999995678663254, 0.10000049322843552
    datetime    "2024-03-01 10:00:00", "2024-03-01 10:00:00.000999"
    instant     "2024-03-01 10:00:00", "2024-03-01 10:00:00.000999"
  (x >= ? AND x < ?)
  not: (x < ? OR x >= ?)
    datetimeDay "2024-03-01 00:00:00", "2024-03-02 00:00:00"
    instantDay  "2024-03-01 00:00:00", "2024-03-02 00:00:00"
$ne
  x <> ?
  not: x = ?
    text, tinyint, smallint, mediumint, integer, bigint, float, boolean, date, time, uuid, enum
  x <> CAST(? AS DECIMAL(65, 30))
  not: x = CAST(? AS DECIMAL(65, 30))
    decimal
  (x < ? OR x > ?)
  not: (x >= ? AND x <= ?)
    real, datetime, instant
  (x < ? OR x >= ?)
  not: (x >= ? AND x < ?)
    datetimeDay, instantDay
$lt
  x < ?
  not: x >= ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, time, uuid
    real        0.09999995678663254
    datetime    "2024-03-01 10:00:00"
    instant     "2024-03-01 10:00:00"
    datetimeDay "2024-03-01 00:00:00"
    instantDay  "2024-03-01 00:00:00"
  x < CAST(? AS DECIMAL(65, 30))
  not: x >= CAST(? AS DECIMAL(65, 30))
    decimal
$lte
  x <= ?
  not: x > ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, time, uuid
    real        0.10000049322843552
    datetime    "2024-03-01 10:00:00.000999"
    instant     "2024-03-01 10:00:00.000999"
  x <= CAST(? AS DECIMAL(65, 30))
  not: x > CAST(? AS DECIMAL(65, 30))
    decimal
  x < ?
  not: x >= ?
    datetimeDay "2024-03-02 00:00:00"
    instantDay  "2024-03-02 00:00:00"
$gt
  x > ?
  not: x <= ?
    text, tinyint, smallint, mediumint, integer, bigint, real, float, date, datetime, instant, time, uuid
  x > CAST(? AS DECIMAL(65, 30))
  not: x <= CAST(? AS DECIMAL(65, 30))
    decimal
  x >= ?
  not: x < ?
    datetimeDay, instantDay
$gte
  x >= ?
  not: x < ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, time, uuid
    real        0.09999995678663254
    datetime    "2024-03-01 10:00:00"
    instant     "2024-03-01 10:00:00"
    datetimeDay "2024-03-01 00:00:00"
    instantDay  "2024-03-01 00:00:00"
  x >= CAST(? AS DECIMAL(65, 30))
  not: x < CAST(? AS DECIMAL(65, 30))
    decimal
$in
  x IN (?, ?)
  not: x NOT IN (?, ?)
    text        "50%_!*?['", "Zoë\\"
    tinyint     -128n, 127n
    smallint    -32768n, 32767n
    mediumint   -8388608n, 8388607n
    integer     7n, 2147483647n
    bigint      9007199254740993n, 9223372036854775807n
    float       0.1, 1e+300
    boolean     0n, 1n
    date        "2024-02-29", "2024-03-31"
    time        "09:30:00", "17:00:00.500"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
    enum        "small", "large"
  x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
  not: x NOT IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
    decimal     "0.1", "12345678901234567890.123"
  ((x >= ? AND x <= ?) OR (x >= ? AND x <= ?))
  not: ((x < ? OR x > ?) AND (x < ? OR x > ?))
    real        0.09999995678663254, 0.10000049322843552, 999.99951171875, 1000.0049438476562
    datetime    "2024-03-01 10:00:00", "2024-03-01 10:00:00.000999", "2024-03-31 10:00:00.123456", "2024-03-31 10:00:00.123456"
    instant     "2024-03-01 10:00:00", "2024-03-01 10:00:00.000999", "2024-03-31 10:00:00.123456", "2024-03-31 10:00:00.123456"
  ((x >= ? AND x < ?) OR (x >= ? AND x < ?))
  not: ((x < ? OR x >= ?) AND (x < ? OR x >= ?))
    datetimeDay "2024-03-01 00:00:00", "2024-03-02 00:00:00", "2024-03-31 00:00:00", "2024-04-01 00:00:00"
    instantDay  "2024-03-01 00:00:00", "2024-03-02 00:00:00", "2024-03-31 00:00:00", "2024-04-01 00:00:00"
$notIn
  x NOT IN (?, ?)
  not: x IN (?, ?)
    text, tinyint, smallint, mediumint, integer, bigint, float, boolean, date, time, uuid, enum
  x NOT IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
  not: x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
    decimal
  ((x < ? OR x > ?) AND (x < ? OR x > ?))
  not: ((x >= ? AND x <= ?) OR (x >= ? AND x <= ?))
    real, datetime, instant
  ((x < ? OR x >= ?) AND (x < ? OR x >= ?))
  not: ((x >= ? AND x < ?) OR (x >= ? AND x < ?))
    datetimeDay, instantDay
$between
  x BETWEEN ? AND ?
  not: x NOT BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, time
  x BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
  not: x NOT BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
    decimal
  (x >= ? AND x <= ?)
  not: (x < ? OR x > ?)
    real        0.09999995678663254, 1000.0049438476562
    datetime    "2024-03-01 10:00:00", "2024-03-31 10:00:00.123456"
    instant     "2024-03-01 10:00:00", "2024-03-31 10:00:00.123456"
  (x >= ? AND x < ?)
  not: (x < ? OR x >= ?)
    datetimeDay "2024-03-01 00:00:00", "2024-04-01 00:00:00"
    instantDay  "2024-03-01 00:00:00", "2024-04-01 00:00:00"
$notBetween
  x NOT BETWEEN ? AND ?
  not: x BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, time
  x NOT BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
  not: x BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
    decimal
  (x < ? OR x > ?)
  not: (x >= ? AND x <= ?)
    real, datetime, instant
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
  LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?))
  not: NOT (LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?)))
    text
$nei
  NOT (LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?)))
  not: LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?))
    text
$eqc
  (x = ? AND CAST(CONVERT(x USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))
  not: NOT ((x = ? AND CAST(CONVERT(x USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)))
    text        "50%_!*?['", "50%_!*?['"
$contains
  LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
  not: NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
    text        "%50\\%\\_!*?['%"
$notContains
  NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
  not: LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
    text
$startsWith
  LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
  not: NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
    text        "50\\%\\_!*?['%"
$endsWith
  LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
  not: NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
    text        "%50\\%\\_!*?['"
$containsi
  LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
  not: NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
    text        "%50\\%\\_!*?['%"
$notContainsi
  NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
  not: LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
    text
$startsWithi
  LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
  not: NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
    text        "50\\%\\_!*?['%"
$endsWithi
  LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))
  not: NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))
    text        "%50\\%\\_!*?['"
$containsc
  CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?
  not: NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)
    text        "%50\\%\\_!*?['%"
$notContainsc
  NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)
  not: CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?
    text
$startsWithc
  CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?
  not: NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)
    text        "50\\%\\_!*?['%"
$endsWithc
  CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?
  not: NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)
    text        "%50\\%\\_!*?['"

-- virtual columns
-- of integer, x: (SELECT COUNT(*) FROM line WHERE line.sample = `s`.id)
-- of text, x: (SELECT MIN(name) FROM line WHERE line.sample = `s`.id)
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
  (LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0))
  not: NOT ((LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0)))
    tags        "50%_!*?['"
$hasEvery
  (LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 AND LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0))
  not: NOT ((LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 AND LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0)))
    tags        "50%_!*?['", "Zoë\\"
$hasSome
  (LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 OR LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0))
  not: NOT ((LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 OR LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0)))
    tags
$empty
  LENGTH(x) = 0
  not: LENGTH(x) <> 0
    tags

-- values in json
-- of text, x: (SELECT CASE JSON_TYPE(nf_json.v) WHEN 'STRING' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of tinyint, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -128 AND 127 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of smallint, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -32768 AND 32767 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of mediumint, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -8388608 AND 8388607 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of integer, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -2147483648 AND 2147483647 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of bigint, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -9223372036854775808 AND 9223372036854775807 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of decimal, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN ABS(CAST(nf_json.v AS DECIMAL(65, 30))) <= 99999999999999999999999999999999999 THEN CAST(nf_json.v AS DECIMAL(65, 30)) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of float, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN ABS(CAST(nf_json.v AS DOUBLE)) < 1.7976931348623157e308 OR nf_json.v RLIKE '^-{0,1}1[.]7976931348623157[eE][+]{0,1}308$' THEN CAST(nf_json.v AS DOUBLE) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of boolean, x: (SELECT CASE JSON_TYPE(nf_json.v) WHEN 'BOOLEAN' THEN JSON_UNQUOTE(nf_json.v) = 'true' END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of date, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) = 'STRING' AND CHAR_LENGTH(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) = 10 AND CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of uuid, x: (SELECT CASE WHEN JSON_TYPE(nf_json.v) = 'STRING' AND CHAR_LENGTH(LOWER(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/)) = 36 AND LOWER(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) RLIKE '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
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
    float       0.1
    boolean     0n
    date        "2024-02-29"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
  x = CAST(? AS DECIMAL(65, 30))
  not: x <> CAST(? AS DECIMAL(65, 30))
    decimal     "0.1"
$ne
  x <> ?
  not: x = ?
    text, tinyint, smallint, mediumint, integer, bigint, float, boolean, date, uuid
  x <> CAST(? AS DECIMAL(65, 30))
  not: x = CAST(? AS DECIMAL(65, 30))
    decimal
$lt
  x < ?
  not: x >= ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, uuid
  x < CAST(? AS DECIMAL(65, 30))
  not: x >= CAST(? AS DECIMAL(65, 30))
    decimal
$lte
  x <= ?
  not: x > ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, uuid
  x <= CAST(? AS DECIMAL(65, 30))
  not: x > CAST(? AS DECIMAL(65, 30))
    decimal
$gt
  x > ?
  not: x <= ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, uuid
  x > CAST(? AS DECIMAL(65, 30))
  not: x <= CAST(? AS DECIMAL(65, 30))
    decimal
$gte
  x >= ?
  not: x < ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date, uuid
  x >= CAST(? AS DECIMAL(65, 30))
  not: x < CAST(? AS DECIMAL(65, 30))
    decimal
$in
  x IN (?, ?)
  not: x NOT IN (?, ?)
    text        "50%_!*?['", "Zoë\\"
    tinyint     -128n, 127n
    smallint    -32768n, 32767n
    mediumint   -8388608n, 8388607n
    integer     7n, 2147483647n
    bigint      9007199254740993n, 9223372036854775807n
    float       0.1, 1e+300
    boolean     0n, 1n
    date        "2024-02-29", "2024-03-31"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
  x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
  not: x NOT IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
    decimal     "0.1", "12345678901234567890.123"
$notIn
  x NOT IN (?, ?)
  not: x IN (?, ?)
    text, tinyint, smallint, mediumint, integer, bigint, float, boolean, date, uuid
  x NOT IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
  not: x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))
    decimal
$between
  x BETWEEN ? AND ?
  not: x NOT BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date
  x BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
  not: x NOT BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
    decimal
$notBetween
  x NOT BETWEEN ? AND ?
  not: x BETWEEN ? AND ?
    text, tinyint, smallint, mediumint, integer, bigint, float, date
  x NOT BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
  not: x BETWEEN CAST(? AS DECIMAL(65, 30)) AND CAST(? AS DECIMAL(65, 30))
    decimal
$null
  x IS NULL
  not: x IS NOT NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
$notNull
  x IS NOT NULL
  not: x IS NULL
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid

-- lists in json
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, there: (SELECT CASE JSON_TYPE(nf_json.v) WHEN 'ARRAY' THEN 1 END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- of text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid, each: JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_list, JSON_TABLE(nf_list.v, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json
-- of text, x: CASE JSON_TYPE(nf_json.v) WHEN 'STRING' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END
-- of tinyint, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -128 AND 127 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END
-- of smallint, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -32768 AND 32767 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END
-- of mediumint, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -8388608 AND 8388607 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END
-- of integer, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -2147483648 AND 2147483647 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END
-- of bigint, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -9223372036854775808 AND 9223372036854775807 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END
-- of decimal, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN ABS(CAST(nf_json.v AS DECIMAL(65, 30))) <= 99999999999999999999999999999999999 THEN CAST(nf_json.v AS DECIMAL(65, 30)) END END
-- of float, x: CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN ABS(CAST(nf_json.v AS DOUBLE)) < 1.7976931348623157e308 OR nf_json.v RLIKE '^-{0,1}1[.]7976931348623157[eE][+]{0,1}308$' THEN CAST(nf_json.v AS DOUBLE) END END
-- of boolean, x: CASE JSON_TYPE(nf_json.v) WHEN 'BOOLEAN' THEN JSON_UNQUOTE(nf_json.v) = 'true' END
-- of date, x: CASE WHEN JSON_TYPE(nf_json.v) = 'STRING' AND CHAR_LENGTH(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) = 10 AND CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END
-- of uuid, x: CASE WHEN JSON_TYPE(nf_json.v) = 'STRING' AND CHAR_LENGTH(LOWER(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/)) = 36 AND LOWER(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) RLIKE '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER(CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) END
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
    float       0.1
    boolean     0n
    date        "2024-02-29"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e"
  (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30))))))
    decimal     "0.1"
$hasEvery
  (EXISTS (SELECT 1 FROM each WHERE x IN (?)) AND EXISTS (SELECT 1 FROM each WHERE x IN (?)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?)) AND EXISTS (SELECT 1 FROM each WHERE x IN (?))))
    text        "50%_!*?['", "Zoë\\"
    tinyint     -128n, 127n
    smallint    -32768n, 32767n
    mediumint   -8388608n, 8388607n
    integer     7n, 2147483647n
    bigint      9007199254740993n, 9223372036854775807n
    float       0.1, 1e+300
    boolean     0n, 1n
    date        "2024-02-29", "2024-03-31"
    uuid        "0f8fad5b-d9cb-469f-a165-70867728950e", "ffffffff-ffff-ffff-ffff-ffffffffffff"
  (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))) AND EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))) AND EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30))))))
    decimal     "0.1", "12345678901234567890.123"
$hasSome
  (EXISTS (SELECT 1 FROM each WHERE x IN (?, ?)))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?, ?))))
    text, tinyint, smallint, mediumint, integer, bigint, float, boolean, date, uuid
  (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))))
  not: (there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30))))))
    decimal
$empty
  (SELECT CASE JSON_TYPE(nf_json.v) WHEN 'ARRAY' THEN JSON_LENGTH(nf_json.v) = 0 END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
  not: (SELECT CASE JSON_TYPE(nf_json.v) WHEN 'ARRAY' THEN JSON_LENGTH(nf_json.v) > 0 END FROM JSON_TABLE(CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
    text, tinyint, smallint, mediumint, integer, bigint, decimal, float, boolean, date, uuid
