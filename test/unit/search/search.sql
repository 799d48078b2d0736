
-- sqlite, a% in title: text, literally
("b"."title" LIKE :nf_p1 ESCAPE '!')
-- [ '%a!%%' ]

-- sqlite, a_ in labels: a simple-array: the whole text
("b"."labels" LIKE :nf_p1 ESCAPE '!')
-- [ '%a!_%' ]

-- sqlite, 12 in pages: a whole number
("b"."pages" = :nf_p1)
-- [ 12n ]

-- sqlite, 012 in pages: as it reads one
("b"."pages" = :nf_p1)
-- [ 12n ]

-- sqlite, 12.50 in price: a decimal
("b"."price" = :nf_p1)
-- [ '12.5' ]

-- sqlite, 1e3 in weight: a float
("b"."weight" = :nf_p1)
-- [ '1000' ]

-- sqlite, 2024-02-29 in printed: a date
("b"."printed" = :nf_p1)
-- [ '2024-02-29' ]

-- sqlite, 0F8FAD5B-d9cb-469f-a165-70867728950e in uid: a uuid in any case
("b"."uid" = :nf_p1)
-- [ '0f8fad5b-d9cb-469f-a165-70867728950e' ]

-- sqlite, soft in binding: a member of an enum
("b"."binding" = :nf_p1)
-- [ 'soft' ]

-- sqlite, 12-34 in phone: text as its transformer stores it
("b"."phone" LIKE :nf_p1 ESCAPE '!')
-- [ '%1234%' ]

-- sqlite, a in specs.color: a path of a document
(CASE WHEN JSON_VALID("b"."specs") THEN CASE JSON_TYPE("b"."specs", '$."color"') WHEN 'text' THEN JSON_EXTRACT("b"."specs", '$."color"') END END LIKE :nf_p1 ESCAPE '!')
-- [ '%a%' ]

-- sqlite, a in specs.marks: a list in a document
(EXISTS (SELECT 1 FROM JSON_EACH(CASE WHEN JSON_VALID("b"."specs") THEN CASE JSON_TYPE("b"."specs", '$."marks"') WHEN 'array' THEN "b"."specs" END END, '$."marks"') AS nf_element WHERE CASE nf_element.type WHEN 'text' THEN nf_element.value END LIKE :nf_p1 ESCAPE '!'))
-- [ '%a%' ]

-- sqlite, 2 in noteCount: a virtual column
(CAST((SELECT COUNT(*) FROM note v WHERE v.bookId = "b".id) AS NUMERIC) = :nf_p1)
-- [ 2n ]

-- postgres, a% in title: text, literally
("b"."title" COLLATE "default" ILIKE :nf_p1 ESCAPE '!')
-- [ '%a!%%' ]

-- postgres, a in labels: a simple-array
("b"."labels" COLLATE "default" ILIKE :nf_p1 ESCAPE '!')
-- [ '%a%' ]

-- postgres, 12 in pages: a whole number
("b"."pages" = :nf_p1)
-- [ '12' ]

-- postgres, 12.50 in price: a decimal
("b"."price" = :nf_p1)
-- [ '12.5' ]

-- postgres, 0F8FAD5B-d9cb-469f-a165-70867728950e in uid: a uuid
("b"."uid" = :nf_p1)
-- [ '0f8fad5b-d9cb-469f-a165-70867728950e' ]

-- postgres, soft in binding: a member of an enum
("b"."binding" = :nf_p1)
-- [ 'soft' ]

-- postgres, a in specs.marks: a list in a document
(EXISTS (SELECT 1 FROM JSON_ARRAY_ELEMENTS(CASE WHEN REGEXP_REPLACE(CAST("b"."specs" AS text), E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') !~ E'\\\\u(0000|[dD][89a-fA-F])' THEN CASE JSON_TYPEOF(("b"."specs" -> 'marks')) WHEN 'array' THEN ("b"."specs" -> 'marks') END END) AS nf_element(v) WHERE CASE JSON_TYPEOF(nf_element.v) WHEN 'string' THEN (nf_element.v #>> '{}') END COLLATE "default" ILIKE :nf_p1 ESCAPE '!'))
-- [ '%a%' ]

-- mariadb, a% in title: text, literally
(LOWER(CONVERT(`b`.`title` USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(:nf_p1 USING utf8mb4)))
-- [ '%a\\%%' ]

-- mariadb, a in labels: a simple-array
(LOWER(CONVERT(`b`.`labels` USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(:nf_p1 USING utf8mb4)))
-- [ '%a%' ]

-- mariadb, 12 in pages: a whole number
(`b`.`pages` = :nf_p1)
-- [ 12n ]

-- mariadb, 12.50 in price: a decimal, exactly
(`b`.`price` = CAST(:nf_p1 AS DECIMAL(65, 30)))
-- [ '12.5' ]

-- mariadb, a in specs.marks: a list in a document
(EXISTS (SELECT 1 FROM JSON_TABLE(CASE WHEN JSON_VALID(`b`.`specs`) THEN `b`.`specs` END, '$' COLUMNS (v JSON PATH '$."marks"')) AS nf_list, JSON_TABLE(nf_list.v, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json WHERE LOWER(CONVERT(CASE JSON_TYPE(nf_json.v) WHEN 'STRING' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(:nf_p1 USING utf8mb4))))
-- [ '%a%' ]
