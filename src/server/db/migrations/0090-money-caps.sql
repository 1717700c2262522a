-- What leaves a drawer that cannot hold it: the right to let it, and its trace in the history of the register.
update roles set permissions = array_append(permissions, 'register.exceed')
where name = 'titulaire' and not 'register.exceed' = any(permissions);

alter table register_events drop constraint register_events_kind_check;
alter table register_events add constraint register_events_kind_check
  check (kind in ('counted', 'reopened', 'closed-over', 'refused-later', 'confirmed', 'collected-beyond', 'paid-beyond'));
