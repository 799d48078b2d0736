
-- facets=colour&filters[colour]=red&filters[price]=3: the least spelling of each group, without its own condition
-- sqlite
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE BINARY) AS nf_2, COUNT(*) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.colour AS nf_6 FROM ware w WHERE (w.price = ?)) nf_5 GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- postgres
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE C) AS nf_2, COUNT(*) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.colour AS nf_6 FROM ware w WHERE (w.price = $1)) nf_5 GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- mariadb
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(CONVERT(nf_5.nf_6 USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) AS nf_2, COUNT(*) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.colour AS nf_6 FROM ware w WHERE (w.price = ?)) nf_5 GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21

-- facets[colour][search]=r: the text is looked for in what is shown
-- sqlite
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE BINARY) AS nf_2, COUNT(*) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.colour AS nf_6 FROM ware w) nf_5 GROUP BY nf_5.nf_6) nf_1 WHERE nf_1.nf_2 LIKE ? ESCAPE '!' ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- postgres
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE C) AS nf_2, COUNT(*) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.colour AS nf_6 FROM ware w) nf_5 GROUP BY nf_5.nf_6) nf_1 WHERE nf_1.nf_2 COLLATE default ILIKE $1 ESCAPE '!' ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- mariadb
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(CONVERT(nf_5.nf_6 USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) AS nf_2, COUNT(*) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.colour AS nf_6 FROM ware w) nf_5 GROUP BY nf_5.nf_6) nf_1 WHERE LOWER(CONVERT(nf_1.nf_2 USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)) ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21

-- facets=price,id&filters[price]=3: ranges: together where the same conditions hold
-- sqlite
SELECT MIN(nf_1.nf_2) AS nf_3, MAX(nf_1.nf_2) AS nf_4 FROM (SELECT w.price AS nf_2 FROM ware w) nf_1
SELECT MIN(nf_1.nf_2) AS nf_3, MAX(nf_1.nf_2) AS nf_4 FROM (SELECT w.id AS nf_2 FROM ware w WHERE (w.price = ?)) nf_1
-- postgres
SELECT MIN(nf_1.nf_2) AS nf_3, MAX(nf_1.nf_2) AS nf_4 FROM (SELECT w.price AS nf_2 FROM ware w) nf_1
SELECT MIN(nf_1.nf_2) AS nf_3, MAX(nf_1.nf_2) AS nf_4 FROM (SELECT w.id AS nf_2 FROM ware w WHERE (w.price = $1)) nf_1
-- mariadb
SELECT MIN(nf_1.nf_2) AS nf_3, MAX(nf_1.nf_2) AS nf_4 FROM (SELECT w.price AS nf_2 FROM ware w) nf_1
SELECT MIN(nf_1.nf_2) AS nf_3, MAX(nf_1.nf_2) AS nf_4 FROM (SELECT w.id AS nf_2 FROM ware w WHERE (w.price = ?)) nf_1

-- facets=words: the elements of a list, each once for a row
-- sqlite
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE BINARY) AS nf_2, COUNT(DISTINCT nf_5.nf_7) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT nf_8.nf_7 AS nf_7, nf_element.value AS nf_6 FROM (SELECT w.id AS nf_7, w.words AS words FROM ware w) nf_8, JSON_EACH(CASE WHEN nf_8.words <> '' THEN '[' || REPLACE(JSON_QUOTE(CAST(nf_8.words AS TEXT)), ',', '","') || ']' END) AS nf_element) nf_5 WHERE nf_5.nf_6 IS NOT NULL GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- postgres
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE C) AS nf_2, COUNT(DISTINCT nf_5.nf_7) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT nf_8.nf_7 AS nf_7, nf_element.v COLLATE C AS nf_6 FROM (SELECT w.id AS nf_7, w.words AS words FROM ware w) nf_8, UNNEST(string_to_array(nf_8.words COLLATE default, ',')) AS nf_element(v)) nf_5 WHERE nf_5.nf_6 IS NOT NULL GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- mariadb
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(CONVERT(nf_5.nf_6 USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) AS nf_2, COUNT(DISTINCT nf_5.nf_7) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT nf_8.nf_7 AS nf_7, CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ AS nf_6 FROM (SELECT w.id AS nf_7, w.words AS words FROM ware w) nf_8, JSON_TABLE(CASE WHEN LENGTH(nf_8.words) > 0 THEN CONCAT('[', REPLACE(JSON_QUOTE(CONVERT(nf_8.words USING utf8mb4)), ',', '","'), ']') END, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json) nf_5 WHERE nf_5.nf_6 IS NOT NULL GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21

-- facets=tags.name: what is behind a relation is joined, and counted once for a row
-- sqlite
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE BINARY) AS nf_2, COUNT(DISTINCT nf_5.nf_7) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.id AS nf_7, nf_8.nf_6 AS nf_6 FROM ware w INNER JOIN (SELECT nf_9.wareId AS nf_10, nf_11.name AS nf_6 FROM ware_tags_tag nf_9 INNER JOIN tag nf_11 ON nf_11.id = nf_9.tagId WHERE nf_11.hidden = ?) nf_8 ON nf_8.nf_10 = w.id) nf_5 WHERE nf_5.nf_6 IS NOT NULL GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- postgres
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(nf_5.nf_6 COLLATE C) AS nf_2, COUNT(DISTINCT nf_5.nf_7) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.id AS nf_7, nf_8.nf_6 AS nf_6 FROM ware w INNER JOIN (SELECT nf_9.wareId AS nf_10, nf_11.name AS nf_6 FROM ware_tags_tag nf_9 INNER JOIN tag nf_11 ON nf_11.id = nf_9.tagId WHERE nf_11.hidden = $1) nf_8 ON nf_8.nf_10 = w.id) nf_5 WHERE nf_5.nf_6 IS NOT NULL GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
-- mariadb
SELECT nf_1.nf_2 AS nf_2, nf_1.nf_3 AS nf_3, nf_1.nf_4 AS nf_4 FROM (SELECT MIN(CONVERT(nf_5.nf_6 USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/) AS nf_2, COUNT(DISTINCT nf_5.nf_7) AS nf_3, CASE WHEN nf_5.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_4 FROM (SELECT w.id AS nf_7, nf_8.nf_6 AS nf_6 FROM ware w INNER JOIN (SELECT nf_9.wareId AS nf_10, nf_11.name AS nf_6 FROM ware_tags_tag nf_9 INNER JOIN tag nf_11 ON nf_11.id = nf_9.tagId WHERE nf_11.hidden = ?) nf_8 ON nf_8.nf_10 = w.id) nf_5 WHERE nf_5.nf_6 IS NOT NULL GROUP BY nf_5.nf_6) nf_1 ORDER BY nf_3 DESC, nf_4 ASC, nf_2 ASC LIMIT 21
