import { firebase } from '#shared/session/token.ts'
import { formerPharmacies } from '#shared/store/other-pharmacies.ts'
import { startOutbox } from '#shared/store/outbox.ts'
import { openSalesStore } from '#shared/store/sales-store.ts'

/**
 * Keeps the credential of the pharmacy that the terminal leaves, under a name of its own, while sales of it wait: they are still sent
 * (product.md §5). Must run before the terminal's account is replaced or signed out.
 */
export async function keepCredential(pharmacyId: string): Promise<void> {
  const store = openSalesStore(pharmacyId)
  try {
    if ((await store.outbox()).length === 0) return
    const { authOf, updateCurrentUser } = await firebase()
    await updateCurrentUser(authOf(`former-${pharmacyId}`), authOf('terminal').currentUser)
  } finally {
    store.close()
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
    const token = async () => auth.currentUser?.getIdToken()
    const outbox = startOutbox(store, () => [token], () => Promise.resolve())
    await outbox.drain()
    outbox.stop()
    if ((await store.outbox()).length === 0) await signOut(auth)
  } finally {
    store.close()
  }
}
