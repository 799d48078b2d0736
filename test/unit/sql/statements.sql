
-- postgres: a related row
filters[publisher][name]=a  -- is found by its key
  … WHERE (v.publisherId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.name = :nf_p1))
filters[printer][$not][name]=a  -- a negation inside is about the row
  … WHERE (v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.name <> :nf_p1))
filters[$not][publisher][name]=a  -- a negation outside says that there is no such row
  … WHERE (NOT EXISTS (SELECT 1 FROM publisher nf_1 WHERE nf_1.id = v.publisherId AND nf_1.name = :nf_p1))
filters[$not][$not][publisher][name]=a  -- and two of them nothing
  … WHERE (v.publisherId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.name = :nf_p1))
filters[subject][label]=a  -- of a key with two columns
  … WHERE (EXISTS (SELECT 1 FROM subject nf_1 WHERE nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage AND nf_1.label = :nf_p1))
filters[$not][subject][label]=a  -- the same, negated
  … WHERE (NOT EXISTS (SELECT 1 FROM subject nf_1 WHERE nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage AND nf_1.label = :nf_p1))
filters[owners][name]=a  -- through a junction
  … WHERE (v.id IN (SELECT nf_2.volumeId FROM volume_owners_publisher nf_2 INNER JOIN publisher nf_1 ON nf_1.id = nf_2.publisherId WHERE nf_1.name = :nf_p1))
filters[subjects][$none][label]=a  -- through a junction to a key with two columns
  … WHERE (NOT EXISTS (SELECT 1 FROM volume_subjects_subject nf_2 INNER JOIN subject nf_1 ON nf_1.code = nf_2.subjectCode AND nf_1.language = nf_2.subjectLanguage WHERE nf_2.volumeId = v.id AND nf_1.label = :nf_p1))
filters[reviews][writer][name]=a  -- through two relations
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.writerId IN (SELECT nf_2.id FROM writer nf_2 WHERE nf_2.deletedAt IS NULL AND nf_2.name = :nf_p1)))
filters[byExists][id]=1  -- in the shape that was chosen for the relation
  … WHERE (EXISTS (SELECT 1 FROM publisher nf_1 WHERE nf_1.id = v.byExistsId AND nf_1.id = :nf_p1))
filters[byIn][id]=1  -- in the other shape
  … WHERE (v.byInId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.id = :nf_p1))

-- postgres: a row that may be invisible
filters[writer][name]=a  -- because it is deleted
  … WHERE (v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.deletedAt IS NULL AND nf_1.name = :nf_p1))
filters[$not][writer][name]=a  -- the same, negated
  … WHERE (NOT EXISTS (SELECT 1 FROM writer nf_1 WHERE nf_1.id = v.writerId AND nf_1.deletedAt IS NULL AND nf_1.name = :nf_p1))
filters[shelf][name]=a  -- because it is of another class
  … WHERE (v.shelfId IN (SELECT nf_1.id FROM place nf_1 WHERE nf_1.kind IN (:nf_p1, :nf_p2) AND nf_1.name = :nf_p3))
filters[notes][id]=1  -- because it is out of scope; the relations of a scope have none
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM note nf_1 WHERE (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) AND nf_1.id = :nf_p3))
filters[$or][0][notes][id]=1&filters[$or][1][notes][$none][id]=2  -- every time that it is reached
  … WHERE ((v.id IN (SELECT nf_1.volumeId FROM note nf_1 WHERE (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) AND nf_1.id = :nf_p3) OR NOT EXISTS (SELECT 1 FROM note nf_3 WHERE nf_3.volumeId = v.id AND (nf_3.text <> :nf_p4 AND nf_3.parentId IN (SELECT nf_4.id FROM note nf_4 WHERE nf_4.text = :nf_p5)) AND nf_3.id = :nf_p6)))

-- postgres with deleted rows: a row that may be invisible
filters[writer][name]=a  -- and is not, where deleted rows were asked for
  … WHERE (v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.name = :nf_p1))
filters[shelf][name]=a  -- which has nothing to do with its class
  … WHERE (v.shelfId IN (SELECT nf_1.id FROM place nf_1 WHERE nf_1.kind IN (:nf_p1, :nf_p2) AND nf_1.name = :nf_p3))

-- postgres: quantifiers
filters[reviews][stars]=1  -- unsaid
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.stars = :nf_p1))
filters[reviews][$some][stars]=1  -- some
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.stars = :nf_p1))
filters[$not][reviews][$some][stars]=1  -- not some
  … WHERE (NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars = :nf_p1))
filters[reviews][$none][stars]=1  -- none
  … WHERE (NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars = :nf_p1))
filters[$not][reviews][$none][stars]=1  -- not none
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.stars = :nf_p1))
filters[reviews][$every][stars]=1  -- every
  … WHERE (NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.stars = :nf_p1) IS NOT TRUE))
filters[$not][reviews][$every][stars]=1  -- not every
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE (nf_1.stars = :nf_p1) IS NOT TRUE))
filters[reviews][$exists]=true  -- there is one
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1))
filters[$not][reviews][$exists]=true  -- there is none
  … WHERE (NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id))
filters[subject][$exists]=true  -- there is one, of a key with two columns
  … WHERE (EXISTS (SELECT 1 FROM subject nf_1 WHERE nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage))

-- postgres: the number of related rows
filters[reviews][$count]=2  -- all of them
  … WHERE ((SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id) = :nf_p1)
filters[$not][reviews][$count][$gt]=2  -- negated
  … WHERE ((SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id) <= :nf_p1)
filters[reviews][$count][$gte]=2&filters[reviews][$count][$where][stars]=1  -- that satisfy a condition
  … WHERE ((SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars = :nf_p1) >= :nf_p2)
filters[reviews][$count][$gte]=2&filters[reviews][$count][$lt]=5&filters[reviews][$count][$where][stars]=1  -- counted once, compared twice
  … WHERE ((SELECT CASE WHEN COUNT(*) >= :nf_p2 AND COUNT(*) < :nf_p3 THEN 1 ELSE 0 END FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars = :nf_p1) = 1)
filters[$not][reviews][$count][$gte]=2&filters[$not][reviews][$count][$lt]=5  -- compared twice, negated
  … WHERE ((SELECT CASE WHEN COUNT(*) >= :nf_p1 AND COUNT(*) < :nf_p2 THEN 1 ELSE 0 END FROM review nf_1 WHERE nf_1.volumeId = v.id) = 0)
filters[notes][$count]=1  -- that are in scope
  … WHERE ((SELECT COUNT(*) FROM note nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2))) = :nf_p3)

-- postgres: a related key
filters[printer]=1  -- is here
  … WHERE (v.printerId = :nf_p1)
filters[printer][id]=1  -- by its name
  … WHERE (v.printerId = :nf_p1)
filters[printer][$in][0]=1&filters[printer][$in][1]=2  -- one of several
  … WHERE (v.printerId = ANY(:nf_p1))
filters[printer][$not][id]=1  -- a negation inside is about the row
  … WHERE (v.printerId <> :nf_p1)
filters[$not][printer]=1  -- a negation outside is true where there is no row
  … WHERE ((v.printerId <> :nf_p1 OR v.printerId IS NULL))
filters[printer][$or][0][id]=1&filters[printer][$or][1][id][$gt]=5  -- in a group
  … WHERE ((v.printerId = :nf_p1 OR v.printerId > :nf_p2))
filters[$not][printer][$or][0][id]=1&filters[$not][printer][$or][1][id][$gt]=5  -- in a group that is negated
  … WHERE (((v.printerId <> :nf_p1 AND v.printerId <= :nf_p2) OR v.printerId IS NULL))
filters[printer][$and][0][id][$gt]=1&filters[printer][$and][1][id][$lt]=5  -- in the other group
  … WHERE ((v.printerId > :nf_p1 AND v.printerId < :nf_p2))
filters[$not][printer][$and][0][id][$gt]=1&filters[$not][printer][$and][1][id][$lt]=5  -- in the other group, negated
  … WHERE (((v.printerId <= :nf_p1 OR v.printerId >= :nf_p2) OR v.printerId IS NULL))
filters[printer]  -- that is NULL
  … WHERE (v.printerId IS NULL)
filters[printer][$ne]  -- that is not
  … WHERE (v.printerId IS NOT NULL)
filters[printer][$null]=true  -- no row
  … WHERE (v.printerId IS NULL)
filters[printer][$exists]=true  -- a row
  … WHERE (v.printerId IS NOT NULL)
filters[writer][home]=1  -- on the other side of a relation
  … WHERE (v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.deletedAt IS NULL AND nf_1.homeId = :nf_p1))

-- postgres: a related key that only the other table can compare
filters[printer][id]=1&filters[printer][name]=a  -- not only the key is asked for
  … WHERE (v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE (nf_1.id = :nf_p1 AND nf_1.name = :nf_p2)))
filters[printer][$or][0][id]=1&filters[printer][$or][1][name]=a  -- nor by all of a group
  … WHERE (v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE (nf_1.id = :nf_p1 OR nf_1.name = :nf_p2)))
filters[printer][$null]=true  -- what is NULL is no row
  … WHERE (v.printerId IS NULL)
filters[writer]=1  -- the row may be deleted
  … WHERE (v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.deletedAt IS NULL AND nf_1.id = :nf_p1))
filters[writer][$null]=true  -- or it may be there and deleted
  … WHERE (NOT EXISTS (SELECT 1 FROM writer nf_1 WHERE nf_1.id = v.writerId AND nf_1.deletedAt IS NULL))
filters[shelf]=1  -- the row may be of another class
  … WHERE (v.shelfId IN (SELECT nf_1.id FROM place nf_1 WHERE nf_1.kind IN (:nf_p1, :nf_p2) AND nf_1.id = :nf_p3))
filters[reviews]=1  -- it is not here
  … WHERE (v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.id = :nf_p1))

-- postgres: an order by columns
sort=title  -- one that is not selected is, under a name of ours
  …, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC
sort=id  -- one that is selected has a name already
  … ORDER BY v_id ASC
sort=title:desc,pages  -- in the order of the keys
  …, v.title AS nf_1, v.pages AS nf_2 FROM volume v ORDER BY nf_1 DESC, nf_2 ASC
sort=secret  -- one that TypeORM does not select by itself
  …, v.secret AS nf_1 FROM volume v ORDER BY nf_1 ASC

-- postgres: the primary key at the end of an order
sort=title:desc&pagination[page]=1  -- has the direction of the last key
  …, v.title AS nf_1 FROM volume v ORDER BY nf_1 DESC, v_id DESC LIMIT 25 OFFSET 0

-- postgres for Strapi: the primary key at the end of an order
sort=title:desc&pagination[page]=1  -- ascends for clients of Strapi
  …, v.title AS nf_1 FROM volume v ORDER BY nf_1 DESC, v_id ASC LIMIT 25 OFFSET 0

-- postgres: an order through to-one relations
sort=publisher.name  -- a row without a related one cannot be, so the join loses none
  …, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher nf_1 ON (nf_1.id = v.publisherId) ORDER BY nf_2 ASC
sort=printer.name  -- a row without a related one stays
  …, nf_1.name AS nf_2 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC
sort=writer.name:desc  -- a deleted one is none
  …, nf_1.name AS nf_2 FROM volume v LEFT JOIN writer nf_1 ON (nf_1.id = v.writerId) AND nf_1.deletedAt IS NULL ORDER BY nf_2 DESC
sort=shelf.name  -- one of another class is none
  …, nf_1.name AS nf_2 FROM volume v LEFT JOIN place nf_1 ON (nf_1.id = v.shelfId AND nf_1.kind IN (:nf_p1, :nf_p2)) ORDER BY nf_2 ASC
sort=subject.label  -- a key of two columns
  …, nf_1.label AS nf_2 FROM volume v INNER JOIN subject nf_1 ON (nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage) ORDER BY nf_2 ASC
sort=printer.name,printer.id:desc  -- one join for two keys
  …, nf_1.name AS nf_2, nf_1.id AS nf_3 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC, nf_3 DESC
sort=printer.name,publisher.name  -- and two for two relations
  …, nf_1.name AS nf_3, nf_2.name AS nf_4 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) INNER JOIN publisher nf_2 ON (nf_2.id = v.publisherId) ORDER BY nf_3 ASC, nf_4 ASC

-- postgres with two hops: an order through to-one relations
sort=writer.home.name  -- what hangs on an outer join is one too
  …, nf_2.name AS nf_3 FROM volume v LEFT JOIN writer nf_1 ON (nf_1.id = v.writerId) AND nf_1.deletedAt IS NULL LEFT JOIN publisher nf_2 ON (nf_2.id = nf_1.homeId) ORDER BY nf_3 ASC
sort=writer.home.name,writer.name,writer.home.id  -- and is shared as well
  …, nf_2.name AS nf_3, nf_1.name AS nf_4, nf_2.id AS nf_5 FROM volume v LEFT JOIN writer nf_1 ON (nf_1.id = v.writerId) AND nf_1.deletedAt IS NULL LEFT JOIN publisher nf_2 ON (nf_2.id = nf_1.homeId) ORDER BY nf_3 ASC, nf_4 ASC, nf_5 ASC

-- postgres: an order through to-many relations
sort=reviews.stars  -- the smallest
  …, (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC
sort=reviews.stars:desc  -- the largest
  …, (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars DESC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 DESC
sort=reviews.verdict  -- a name
  …, (SELECT nf_1.verdict FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.verdict IS NOT NULL ORDER BY nf_1.verdict ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC
sort=owners.name  -- through a junction
  …, (SELECT nf_1.name FROM volume_owners_publisher nf_2 INNER JOIN publisher nf_1 ON nf_1.id = nf_2.publisherId WHERE nf_2.volumeId = v.id AND nf_1.name IS NOT NULL ORDER BY nf_1.name ASC LIMIT 1) AS nf_3 FROM volume v ORDER BY nf_3 ASC
sort=notes.id  -- of those that are in scope
  …, (SELECT nf_1.id FROM note nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) AND nf_1.id IS NOT NULL ORDER BY nf_1.id ASC LIMIT 1) AS nf_3 FROM volume v ORDER BY nf_3 ASC
sort=reviews.$count:desc  -- how many
  …, (SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id) AS nf_2 FROM volume v ORDER BY nf_2 DESC
sort=notes.$count  -- how many are in scope
  …, (SELECT COUNT(*) FROM note nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2))) AS nf_3 FROM volume v ORDER BY nf_3 ASC
sort=reviews.stars:nullsFirst,title  -- where there is none, it is NULL
  …, (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars ASC LIMIT 1) AS nf_2, v.title AS nf_3 FROM volume v ORDER BY nf_2 ASC NULLS FIRST, nf_3 ASC

-- mariadb: an order through to-many relations
sort=reviews.verdict  -- by the position of the name, also outside of the subquery
  …, (SELECT (nf_1.verdict + 0) FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.verdict IS NOT NULL ORDER BY nf_1.verdict ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC
sort=reviews.stars  -- anything else by itself
  …, (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC

-- postgres: NULL in an order
sort=pages  -- unsaid
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC
sort=pages:nullsLast  -- where they stand anyhow
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC
sort=pages:nullsFirst  -- where they would not
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC NULLS FIRST
sort=pages:desc:nullsFirst  -- where they stand anyhow, the other way
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC
sort=pages:desc:nullsLast  -- where they would not, the other way
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC NULLS LAST
sort=title:nullsFirst  -- there can be none
  …, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC
sort=reviews.$count:nullsFirst  -- a number is never one
  …, (SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id) AS nf_2 FROM volume v ORDER BY nf_2 ASC
sort=publisher.name:nullsFirst  -- not through a join that loses none
  …, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher nf_1 ON (nf_1.id = v.publisherId) ORDER BY nf_2 ASC
sort=printer.name:nullsFirst  -- but through one that may
  …, nf_1.name AS nf_2 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC NULLS FIRST
sort=reviews.stars:desc:nullsLast  -- of a subquery
  …, (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars DESC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 DESC NULLS LAST

-- mariadb: NULL in an order
sort=pages:nullsLast  -- by a key of its own, where there is no phrase
  …, v.pages IS NULL AS nf_1, v.pages AS nf_2 FROM volume v ORDER BY nf_1 ASC, nf_2 ASC
sort=pages:nullsFirst  -- where they stand anyhow
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC
sort=pages:desc:nullsLast  -- where they stand anyhow, the other way
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC
sort=pages:desc:nullsFirst  -- by a key of its own, the other way
  …, v.pages IS NULL AS nf_1, v.pages AS nf_2 FROM volume v ORDER BY nf_1 DESC, nf_2 DESC

-- sqlite: NULL in an order
sort=pages:nullsLast  -- smallest, as on MariaDB, but with a phrase
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC NULLS LAST
sort=pages:desc:nullsFirst  -- the other way
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC NULLS FIRST
sort=pages:nullsFirst  -- where they stand anyhow
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC

-- postgres with NULLs first: NULL in an order
sort=pages  -- first, by the module
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC NULLS FIRST
sort=pages:desc  -- and the other way
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC
sort=pages:nullsLast  -- but the key’s own word wins
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC

-- postgres with NULLs last: NULL in an order
sort=pages  -- last, by the module
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC
sort=pages:desc  -- and the other way
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC NULLS LAST
sort=pages:desc:nullsFirst  -- but the key’s own word wins
  …, v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC

-- postgres of loans: a condition on a row whose key is here
filters[volume][id]=1  -- about its key alone needs no other table
  SELECT x.id AS x_id FROM loan x WHERE (x.volumeId = :nf_p1)
filters[volume][publisher][id]=1  -- about the key of another row needs it
  SELECT x.id AS x_id FROM loan x WHERE (x.volumeId IN (SELECT nf_1.id FROM volume nf_1 WHERE nf_1.publisherId = :nf_p1))
filters[volume][reviews][id]=1  -- about a key of many, too
  SELECT x.id AS x_id FROM loan x WHERE (x.volumeId IN (SELECT nf_1.id FROM volume nf_1 WHERE nf_1.id IN (SELECT nf_2.volumeId FROM review nf_2 WHERE nf_2.id = :nf_p1)))
filters[volume][reviews][$count]=1  -- and about their number
  SELECT x.id AS x_id FROM loan x WHERE (x.volumeId IN (SELECT nf_1.id FROM volume nf_1 WHERE (SELECT COUNT(*) FROM review nf_2 WHERE nf_2.volumeId = nf_1.id) = :nf_p1))
filters[volume][id]=1&filters[volume][publisher][$exists]=true  -- and about its key and another
  SELECT x.id AS x_id FROM loan x WHERE (x.volumeId IN (SELECT nf_1.id FROM volume nf_1 WHERE (nf_1.id = :nf_p1 AND nf_1.publisherId IS NOT NULL)))

-- postgres of notes: an entity that has a scope
filters[id]=1  -- gets the conditions and the scope
  SELECT x.id AS x_id FROM note x WHERE (x.id = :nf_p1 AND (x.text <> :nf_p2 AND x.parentId IN (SELECT nf_1.id FROM note nf_1 WHERE nf_1.text = :nf_p3)))

-- postgres of places: a builder of an entity that extends the entity
filters[name]=a  -- has the conditions, and TypeORM's own
  SELECT x.id AS x_id FROM place x WHERE ( (x.name = :nf_p1) ) AND ( x.kind IN (:...discriminatorColumnValues) )

-- postgres of a whole list: an order through to-many relations reads all related rows in groups
sort=reviews.$count:desc  -- of a row without related ones the count is 0
  …, COALESCE(nf_2.nf_3, 0) AS nf_5 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_4, COUNT(*) AS nf_3 FROM review nf_1 GROUP BY nf_1.volumeId) nf_2 ON (nf_2.nf_4 = v.id) ORDER BY nf_5 DESC
sort=reviews.stars  -- the smallest; of a row without related ones NULL
  …, nf_2.nf_3 AS nf_5 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_4, MIN(nf_1.stars) AS nf_3 FROM review nf_1 GROUP BY nf_1.volumeId) nf_2 ON (nf_2.nf_4 = v.id) ORDER BY nf_5 ASC
sort=owners.name:desc:nullsLast  -- the largest, through a junction
  …, nf_3.nf_4 AS nf_6 FROM volume v LEFT JOIN (SELECT nf_2.volumeId AS nf_5, MAX(nf_1.name) AS nf_4 FROM volume_owners_publisher nf_2 INNER JOIN publisher nf_1 ON nf_1.id = nf_2.publisherId GROUP BY nf_2.volumeId) nf_3 ON (nf_3.nf_5 = v.id) ORDER BY nf_6 DESC NULLS LAST
sort=notes.$count  -- how many are in scope
  …, COALESCE(nf_3.nf_4, 0) AS nf_6 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_5, COUNT(*) AS nf_4 FROM note nf_1 WHERE (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) GROUP BY nf_1.volumeId) nf_3 ON (nf_3.nf_5 = v.id) ORDER BY nf_6 ASC
sort=reviews.$count,reviews.stars  -- each key with a join of its own
  …, COALESCE(nf_2.nf_3, 0) AS nf_9, nf_6.nf_7 AS nf_10 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_4, COUNT(*) AS nf_3 FROM review nf_1 GROUP BY nf_1.volumeId) nf_2 ON (nf_2.nf_4 = v.id) LEFT JOIN (SELECT nf_5.volumeId AS nf_8, MIN(nf_5.stars) AS nf_7 FROM review nf_5 GROUP BY nf_5.volumeId) nf_6 ON (nf_6.nf_8 = v.id) ORDER BY nf_9 ASC, nf_10 ASC
