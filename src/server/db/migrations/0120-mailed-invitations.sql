-- An invitation leaves as an e-mail, which has the id of the invitation. Its link opens an account: the stored text loses
-- it when the job has ended, sent or not, and when the invitation is accepted, withdrawn or replaced.
alter table mails drop constraint mails_about_check,
  add constraint mails_about_check check (about in ('order', 'claim', 'bill', 'invitation'));

create function remove_invitation_link() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update mails set body = regexp_replace(body, '\S+#invitation=\S+', '[lien retiré]', 'g')
    where pharmacy_id = new.pharmacy_id and id = new.id and about = 'invitation';
  return null;
end $$;

create trigger invitation_mail_ended after update of status on jobs for each row
  when (new.kind = 'mail' and new.status in ('done', 'failed')) execute function remove_invitation_link();
create trigger invitation_ended after update on invitations for each row
  when (new.accepted_at is not null or new.withdrawn_at is not null) execute function remove_invitation_link();
