-- What a pharmacy gives up, what a payer refused, what became a debt of a patient, what was done so that a payer pays, and
-- what a member decided about a line of a bank's statement. Payments of lines are told by their payment or by the movement of
-- the till.
set constraints all immediate;

create constraint trigger audited_existence after insert on bill_settlements deferrable initially deferred
  for each row when (new.kind <> 'paid') execute function audit_change('bills', 'bill_id', 'pharmacy_id');
create constraint trigger audited_update after update on bill_settlements deferrable initially deferred
  for each row when (new.kind <> 'paid' and audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
  execute function audit_change('bills', 'bill_id', 'pharmacy_id');

-- Of the payer: an insurer, an organization or a person.
create constraint trigger audited_existence after insert on bill_follow_ups deferrable initially deferred
  for each row when (new.company_id is not null) execute function audit_change('companies', 'company_id', 'pharmacy_id');
create constraint trigger audited_existence_of_organization after insert on bill_follow_ups deferrable initially deferred
  for each row when (new.organization_id is not null)
  execute function audit_change('organizations', 'organization_id', 'pharmacy_id');
create constraint trigger audited_existence_of_person after insert on bill_follow_ups deferrable initially deferred
  for each row when (new.person_id is not null) execute function audit_change('persons', 'person_id', 'pharmacy_id');
create constraint trigger audited_update after update on bill_follow_ups deferrable initially deferred
  for each row when (new.company_id is not null) execute function audit_change('companies', 'company_id', 'pharmacy_id');
create constraint trigger audited_update_of_organization after update on bill_follow_ups deferrable initially deferred
  for each row when (new.organization_id is not null)
  execute function audit_change('organizations', 'organization_id', 'pharmacy_id');
create constraint trigger audited_update_of_person after update on bill_follow_ups deferrable initially deferred
  for each row when (new.person_id is not null) execute function audit_change('persons', 'person_id', 'pharmacy_id');

-- A decision of a member replaces the one before; what the rules matched is found again from the file.
create constraint trigger audited_update after update on money_statement_lines deferrable initially deferred
  for each row when (coalesce(to_jsonb(old) ->> 'decided_by', to_jsonb(new) ->> 'decided_by') is not null
    and audit_told(to_jsonb(old)) is distinct from audit_told(to_jsonb(new)))
  execute function audit_change('money_statements', 'statement_id', 'pharmacy_id');

create index bill_settlements_given_up on bill_settlements (pharmacy_id, settled_at) where kind = 'written-off';
