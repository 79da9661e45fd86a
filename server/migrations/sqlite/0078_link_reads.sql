-- Until when the link was good that a file was read by, so that a link is one row however often it is followed; NULL where a
-- command saved the file.
ALTER TABLE file_reads ADD COLUMN link_until INTEGER;
CREATE UNIQUE INDEX file_reads_link ON file_reads (file_id, reviewer, reason, link_until);
