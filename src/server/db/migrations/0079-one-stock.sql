-- What may be sold of a lot, and whether it stands on the shelf: `sellableQuantity` and `isOnShelf` of `domain/stock`.
-- Expired lots, lots set aside and archived ones sell nothing. A quantity below zero counts always: boxes that were sold
-- before their delivery was entered are missing from the other lots.
create function sellable(i stock_items, today date) returns int language sql immutable parallel safe
return case when i.archived then 0
  when i.quantity < 0 or i.blocked is null and (i.expires_on is null or i.expires_on >= today) then i.quantity
  else 0 end;

create function on_shelf(i stock_items) returns boolean language sql immutable parallel safe
return not i.archived and i.quantity > 0;
