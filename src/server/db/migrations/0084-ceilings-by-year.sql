-- Ceilings of a year, and ceilings that an insured person shares with the family. The year of a contract begins in
-- January, or on the day of the year on which the contract begins.
alter table contracts
  add column ceiling_per_year bigint check (ceiling_per_year >= 0),
  add column family_ceiling_per_sale bigint check (family_ceiling_per_sale >= 0),
  add column family_ceiling_per_day bigint check (family_ceiling_per_day >= 0),
  add column family_ceiling_per_month bigint check (family_ceiling_per_month >= 0),
  add column family_ceiling_per_year bigint check (family_ceiling_per_year >= 0),
  add column ceiling_year text not null default 'calendar' check (ceiling_year in ('calendar', 'contract'));
alter table contract_policies add column ceiling_per_year bigint check (ceiling_per_year >= 0);
