import type { Movement } from '#shared/contract/movements.ts'
import { localDayOf, localTimeOf } from '#shared/domain/dates.ts'
import type { Column } from '#shared/ui/data-table-column.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import { meansName, movementKindWords } from '#backoffice/ui/movement-words.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

const none = <span className={text.quiet}>–</span>

/** Days and hours are those of the pharmacy, wherever this browser stands. */
export const movementColumns = (timeZone: string): readonly Column<Movement>[] => [
  {
    key: 'day',
    header: 'Date',
    width: 98,
    render: ({ occurredAt }) => formatShortDay(localDayOf(new Date(occurredAt), timeZone)),
  },
  { key: 'hour', header: 'Heure', width: 62, render: ({ occurredAt }) => localTimeOf(new Date(occurredAt), timeZone) },
  { key: 'kind', header: 'Nature', width: 136, grow: 0.4, render: ({ kind }) => movementKindWords[kind] },
  { key: 'means', header: 'Moyen', width: 130, grow: 0.6, render: meansName },
  {
    key: 'amount',
    header: 'Montant',
    width: 104,
    align: 'end',
    render: ({ amount }) => <Money amount={amount} signed />,
  },
  { key: 'user', header: 'Utilisateur', width: 140, grow: 1, render: ({ userName }) => userName },
  {
    key: 'sale',
    header: 'Vente',
    width: 70,
    align: 'end',
    priority: 1.5,
    render: ({ saleNumber }) => saleNumber ?? none,
  },
  {
    key: 'client',
    header: 'Client',
    width: 130,
    grow: 0.8,
    priority: 2,
    render: ({ clientName }) => clientName ?? none,
  },
  { key: 'note', header: 'Note', width: 130, grow: 0.8, priority: 3, render: ({ note }) => note ?? none },
]

/** As the server's own file has them, so that both files read alike. */
export const movementFileColumns = (timeZone: string): readonly ExportColumn<Movement>[] => [
  { header: 'Date', exported: ({ occurredAt }) => ({ day: localDayOf(new Date(occurredAt), timeZone) }) },
  { header: 'Heure', exported: ({ occurredAt }) => localTimeOf(new Date(occurredAt), timeZone) },
  { header: 'Nature', exported: ({ kind }) => movementKindWords[kind] },
  { header: 'Type', exported: ({ type }) => paymentName(type) },
  { header: 'Opérateur', exported: ({ operator }) => operator },
  { header: 'Montant', exported: ({ amount }) => ({ money: amount }) },
  { header: 'Utilisateur', exported: ({ userName }) => userName },
  { header: 'Vente', exported: ({ saleNumber }) => saleNumber },
  { header: 'Client', exported: ({ clientName }) => clientName },
  { header: 'Note', exported: ({ note }) => note },
]
