import { useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { SignInScreen } from '#shared/session/sign-in-screen.tsx'

/** The public side: the terminal signs in once, then its members unlock it. */
export function PublicRoutes({ isTerminalKnown }: { isTerminalKnown: boolean }) {
  // The sign-in service forgot this terminal: its account is typed again, while sales of who unlocks go on.
  const [signsInAgain, setSignsInAgain] = useState(false)
  if (!isTerminalKnown || signsInAgain) return <SignInScreen />
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
        <LockScreen onSignIn={() => setSignsInAgain(true)} />
      </Route>
    </Switch>
  )
}
