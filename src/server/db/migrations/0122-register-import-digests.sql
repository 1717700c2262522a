-- Whether a repeated call asks for the same import: the file itself is dropped once it was imported. Null: asked for before.
alter table register_imports add column digest text;
