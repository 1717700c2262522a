import { atom } from 'jotai'
import * as z from 'zod'
import { call } from '#shared/client/call.ts'
import { sisterStock } from '#shared/contract/sister-stock.ts'
import { keepOnDevice } from '#shared/store/disk/device-choices.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/** What the sister pharmacies may sell of one product, and when that was true. */
const Known = z.object({
  at: z.string(),
  stocks: z.array(z.object({ pharmacy: z.string(), boxes: z.number(), units: z.number() })),
})
export type KnownSisterStock = z.infer<typeof Known>
/** `pharmacies`: null before the first answer; empty: the owner has one pharmacy. */
const Kept = z.object({ pharmacies: z.array(z.string()).nullable(), products: z.record(z.string(), Known) })
type Kept = z.infer<typeof Kept>

const nothing: Kept = { pharmacies: null, products: {} }
/** How long a figure is not asked for again. */
const freshMs = 60_000
/** Products kept for outages; the oldest figures go first. */
const mostKept = 300
/** As the contract allows. */
const mostAsked = 200

/** Answers of this window, by pharmacy. */
const readAtom = atom<{ pharmacyId: string; kept: Kept } | null>(null)
const keyOf = (pharmacyId: string) => `officine.sister-stock.${pharmacyId}`

/** The last known stock of the sister pharmacies, by product of the referential. */
export const sisterStockAtom = atom((get): Kept => {
  const pharmacyId = get(terminalAtom)?.pharmacy?.id
  if (pharmacyId === undefined) return nothing
  const read = get(readAtom)
  return read?.pharmacyId === pharmacyId ? read.kept : onDisk(pharmacyId)
})

/** When this window asked for a product, in epoch ms. The server's hour would not do: clocks differ. */
const askedAtom = atom(() => new Map<string, number>())

/**
 * Asks for the stock of these products in the sister pharmacies, unless it is fresh or the terminal is offline. Errors
 * are ignored: the last known figures stay, with their hour.
 */
export const askSisterStockAtom = atom(null, async (get, set, productIds: readonly string[], nowMs: number) => {
  const pharmacyId = get(terminalAtom)?.pharmacy?.id
  if (pharmacyId === undefined || get(connectivityAtom).state === 'offline') return
  const asked = get(askedAtom)
  const wanted = [...new Set(productIds)]
    .filter((id) => nowMs - (asked.get(id) ?? -Infinity) >= freshMs)
    .slice(0, mostAsked)
  if (wanted.length === 0) return
  for (const id of wanted) asked.set(id, nowMs)
  try {
    const { at, pharmacies, stocks } = await call(sisterStock.read, { body: { productIds: wanted } })
    const read = wanted.map((id) => {
      const own = stocks.filter(({ productId }) => productId === id)
      return [id, { at, stocks: own.map(({ pharmacy, boxes, units }) => ({ pharmacy, boxes, units })) }] as const
    })
    const before = get(sisterStockAtom).products
    const kept = { pharmacies, products: newest({ ...before, ...Object.fromEntries(read) }) }
    set(readAtom, { pharmacyId, kept })
    keepOnDevice(keyOf(pharmacyId), JSON.stringify(kept), 'copy')
  } catch {
    for (const id of wanted) asked.delete(id)
  }
})

function newest(products: Kept['products']): Kept['products'] {
  const rows = Object.entries(products)
  if (rows.length <= mostKept) return products
  return Object.fromEntries(rows.toSorted(([, a], [, b]) => Date.parse(b.at) - Date.parse(a.at)).slice(0, mostKept))
}

function onDisk(pharmacyId: string): Kept {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(pharmacyId)) ?? 'null'))
  } catch {
    return nothing
  }
}
