import { atom, type createStore } from 'jotai'
import { firebase } from '#shared/session/token.ts'
import { formerSalesAtom, readFormerSales } from '#shared/store/former-sales.ts'
import { pharmacyIdAtom } from '#shared/store/identity-atoms.ts'
import { formerPharmacies } from '#shared/store/other-pharmacies.ts'
import { startOutbox } from '#shared/store/outbox.ts'
import { openSalesStore } from '#shared/store/sales-store.ts'
import type { Bus } from '#shared/windows/bus.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'

type Store = ReturnType<typeof createStore>

/**
 * Keeps the credential of the pharmacy that the terminal leaves, under a name of its own, while sales of it wait: they are still sent
 * (product.md §5), and its name, by which the queue calls them. Must run before the terminal's account is replaced or signed out.
 */
export async function keepCredential(pharmacyId: string, name: string | null): Promise<void> {
  const store = openSalesStore(pharmacyId)
  try {
    if (name !== null) await store.keepPharmacyName(name)
    if ((await store.outbox()).length === 0) return
    const { authOf, updateCurrentUser } = await firebase()
    await updateCurrentUser(authOf(`former-${pharmacyId}`), authOf('terminal').currentUser)
  } finally {
    store.close()
  }
}

/** « Envoyer maintenant » of what former pharmacies have left; set by the session. */
export const sendFormerAtom = atom<{ send: () => Promise<void> } | null>(null)

/** Shows what former pharmacies have left on this disk; the leading window sends it while the API can be reached. Returns how to stop. */
export function followFormerPharmacies(store: Store, bus: Bus): () => void {
  const show = async () => {
    const pharmacyId = store.get(pharmacyIdAtom)
    const found = await readFormerSales(pharmacyId).catch(() => null)
    if (found && store.get(pharmacyIdAtom) === pharmacyId) store.set(formerSalesAtom, found)
  }
  const send = async () => {
    await sendFormerSales(store.get(pharmacyIdAtom))
    const had = store.get(formerSalesAtom).length > 0
    await show()
    if (had) bus.post({ kind: 'changed', store: 'sales', rev: 0 })
  }
  let couldSend = false
  const look = () => {
    const canSend = store.get(isLeaderAtom) && store.get(connectivityAtom).state !== 'offline'
    if (canSend && !couldSend) void send()
    couldSend = canSend
  }
  const leaving = [
    store.sub(isLeaderAtom, look),
    store.sub(connectivityAtom, look),
    // The pharmacy that was just left has its sales sent at once.
    store.sub(pharmacyIdAtom, () => void (couldSend ? send() : show())),
    // Only who shows some has to look again: most terminals never had another pharmacy.
    bus.subscribe((notice) => {
      if (notice.kind === 'changed' && notice.store === 'sales' && store.get(formerSalesAtom).length > 0) void show()
    }),
  ]
  store.set(sendFormerAtom, { send })
  void show()
  look()
  return () => {
    for (const leave of leaving) leave()
    store.set(sendFormerAtom, null)
  }
}

/** Sends what waits of former pharmacies, with the credentials kept; a credential whose queue is empty goes. Never throws. */
export async function sendFormerSales(currentPharmacyId: string | null): Promise<void> {
  for (const pharmacyId of await formerPharmacies(currentPharmacyId)) await sendFormer(pharmacyId).catch(() => undefined)
}

async function sendFormer(pharmacyId: string): Promise<void> {
  const store = openSalesStore(pharmacyId)
  try {
    if ((await store.outbox()).length === 0) return
    const { authOf, signOut } = await firebase()
    const auth = authOf(`former-${pharmacyId}`)
    await auth.authStateReady()
    const tokens = [async () => auth.currentUser?.getIdToken()]
    const outbox = startOutbox(store, () => tokens, () => Promise.resolve())
    await outbox.drain()
    outbox.stop()
    if ((await store.outbox()).length === 0) await signOut(auth)
  } finally {
    store.close()
  }
}
