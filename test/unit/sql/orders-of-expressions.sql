sort=dents on postgres  -- of the root
  CAST((SELECT COUNT(*) FROM dent WHERE dent.thing = c.id) AS numeric)
sort=pallet.dents on postgres  -- of a related row that is always there
  CAST((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id) AS numeric)
sort=inside.dents on postgres  -- of one that may not be, whose count is not 0 but unknown
  CASE WHEN nf_1.id IS NOT NULL THEN CAST((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id) AS numeric) END
sort=inside.label on postgres  -- a column of a row that is not there is NULL by itself
  nf_1.label
sort=holds.dents on postgres  -- of many, the first in order
  (SELECT CAST((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id) AS numeric) FROM crate nf_1 WHERE nf_1.insideId = c.id AND CAST((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id) AS numeric) IS NOT NULL ORDER BY CAST((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id) AS numeric) ASC LIMIT 1)
sort=byCode.keeper.name on postgres  -- of the first related row, where several may have the same code
  (SELECT nf_2.name FROM pallet nf_1 INNER JOIN keeper nf_2 ON nf_2.id = nf_1.keeperId WHERE nf_1.code = c.byCodeCode AND nf_2.name IS NOT NULL ORDER BY nf_2.name ASC LIMIT 1)
sort=holds.dents on mariadb  -- of many, the least: it refuses ORDER BY a subquery within one
  (SELECT MIN((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id)) FROM crate nf_1 WHERE nf_1.insideId = c.id)
sort=holds.dents:desc on mariadb  -- and the greatest
  (SELECT MAX((SELECT COUNT(*) FROM dent WHERE dent.thing = nf_1.id)) FROM crate nf_1 WHERE nf_1.insideId = c.id)
sort=holds.label on mariadb  -- a column of many, which an index gives in order
  (SELECT nf_1.label FROM crate nf_1 WHERE nf_1.insideId = c.id AND nf_1.label IS NOT NULL ORDER BY nf_1.label ASC LIMIT 1)
