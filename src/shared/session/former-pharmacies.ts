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
/** The sender of one former pharmacy. */
type Sending = Pick<Outbox, 'drainAll' | 'stop'>

/** In ms. Reading the disk after each of 200 sales would slow down their sending. */
const lookRestMs = 250

/**
 * Before the terminal leaves a pharmacy: keeps its credential under a separate name while rows wait, so that they are
 * still sent (product.md §5), and stores the pharmacy's name for display. Must run before the terminal's account is
 * replaced or signed out. Returns whether waiting rows can still be sent; never throws.
 */
export async function keepCredential(pharmacyId: string, uid: string, name: string | null): Promise<boolean> {
  const store = openSalesStore(pharmacyId)
  try {
    if (name !== null) await store.keepPharmacyName(name)
    if ((await store.outbox()).length === 0) return true
    const [user, { authOf, updateCurrentUser }] = await Promise.all([userOf('terminal'), firebase()])
    // After an interrupted sign-in this may be another account's user.
    if (user?.uid !== uid) return false
    await updateCurrentUser(authOf(nameOf(pharmacyId)), user)
    return true
  } catch {
    return false
  } finally {
    store.close()
  }
}

/** « Envoyer maintenant » for former pharmacies: also rows whose next attempt is later. Set by the session. */
export const sendFormerAtom = atom<{ send: () => Promise<void> } | null>(null)

/**
 * Shows the unsent content of former pharmacies. While rows wait, the leading window sends them whenever the API is
 * reachable; credentials without waiting rows are removed. Returns the function that stops it.
 */
export function followFormerPharmacies(store: Store, bus: Bus): () => void {
  const sending = new Map<string, Sending>()
  let isStopped = false
  const look = async () => {
    const pharmacyId = store.get(pharmacyIdAtom)
    const read = await readFormerSales(pharmacyId)
    // The pharmacy changed meanwhile: another check follows.
    if (isStopped || store.get(pharmacyIdAtom) !== pharmacyId) return
    store.set(formerSalesAtom, read.filter(hasSomething))
    if (!canSend()) return
    for (const one of read) follow(one)
  }
  const looks = throttle(look, lookRestMs)
  const follow = ({ pharmacyId, waiting, isUnreadable }: FormerSales) => {
    // The database may become readable again and then needs its credential.
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
  // Runs in any window and also when the network seems to be down, because the user asks for it.
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
    // Most terminals never had another pharmacy, so only windows that show content check again.
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

/** Sends a former pharmacy's rows with its kept credential and the outbox's back-off, until stopped. */
function startSending(pharmacyId: string, onWritten: () => void): Sending {
  const store = openSalesStore(pharmacyId)
  const tokens = tokensOf(nameOf(pharmacyId))
  const outbox = startOutbox(store, () => tokens, onWritten)
  void outbox.drainAll()
  return {
    drainAll: outbox.drainAll,
    stop() {
      outbox.stop()
      // Outcomes of requests under way are still written.
      void outbox.drain().finally(() => store.close())
    },
  }
}

async function forgetCredential(pharmacyId: string): Promise<void> {
  if (!(await userOf(nameOf(pharmacyId)))) return
  const { authOf, signOut } = await firebase()
  await signOut(authOf(nameOf(pharmacyId)))
}
