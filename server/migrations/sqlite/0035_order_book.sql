-- PostgreSQL has an index here by which servers find each other's orders; on SQLite the one server knows them all.
SELECT 1;
