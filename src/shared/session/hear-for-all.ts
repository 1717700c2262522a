import type { createStore } from 'jotai'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Bus } from '#shared/windows/bus.ts'
import { connectivityAtom, type ConnectivityWatch } from '#shared/windows/connectivity.ts'
import { hearServer, type Hearing, type ServerHint } from '#shared/windows/server-hints.ts'

type Store = ReturnType<typeof createStore>

/**
 * Receives the server's hints for the terminal's pharmacy while this window leads. A broken stream triggers a network
 * check.
 */
export function hearForAll(
  store: Store,
  bus: Bus,
  network: Pick<ConnectivityWatch, 'check'>,
  onHint: (hint: ServerHint) => void,
) {
  let hearing: Hearing | undefined
  const onLost = () => {
    if (store.get(connectivityAtom).state !== 'offline') void network.check()
  }
  const listen = () => {
    hearing?.stop()
    hearing = store.get(pharmacyIdAtom) ? hearServer(bus, onHint, onLost) : undefined
  }
  return {
    /** Returns the function that stops it. */
    begin(): () => void {
      listen()
      const stopFollowing = store.sub(pharmacyIdAtom, listen)
      return () => {
        stopFollowing()
        hearing?.stop()
        hearing = undefined
      }
    },
    wake: () => hearing?.wake(),
  }
}
