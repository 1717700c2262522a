-- When a parked sale arrived on the terminal that took it. The row stays for a while without its content, so that who parked it and never heard
-- an answer does not bring it back, and so that its versions go on.
alter table parked_sales add column gone_at timestamptz;
