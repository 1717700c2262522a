-- Each import of the national medicines database: the day that its data stand at, and the lines of each of its files, by
-- which a file that shrank is noticed. Append-only.
create table referential_imports (
  id bigint generated always as identity primary key,
  imported_at timestamptz not null,
  data_day date,
  lines jsonb not null
);

grant select, insert on referential_imports to officine_app;
