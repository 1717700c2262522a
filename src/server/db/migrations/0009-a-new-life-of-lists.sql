-- A till whose cursor is ahead of the lists shows that the database is back from a backup: whoever answers it says so to all.
grant update (epoch) on pharmacies to officine_app;
