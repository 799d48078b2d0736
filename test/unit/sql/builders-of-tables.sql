
-- its own table goes last, or the join could not refer to it
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM publisher p, volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- the others stay in their order
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM publisher p, review r, volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- a join of its own that hangs on that table goes with it
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM publisher p, volume v INNER JOIN publisher o ON o.id=v.publisherId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- so does a join that hangs on such a join
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM publisher p, volume v INNER JOIN writer w ON w.id=v.writerId AND (w.deletedAt IS NULL) INNER JOIN publisher h ON h.id=w.homeId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- a join that hangs on another table would lose it, so all stay
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v, review r INNER JOIN volume o ON o.id=r.volumeId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- one such join is enough
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v, review r INNER JOIN publisher p ON p.id=v.publisherId INNER JOIN volume o ON o.id=r.volumeId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- so may a join whose condition is a text
SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v, review r INNER JOIN publisher p ON p.id = r.id LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC

-- no join without a sort that needs it
SELECT v.id AS v_id FROM volume v, publisher p ORDER BY v_id ASC
