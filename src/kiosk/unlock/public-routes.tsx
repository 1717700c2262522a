import { type ReactNode, useState } from 'react'
import { useAtomValue } from 'jotai'
import { Redirect, Route, Switch } from 'wouter'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { SignInScreen } from '#shared/session/sign-in-screen.tsx'

interface PublicRoutesProps {
  isTerminalKnown: boolean
  /** How this terminal is, without what needs somebody who is in. */
  health: (onLeave: () => void) => ReactNode
}

/** The public side: the terminal signs in once, then its members unlock it. */
export function PublicRoutes({ isTerminalKnown, health }: PublicRoutesProps) {
  // The sign-in service forgot this terminal: its account is typed again, while sales of who unlocks go on.
  const [signsInAgain, setSignsInAgain] = useState(false)
  // No address of its own: a window that is locked while it shows its health asks who is there, as every other.
  const [isHealthShown, setIsHealthShown] = useState(false)
  const needsSignIn = useAtomValue(needsSignInAtom)
  // It is known again: the next time somebody has to ask for the form anew.
  if (signsInAgain && !needsSignIn) setSignsInAgain(false)
  if (!isTerminalKnown) return <SignInScreen />
  if (signsInAgain) return <SignInScreen onLeave={() => setSignsInAgain(false)} />
  if (isHealthShown) return health(() => setIsHealthShown(false))
  return (
    <Switch>
      <Route path="/connexion">
        <Redirect to="/" replace />
      </Route>
      {/* Locked from another window: the next seller does not begin on the sale of the one before. */}
      <Route path="/vente/:id">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <LockScreen onSignIn={() => setSignsInAgain(true)} onHealth={() => setIsHealthShown(true)} />
      </Route>
    </Switch>
  )
}
