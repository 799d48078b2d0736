
-- no condition: filters[title]=a
SELECT v.id AS v_id FROM volume v WHERE (v.title = :nf_p1)

-- a condition: filters[title]=a
SELECT v.id AS v_id FROM volume v WHERE (v.id > 1) AND (v.title = :nf_p1)

-- an OR: filters[title]=a
SELECT v.id AS v_id FROM volume v WHERE (v.id > 1 OR v.id < 0) AND (v.title = :nf_p1)

-- an OR, and is asked for nothing: 
SELECT v.id AS v_id FROM volume v WHERE v.id > 1 OR v.id < 0

-- an order: sort=id
SELECT v.id AS v_id FROM volume v ORDER BY v.pages DESC, v_id ASC

-- the same order: sort=id
SELECT v.id AS v_id FROM volume v ORDER BY v_id DESC

-- groups: sort=publisher.name
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher nf_1 ON (nf_1.id = v.publisherId) GROUP BY v.id, nf_1.name ORDER BY nf_2 ASC

-- groups, and an order by a column: sort=id
SELECT v.id AS v_id FROM volume v GROUP BY v.id ORDER BY v_id ASC

-- an alias of our name: filters[publisher][name]=a
SELECT v.id AS v_id FROM volume v LEFT JOIN publisher NF_1 ON NF_1.id=v.printerId WHERE (v.publisherId IN (SELECT nf_2.id FROM publisher nf_2 WHERE nf_2.name = :nf_p1))

-- a selection of our name: sort=title
SELECT v.id AS v_id, v.pages AS NF_1, v.title AS nf_2 FROM volume v ORDER BY nf_2 ASC

-- no such selection: sort=title
SELECT v.id AS v_id, v.pages AS pages, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC

-- selected the column: sort=title
SELECT v.id AS v_id, v.title AS v_title FROM volume v ORDER BY v_title ASC

-- selected it under another name: sort=title
SELECT v.id AS v_id, v.title AS name, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC

-- a lock: sort=title
SELECT v.id AS v_id, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC FOR UPDATE

-- a lock, and gets a join: sort=printer.name
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC FOR UPDATE OF v

-- a lock and a join, and gets another: sort=printer.name
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher p ON p.id=v.publisherId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC FOR UPDATE OF v, p

-- a lock of its own choice: sort=printer.name
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher p ON p.id=v.publisherId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC FOR UPDATE OF p
