import { atom } from 'jotai'
import { pharmacyNow, pharmacyZone } from '#shared/pharmacy-time.ts'
import { localReadingOf } from '#shared/domain/dates.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { formerPharmacies } from '#shared/store/disk/other-pharmacies.ts'
import { openedSales, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import {
  isNothing,
  readSalesFile,
  takeSalesFile,
  worthKeeping,
  writeSalesFile,
  type PharmacyWork,
  type ReadSalesFile,
  type TakenFile,
} from '#shared/store/sales/sales-file.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'

export type MadeSalesFile = { name: string; text: string; sales: number; unreadable: number }

/**
 * Exports all unsent content of this terminal as a file, for every pharmacy that it ever sold for; null when there is
 * none.
 */
export const makeSalesFileAtom = atom(null, async (get): Promise<MadeSalesFile | null> => {
  const terminal = get(terminalAtom)
  const [pharmacies, unreadable]: [PharmacyWork[], string[]] = [[], []]
  for (const id of await formerPharmacies(null)) {
    // A damaged database must not prevent the export of the others.
    const read = await readWork(id).catch(() => null)
    if (!read) unreadable.push(id)
    else if (!isNothing(read.work))
      pharmacies.push({
        ...read,
        name: read.name ?? (terminal?.account?.pharmacyId === id ? (terminal.pharmacy?.name ?? null) : null),
      })
  }
  if (pharmacies.length + unreadable.length === 0) return null
  const terminalCode = terminal?.terminalCode ?? 'poste'
  const now = new Date()
  const text = await writeSalesFile({ terminalCode, madeAt: now.toISOString(), pharmacies, unreadable })
  return {
    name: `officine-ventes-${terminalCode}-${fileMoment(pharmacyNow())}.json`,
    text,
    sales: pharmacies.reduce((sum, { work }) => sum + work.sales.length, 0),
    unreadable: unreadable.length,
  }
})

export type ImportOutcome = TakenFile | { kind: Exclude<ReadSalesFile['is'], 'whole'> }

/** Imports the file of another terminal of this pharmacy and sends its content. */
export const takeSalesFileAtom = atom(null, async (get, _set, text: string): Promise<ImportOutcome> => {
  const shared = openedSales(get(sharedSalesAtom))
  const read = await readSalesFile(text)
  if (read.is !== 'whole') return { kind: read.is }
  const taken = await takeSalesFile(shared.store, read.file)
  shared.written()
  shared.wakeOutbox()
  return taken
})

async function readWork(id: string): Promise<PharmacyWork> {
  const store = openSalesStore(id)
  try {
    return { id, name: (await store.pharmacyName()) ?? null, work: worthKeeping(await store.unsent()) }
  } finally {
    store.close()
  }
}

/** « 2026-11-21-1405 », in the hours of the pharmacy. */
function fileMoment(at: Date): string {
  return localReadingOf(at, pharmacyZone()).slice(0, 16).replace('T', '-').replace(':', '')
}
