import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Movement } from '#shared/contract/movements.ts'
import { localDayOf, localTimeOf } from '#shared/domain/dates.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import { dayColumn, type ListColumn, moneyColumn, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { meansName, movementKindWords } from '#backoffice/ui/movement-words.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

/** Days and hours in the pharmacy's time zone, not the browser's. */
const movementColumns = (timeZone: string): readonly ListColumn<Movement>[] => [
  dayColumn('day', 'Date', ({ occurredAt }) => localDayOf(new Date(occurredAt), timeZone)),
  textColumn('hour', 'Heure', ({ occurredAt }) => localTimeOf(new Date(occurredAt), timeZone), { width: 62 }),
  textColumn('kind', 'Nature', ({ kind }) => movementKindWords[kind], { width: 136, grow: 0.4 }),
  textColumn('means', 'Moyen', meansName, { width: 130, grow: 0.6 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { signed: true }),
  textColumn('user', 'Utilisateur', ({ userName }) => userName, { width: 140, grow: 1 }),
  numberColumn('sale', 'Vente', ({ saleNumber }) => saleNumber, { width: 70, priority: 1.5 }),
  textColumn('client', 'Client', ({ clientName }) => clientName, { width: 130, grow: 0.8, priority: 2 }),
  textColumn('note', 'Note', ({ note }) => note, { width: 130, grow: 0.8, priority: 3 }),
]

/** The same columns as the server's CSV file. */
const fileColumns = (timeZone: string): readonly ExportColumn<Movement>[] => [
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

export function useMovementColumns(): readonly ListColumn<Movement>[] {
  const timeZone = usePharmacyTimeZone()
  return useMemo(() => movementColumns(timeZone), [timeZone])
}

export function useMovementFile(): readonly ExportColumn<Movement>[] {
  const timeZone = usePharmacyTimeZone()
  return useMemo(() => fileColumns(timeZone), [timeZone])
}

function usePharmacyTimeZone(): string {
  return useAtomValue(terminalAtom)?.pharmacy?.timeZone ?? 'UTC'
}
