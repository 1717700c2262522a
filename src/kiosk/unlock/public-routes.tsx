import { type ReactNode, useState } from 'react'
import { useAtomValue } from 'jotai'
import { Redirect, Route, Switch } from 'wouter'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { SignInScreen } from '#shared/session/sign-in-screen.tsx'

interface PublicRoutesProps {
  isTerminalKnown: boolean
  /** The health screen, without what needs an unlocked member. */
  health: (onLeave: () => void) => ReactNode
}

/** The public screens: the terminal signs in once, then its members unlock it. */
export function PublicRoutes({ isTerminalKnown, health }: PublicRoutesProps) {
  // The sign-in service rejects this terminal: its account must sign in again. Members can still unlock and sell
  // meanwhile.
  const [signsInAgain, setSignsInAgain] = useState(false)
  // State and not an address: a terminal that is locked on its health screen must show the lock screen.
  const [isHealthShown, setIsHealthShown] = useState(false)
  const needsSignIn = useAtomValue(needsSignInAtom)
  // The terminal is signed in again: close the form, so that it does not open by itself the next time.
  if (signsInAgain && !needsSignIn) setSignsInAgain(false)
  if (!isTerminalKnown) return <SignInScreen />
  if (signsInAgain) return <SignInScreen onLeave={() => setSignsInAgain(false)} />
  if (isHealthShown) return health(() => setIsHealthShown(false))
  return (
    <Switch>
      <Route path="/connexion">
        <Redirect to="/" replace />
      </Route>
      {/* Locked from another window: the next seller must not start on the former seller's sale. */}
      <Route path="/vente/:id">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <LockScreen onSignIn={() => setSignsInAgain(true)} onHealth={() => setIsHealthShown(true)} />
      </Route>
    </Switch>
  )
}
