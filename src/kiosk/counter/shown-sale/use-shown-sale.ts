import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { isEmptySale, isVisibleTo, type LocalSale } from '#shared/domain/local-sale.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { createSaleAtom, localSalesAtom, openSaleAtom, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { holdSale, salesInWindows, type Release } from '#shared/windows/locks.ts'

/** The sale that was just left gives its lock back a moment later: « another window » is said only after this many looks. */
const quickLooks = 4
const quickLookMs = 50
/** After a lock that another window holds, look again: that window may close. */
const lookAgainMs = 1_500

/** The sale whose lock this window holds. */
export const heldSaleIdAtom = atom<string | null>(null)
/** The sale that this window showed last: what is done elsewhere (a look at the stock, the choice of a patient) comes back to it. */
export const lastShownSaleIdAtom = atom<string | null>(null)

/** The sale that this window chose by itself to go on with: should another window have chosen it in the same moment, it goes to another one. */
export const chosenSaleIdAtom = atom<string | null>(null)

export type ShownSale = { kind: 'opening' | 'elsewhere' | 'gone' | 'left' } | { kind: 'open'; sale: LocalSale }

/**
 * Shows one sale in this window alone, for as long as the screen stands: the lock first, then a sale that nobody holds is taken into the session.
 * `gone`: ended, or never there: the counter goes on with another. `left`: put aside by a gesture here, or by the lock: who did it says where to go.
 */
export function useShownSale(saleId: string): ShownSale {
  const sales = useAtomValue(localSalesAtom)
  const [state, setState] = useState<{ saleId: string; kind: 'opening' | 'elsewhere' | 'gone' | 'held' }>({
    saleId,
    kind: 'opening',
  })
  const shared = useAtomValue(sharedSalesAtom)
  const session = useAtomValue(sessionAtom)
  // What becomes known of the same session (its token, its rights) must not give the sale away for a moment: another window would take it.
  const [sessionId, userId] = [session?.id, session?.userId]
  const open = useSetAtom(openSaleAtom)
  const setHeld = useSetAtom(heldSaleIdAtom)
  const setLastShown = useSetAtom(lastShownSaleIdAtom)

  useEffect(() => {
    if (!shared || !sessionId || !userId) return
    let isGone = false
    let release: Release | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const settle = (kind: typeof state.kind) => !isGone && setState({ saleId, kind })
    let looks = 0
    const take = async () => {
      release = await holdSale(saleId)
      if (isGone) return release?.()
      if (!release) {
        const isQuick = ++looks < quickLooks
        if (!isQuick) settle('elsewhere')
        retry = setTimeout(() => void take(), isQuick ? quickLookMs : lookAgainMs)
        return
      }
      // The disk, not the atoms: they may not have been read yet.
      const sale = (await shared.store.snapshot(Date.now())).sales.find(({ id }) => id === saleId)
      if (!sale || !isVisibleTo(sale, userId, sessionId) || (sale.status !== 'LOCAL' && sale.status !== 'ONGOING'))
        return settle('gone')
      if (sale.status === 'LOCAL') await open(sale)
      else await shared.reread()
      if (isGone) return
      setHeld(saleId)
      setLastShown(saleId)
      settle('held')
    }
    take().catch(() => settle('gone'))
    return () => {
      isGone = true
      clearTimeout(retry)
      setHeld(null)
      release?.()
    }
  }, [saleId, shared, sessionId, userId, open, setHeld, setLastShown])

  if (state.saleId !== saleId || state.kind === 'opening') return { kind: 'opening' }
  if (state.kind !== 'held') return { kind: state.kind }
  const sale = sales.find(({ id }) => id === saleId)
  if (sale?.status === 'ONGOING') return { kind: 'open', sale }
  return { kind: sale === undefined || sale.status === 'LOCAL' ? 'left' : 'gone' }
}

/** Gives the sale to go on with: the one shown last, or another of this session that no window shows; an empty one first when `isFresh`, else a new one. */
export function useNextSale(): (options?: { isFresh?: boolean }) => Promise<string> {
  const create = useSetAtom(createSaleAtom)
  const store = useStore()
  return async ({ isFresh = false } = {}) => {
    const shared = store.get(sharedSalesAtom)
    const session = store.get(sessionAtom)
    if (!shared || !session) throw new Error('selling needs an unlocked session')
    const [{ sales }, shown] = await Promise.all([shared.store.snapshot(Date.now()), salesInWindows()])
    const free = sales
      .filter((sale) => sale.status === 'ONGOING' && sale.sessionId === session.id && !shown.has(sale.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const lastShownId = store.get(lastShownSaleIdAtom)
    const next = isFresh ? free.find(isEmptySale) : (free.find(({ id }) => id === lastShownId) ?? free[0])
    const { id } = next ?? (await create())
    store.set(chosenSaleIdAtom, id)
    return id
  }
}
