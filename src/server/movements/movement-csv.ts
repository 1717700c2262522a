import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Movement, movements } from '#shared/contract/movements.ts'
import { localDayOf, localTimeOf } from '#shared/domain/dates.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'
import { csvAmount, csvPieces, type CsvColumn, type CsvPiece } from '#server/base/csv.ts'

type Place = { /** Of the currency. */ decimals: number; timeZone: string }

const kindLabels: Record<MovementKind, string> = {
  sale: 'Vente',
  rounding: 'Arrondi',
  'stamp-duty': 'Timbre',
  float: 'Fond de caisse',
  disbursement: 'Décaissement',
  'cash-in': 'Entrée',
  deposit: 'Remise en banque',
  collection: 'Encaissement',
  refund: 'Remboursement',
}

/** The ledger as CSV. Days and hours in the pharmacy's time zone, amounts in the major unit of the currency. */
export function movementCsv(
  pages: AsyncIterable<readonly Movement[]>,
  { decimals, timeZone }: Place,
): AsyncIterable<CsvPiece> {
  const columns: CsvColumn<Movement>[] = [
    {
      title: 'Date',
      text: ({ occurredAt }) => localDayOf(new Date(occurredAt), timeZone).split('-').toReversed().join('/'),
    },
    { title: 'Heure', text: ({ occurredAt }) => localTimeOf(new Date(occurredAt), timeZone) },
    { title: 'Nature', text: ({ kind }) => kindLabels[kind] },
    { title: 'Type', text: ({ type }) => paymentLabels[type] },
    { title: 'Opérateur', text: ({ operator }) => operator },
    { title: 'Montant', number: ({ amount }) => csvAmount(amount, decimals) },
    { title: 'Utilisateur', text: ({ userName }) => userName },
    { title: 'Vente', number: ({ saleNumber }) => saleNumber },
    { title: 'Client', text: ({ clientName }) => clientName },
    { title: 'Note', text: ({ note }) => note },
  ]
  return csvPieces(columns, pages)
}

type Filters = HandlerInput<typeof movements.movementReportCsv>['query']

/** The filters of an exported ledger in words, for the trace of the export; empty for the whole ledger. */
export function movementFilterWords({
  from,
  to,
  search,
  type,
  kind,
  operator,
  userId,
  clientId,
  registerId,
}: Filters): string {
  const dayText = (day: string) => day.split('-').toReversed().join('/')
  return [
    from && `du ${dayText(from)}`,
    to && `au ${dayText(to)}`,
    search && `« ${search} »`,
    type && type.map((each) => paymentLabels[each]).join(' ou '),
    kind && kind.map((each) => kindLabels[each]).join(' ou '),
    operator && `opérateur ${operator}`,
    userId && `utilisateur ${userId}`,
    clientId && `client ${clientId}`,
    registerId && `caisse ${registerId}`,
  ]
    .filter(Boolean)
    .join(', ')
}
