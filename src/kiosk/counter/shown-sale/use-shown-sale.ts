import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { Grant } from '#shared/domain/grant.ts'
import { isEmptySale, isLeftByAnother, isVisibleTo, type LocalSale } from '#shared/domain/local-sale.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { changeSaleAtom, createSaleAtom, openSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { askedSaleAtom, localSalesAtom, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { holdSale, salesInWindows, type Release } from '#shared/windows/locks.ts'

/**
 * A sale that was just left releases its lock a moment later, so « another window » is shown only after this many
 * attempts.
 */
const quickLooks = 4
const quickLookMs = 50
/** If another window holds the lock, retry at this interval: that window may close. */
const lookAgainMs = 1_500

/** The sale whose lock this window holds. */
export const heldSaleIdAtom = atom<string | null>(null)
/** The last sale that this window showed. Returning to the counter from another screen opens it again. */
export const lastShownSaleIdAtom = atom<string | null>(null)

/**
 * The sale that this window chose itself as the next one. If another window takes it at the same moment, this window
 * chooses again.
 */
export const chosenSaleIdAtom = atom<string | null>(null)

export type ShownSale =
  | { kind: 'opening' | 'gone' | 'left' }
  /** `openHere`: the other window lets go, and the sale opens here. */
  | { kind: 'elsewhere'; openHere: () => void }
  /** A colleague's session ended while it was open. `take`: with the right to it, lent by another member. */
  | { kind: 'colleagues'; sale: LocalSale; take: (grant: Grant | undefined) => void }
  | { kind: 'open'; sale: LocalSale }

/**
 * Shows one sale in this window only, while the screen is mounted. Takes the lock, then moves a sale without a holder
 * into the session; one that a colleague left open needs the right `sale.takeover`. `gone`: ended or unknown, so the counter opens another sale. `left`: released by a gesture here or
 * by locking the terminal; that gesture decides where to go.
 */
export function useShownSale(saleId: string): ShownSale {
  const sales = useAtomValue(localSalesAtom)
  const [state, setState] = useState<{
    saleId: string
    kind: 'opening' | 'elsewhere' | 'colleagues' | 'gone' | 'held'
  }>({
    saleId,
    kind: 'opening',
  })
  const shared = useAtomValue(sharedSalesAtom)
  const session = useAtomValue(sessionAtom)
  // Depend on the ids only: a new token or new rights of the same session must not release the lock, as another window
  // would take the sale.
  const [sessionId, userId] = [session?.id, session?.userId]
  const open = useSetAtom(openSaleAtom)
  const setHeld = useSetAtom(heldSaleIdAtom)
  const setLastShown = useSetAtom(lastShownSaleIdAtom)
  const store = useStore()
  const change = useSetAtom(changeSaleAtom)
  const openHere = useRef(() => {})
  const takeOver = useRef<(grant: Grant | undefined) => void>(() => {})

  useEffect(() => {
    if (!shared || !sessionId || !userId) return
    let isGone = false
    let release: Release | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const settle = (kind: typeof state.kind) => !isGone && setState({ saleId, kind })
    let looks = 0
    const take = async (right?: { grant: Grant | undefined }) => {
      const taken = await holdSale(saleId)
      // Another look may have taken it meanwhile.
      if (isGone || release) return taken?.()
      release = taken
      if (!release) {
        const isQuick = ++looks < quickLooks
        if (!isQuick) settle('elsewhere')
        retry = setTimeout(() => void take(right), isQuick ? quickLookMs : lookAgainMs)
        return
      }
      // Read the disk, as the atoms may not be loaded yet.
      const sale = (await shared.store.snapshot(Date.now())).sales.find(({ id }) => id === saleId)
      if (!sale || !isVisibleTo(sale, userId, sessionId) || (sale.status !== 'LOCAL' && sale.status !== 'ONGOING'))
        return settle('gone')
      if (!right && isLeftByAnother(sale, userId) && !store.get(permissionsAtom).has('sale.takeover')) {
        release()
        release = undefined
        await shared.reread()
        return settle('colleagues')
      }
      if (sale.status === 'LOCAL') {
        const [opened, grant] = [await open(sale), right?.grant]
        if (opened && grant) await change(opened, (stored) => withGrant(stored, grant))
      } else await shared.reread()
      // Without the lock: another window asked for the sale while it was read.
      if (isGone || !release) return
      setHeld(saleId)
      setLastShown(saleId)
      settle('held')
    }
    take().catch(() => settle('gone'))
    takeOver.current = (grant) => void take({ grant }).catch(() => settle('gone'))
    openHere.current = () => {
      shared.askFor(saleId)
      clearTimeout(retry)
      looks = 0
      retry = setTimeout(() => void take(), quickLookMs)
    }
    // Asked for by another window: let go, and look again only when that window has had the time to take it.
    const unsubscribe = store.sub(askedSaleAtom, () => {
      if (store.get(askedSaleAtom)?.saleId !== saleId || !release) return
      release()
      release = undefined
      looks = quickLooks
      setHeld(null)
      settle('elsewhere')
      retry = setTimeout(() => void take(), lookAgainMs)
    })
    return () => {
      isGone = true
      unsubscribe()
      clearTimeout(retry)
      setHeld(null)
      release?.()
    }
  }, [saleId, shared, sessionId, userId, open, change, setHeld, setLastShown, store])

  if (state.saleId !== saleId || state.kind === 'opening') return { kind: 'opening' }
  if (state.kind === 'elsewhere') return { kind: 'elsewhere', openHere: () => openHere.current() }
  const sale = sales.find(({ id }) => id === saleId)
  if (state.kind === 'colleagues')
    return sale ? { kind: 'colleagues', sale, take: (grant) => takeOver.current(grant) } : { kind: 'gone' }
  if (state.kind !== 'held') return { kind: state.kind }
  if (sale?.status === 'ONGOING') return { kind: 'open', sale }
  return { kind: sale === undefined || sale.status === 'LOCAL' ? 'left' : 'gone' }
}

/**
 * Finds or creates the next sale: the one shown last, otherwise another sale of this session that no window shows. With
 * `isFresh`: an empty sale, otherwise a new one.
 */
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
