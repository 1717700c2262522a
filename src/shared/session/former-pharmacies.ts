import { atom, type createStore } from 'jotai'
import { firebase, tokensOf, userOf } from '#shared/session/token.ts'
import { formerSalesAtom, hasSomething, readFormerSales, type FormerSales } from '#shared/store/sales/former-sales.ts'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { startOutbox, type Outbox } from '#shared/store/outbox/outbox.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import type { Bus } from '#shared/windows/bus.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'

type Store = ReturnType<typeof createStore>
/** What sends for one former pharmacy. */
type Sending = Pick<Outbox, 'drainAll' | 'stop'>

/** A disk that is read for each of 200 sales holds up their sending. */
const lookRestMs = 250

/**
 * Keeps the credential of the pharmacy that the terminal leaves, under a name of its own, while something of it waits: that is still sent
 * (product.md §5), and its name, by which the queue calls it. Must run before the terminal's account is replaced or signed out. Answers whether what
 * waits can still be sent; never throws.
 */
export async function keepCredential(pharmacyId: string, uid: string, name: string | null): Promise<boolean> {
  const store = openSalesStore(pharmacyId)
  try {
    if (name !== null) await store.keepPharmacyName(name)
    if ((await store.outbox()).length === 0) return true
    const [user, { authOf, updateCurrentUser }] = await Promise.all([userOf('terminal'), firebase()])
    // A sign-in that was cut short leaves somebody else's.
    if (user?.uid !== uid) return false
    await updateCurrentUser(authOf(nameOf(pharmacyId)), user)
    return true
  } catch {
    return false
  } finally {
    store.close()
  }
}

/** « Envoyer maintenant » of what former pharmacies have left, whenever its next attempt was; set by the session. */
export const sendFormerAtom = atom<{ send: () => Promise<void> } | null>(null)

/**
 * Shows what former pharmacies have left on this disk. While something of it waits, the leading window sends it as it sends its own pharmacy's, whenever
 * the API can be reached; a credential for which nothing waits goes. Returns how to stop.
 */
export function followFormerPharmacies(store: Store, bus: Bus): () => void {
  const sending = new Map<string, Sending>()
  let isStopped = false
  const look = async () => {
    const pharmacyId = store.get(pharmacyIdAtom)
    const read = await readFormerSales(pharmacyId)
    // Another pharmacy by now: the next look is on its way.
    if (isStopped || store.get(pharmacyIdAtom) !== pharmacyId) return
    store.set(formerSalesAtom, read.filter(hasSomething))
    if (!canSend()) return
    for (const one of read) follow(one)
  }
  const looks = throttle(look, lookRestMs)
  const follow = ({ pharmacyId, waiting, isUnreadable }: FormerSales) => {
    // It may be read again in a moment, and then needs whoever sends it.
    if (isUnreadable) return
    if (waiting > 0)
      return void (sending.has(pharmacyId) || sending.set(pharmacyId, startSending(pharmacyId, onWritten)))
    stopSending(pharmacyId)
    void forgetCredential(pharmacyId).catch(() => undefined)
  }
  const stopSending = (pharmacyId: string | null) => {
    if (pharmacyId === null) return
    sending.get(pharmacyId)?.stop()
    sending.delete(pharmacyId)
  }
  const stopAll = () => {
    for (const pharmacyId of sending.keys()) stopSending(pharmacyId)
  }
  const onWritten = () => {
    looks.call()
    bus.post({ kind: 'changed', store: 'sales', rev: 0 })
  }
  const sendNow = async () => {
    const waiting = store.get(formerSalesAtom).filter((one) => one.waiting > 0)
    await Promise.all(waiting.map(({ pharmacyId }) => sendByHand(pharmacyId)))
    await looks.flush()
  }
  // Any window, even where the network is believed gone: somebody asks for it.
  const sendByHand = async (pharmacyId: string) => {
    const own = sending.get(pharmacyId) ?? startSending(pharmacyId, onWritten)
    await own.drainAll()
    if (sending.get(pharmacyId) !== own) own.stop()
  }
  const canSend = () => store.get(isLeaderAtom) && store.get(connectivityAtom).state !== 'offline'
  let couldSend = canSend()
  const onChange = () => {
    if (canSend() === couldSend) return
    couldSend = !couldSend
    if (couldSend) looks.call()
    else stopAll()
  }
  const leaving = [
    store.sub(isLeaderAtom, onChange),
    store.sub(connectivityAtom, onChange),
    store.sub(pharmacyIdAtom, () => {
      stopSending(store.get(pharmacyIdAtom))
      looks.call()
    }),
    // Only who shows some has to look again: most terminals never had another pharmacy.
    bus.subscribe((notice) => {
      if (notice.kind === 'changed' && notice.store === 'sales' && store.get(formerSalesAtom).length > 0) looks.call()
    }),
  ]
  store.set(sendFormerAtom, { send: sendNow })
  looks.call()
  return () => {
    isStopped = true
    for (const leave of leaving) leave()
    stopAll()
    store.set(sendFormerAtom, null)
  }
}

const nameOf = (pharmacyId: string) => `former-${pharmacyId}` as const

/** Sends what waits of a former pharmacy with the credential kept, with the outbox's own back-off, until it is stopped. */
function startSending(pharmacyId: string, onWritten: () => void): Sending {
  const store = openSalesStore(pharmacyId)
  const tokens = tokensOf(nameOf(pharmacyId))
  const outbox = startOutbox(store, () => tokens, onWritten)
  void outbox.drainAll()
  return {
    drainAll: outbox.drainAll,
    stop() {
      outbox.stop()
      // What is on its way is still written down.
      void outbox.drain().finally(() => store.close())
    },
  }
}

async function forgetCredential(pharmacyId: string): Promise<void> {
  if (!(await userOf(nameOf(pharmacyId)))) return
  const { authOf, signOut } = await firebase()
  await signOut(authOf(nameOf(pharmacyId)))
}
