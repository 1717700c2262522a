import type { createStore } from 'jotai'
import { config } from '#shared/config.ts'
import { terminalUserChanged } from '#shared/session/sign-in.ts'
import { syncToken } from '#shared/session/token-sync.ts'
import { firebase, userOf } from '#shared/session/token.ts'
import { terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'

/** Follows the terminal account's user in the sign-in service once it is loaded. Returns the function that stops it. */
export function followTerminalUser(store: ReturnType<typeof createStore>, identity: SharedIdentity): () => void {
  const leaving: (() => void)[] = []
  let isStopped = false
  const uidOf = () => store.get(terminalAtom)?.account?.uid
  let known = uidOf()
  // After a sign-in in another window, the user may arrive here before the record names the account.
  const look = async () => {
    if (uidOf() === known) return
    known = uidOf()
    const user = await userOf('terminal')
    if (user?.uid === known) await terminalUserChanged(store, identity, user)
  }
  const follow = async () => {
    const { authOf, onIdTokenChanged } = await firebase()
    if (isStopped) return
    leaving.push(
      onIdTokenChanged(authOf('terminal'), (user) => void terminalUserChanged(store, identity, user)),
      store.sub(terminalAtom, () => void look()),
    )
    if (config.tokenSyncPath) leaving.push(syncToken(onIdTokenChanged, authOf('terminal'), config.tokenSyncPath))
  }
  void follow()
  return () => {
    isStopped = true
    for (const leave of leaving) leave()
  }
}
