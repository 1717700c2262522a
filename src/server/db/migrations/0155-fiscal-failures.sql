-- How often the platform answered without taking a document. An outage is no such answer: it says nothing of the document.
alter table fiscal_documents add column failures int not null default 0;
