import type { createStore } from 'jotai'
import { terminalUserChanged } from '#shared/session/sign-in.ts'
import { firebase, userOf } from '#shared/session/token.ts'
import { terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'

/** Follows who the sign-in service says is signed in on this terminal, as soon as it is loaded; returns how to stop. */
export function followTerminalUser(store: ReturnType<typeof createStore>, identity: SharedIdentity): () => void {
  const leaving: (() => void)[] = []
  let isStopped = false
  const uidOf = () => store.get(terminalAtom)?.account?.uid
  let known = uidOf()
  // Signed in in another window: its user may be here before the record says that the account is this one's.
  const look = async () => {
    if (uidOf() === known) return
    known = uidOf()
    const user = await userOf('terminal')
    if (user?.uid === known) await terminalUserChanged(store, identity, user)
  }
  const follow = async () => {
    const { authOf, onIdTokenChanged } = await firebase()
    if (!isStopped)
      leaving.push(
        onIdTokenChanged(authOf('terminal'), (user) => void terminalUserChanged(store, identity, user)),
        store.sub(terminalAtom, () => void look()),
      )
  }
  void follow()
  return () => {
    isStopped = true
    for (const leave of leaving) leave()
  }
}
