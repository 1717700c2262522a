import type { Due } from '#shared/contract/dues.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { stateOf } from '#backoffice/dues/due-words.ts'
import {
  countColumn,
  dayColumn,
  type ListColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

export function dueColumns(countryCode: string, search: string): readonly ListColumn<Due>[] {
  return sortedByServer(
    [
      dayColumn('since', 'Depuis', ({ createdAt }: Due) => createdAt),
      textColumn('label', 'Produit', ({ label }: Due) => label, { width: 200, grow: 1, strong: true, search }),
      countColumn('owed', 'Dû', ({ owed }: Due) => owed, { width: 72 }),
      countColumn('onShelf', 'En rayon', ({ onShelf }: Due) => onShelf, { width: 92, priority: 2 }),
      textColumn('name', 'À prévenir', ({ name }: Due) => name, { width: 160, grow: 0.6, search }),
      textColumn('phone', 'Téléphone', ({ phone }: Due) => phone && formatPhone(phone, countryCode), { width: 132 }),
      numberColumn('sale', 'Vente', ({ saleNumber }: Due) => saleNumber, { width: 84, priority: 2 }),
      stateColumn('state', 'État', stateOf, { width: 120 }),
      textColumn('user', 'Noté par', ({ createdByName }: Due) => createdByName, { width: 150, priority: 3 }),
    ],
    { since: 'createdAt' },
  )
}
