-- An accepted parcel kept more than its answer, so that the journal of the built-in database could be written again. That journal is gone: an answer is
-- what the terminal gets.
update inbox set answer = case kind
    when 'patient' then answer -> 'person'
    when 'cancellation' then answer -> 'sale'
    when 'return' then answer -> 'made'
    when 'missed-sale' then answer -> 'missed'
    else jsonb_build_object('id', id)
  end
where accepted and kind in ('patient', 'cancellation', 'return', 'missed-sale', 'photo', 'disbursement-photo', 'register-act');
