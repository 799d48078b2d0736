-- sqlite, text, ["a","b"] as text
CASE WHEN JSON_VALID(d) THEN CASE JSON_TYPE(d, '$."a"."b"') WHEN 'text' THEN JSON_EXTRACT(d, '$."a"."b"') END END
-- sqlite, text, ["a","b"] as integer
CASE WHEN JSON_VALID(d) THEN CASE WHEN TYPEOF(JSON_EXTRACT(d, '$."a"."b"')) = JSON_TYPE(d, '$."a"."b"') AND JSON_EXTRACT(d, '$."a"."b"') BETWEEN -2147483648 AND 2147483647 AND JSON_EXTRACT(d, '$."a"."b"') = CAST(JSON_EXTRACT(d, '$."a"."b"') AS INTEGER) THEN CAST(JSON_EXTRACT(d, '$."a"."b"') AS INTEGER) END END
-- sqlite, text, ["a","b"] as decimal
CAST(CASE WHEN JSON_VALID(d) THEN CASE WHEN JSON_TYPE(d, '$."a"."b"') IN ('integer', 'real') AND JSON_EXTRACT(d, '$."a"."b"') > -1e35 AND JSON_EXTRACT(d, '$."a"."b"') < 1e35 THEN JSON_EXTRACT(d, '$."a"."b"') END END AS NUMERIC)
-- sqlite, jsonb, [] as boolean
CASE WHEN JSON_VALID(d, 9) THEN CASE JSON_TYPE(d, '$') WHEN 'true' THEN 1 WHEN 'false' THEN 0 END END
-- postgres, jsonb, ["a","b"] as text
CASE JSONB_TYPEOF((d -> 'a' -> 'b')) WHEN 'string' THEN (d -> 'a' ->> 'b') END
-- postgres, jsonb, [] as text
CASE JSONB_TYPEOF(d) WHEN 'string' THEN (d #>> '{}') END
-- postgres, jsonb, ["a"] as integer
CASE WHEN JSONB_TYPEOF((d -> 'a')) = 'number' THEN CASE WHEN CAST((d -> 'a') AS numeric) BETWEEN -2147483648 AND 2147483647 AND CAST((d -> 'a') AS numeric) % 1 = 0 THEN CAST(CAST((d -> 'a') AS numeric) AS bigint) END END
-- postgres, json, ["a"] as boolean
CASE WHEN REGEXP_REPLACE(CAST(d AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF((d -> 'a')) WHEN 'boolean' THEN CAST((d ->> 'a') AS boolean) END END
-- postgres, json, ["a"] as decimal
CASE WHEN REGEXP_REPLACE(CAST(d AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE WHEN JSON_TYPEOF((d -> 'a')) = 'number' AND LENGTH((d ->> 'a')) <= 5000 AND (d ->> 'a') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN ABS(CAST((d ->> 'a') AS numeric)) <= 99999999999999999999999999999999999 THEN CAST((d ->> 'a') AS numeric) END END END
-- mysql, json, ["a","b"] as text
(SELECT CASE JSON_TYPE(nf_json.v) WHEN 'STRING' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END FROM JSON_TABLE(CASE WHEN JSON_VALID(d) THEN d END, '$' COLUMNS (v JSON PATH '$."a"."b"')) AS nf_json)
-- mysql, json, ["a"] as integer
(SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN CAST(nf_json.v AS DECIMAL(65, 30)) BETWEEN -2147483648 AND 2147483647 AND CAST(nf_json.v AS DECIMAL(65, 30)) = TRUNCATE(CAST(nf_json.v AS DECIMAL(65, 30)), 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) THEN CAST(CAST(nf_json.v AS DECIMAL(65, 30)) AS SIGNED) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(d) THEN d END, '$' COLUMNS (v JSON PATH '$."a"')) AS nf_json)
-- mysql, json, [] as decimal
(SELECT CASE WHEN JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE WHEN ABS(CAST(nf_json.v AS DECIMAL(65, 30))) <= 99999999999999999999999999999999999 THEN CAST(nf_json.v AS DECIMAL(65, 30)) END END FROM JSON_TABLE(CASE WHEN JSON_VALID(d) THEN d END, '$' COLUMNS (v JSON PATH '$')) AS nf_json)
