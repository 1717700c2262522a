-- A clock of another day put sales on top of every list and outside of every day: they were made when they came.
update sales set sold_at = received_at where 'clock:ahead' = any(flags) and sold_at > received_at + interval '1 day';
