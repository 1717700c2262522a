-- The stored answer of an old sale goes; a retry is answered from the sale itself (docs/retention.md).
alter table inbox alter answer drop not null,
  add constraint inbox_answer_check check (answer is not null or accepted and kind = 'sale');
create index inbox_answers_of_sales on inbox (at) where accepted and kind = 'sale' and answer is not null;
