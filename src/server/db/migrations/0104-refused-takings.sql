-- A try to take more out of a drawer than it holds, which was refused (decision 0054).
alter table register_events drop constraint register_events_kind_check;
alter table register_events add constraint register_events_kind_check
  check (kind in ('counted', 'reopened', 'closed-over', 'refused-later', 'confirmed', 'collected-beyond', 'paid-beyond',
    'refused-beyond'));
