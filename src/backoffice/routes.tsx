import { useAtomValue } from 'jotai'
import { lazy, Suspense, use, useEffect, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { isTypedAtom, useGuardedNavigation } from '#backoffice/ui/forms/leave-guard.ts'
import { LeaveQuestion } from '#backoffice/ui/forms/leave-question.tsx'
import { phoneInventory } from '#backoffice/inventories/counting/phone-address.ts'
import { Frame } from '#backoffice/ui/frame.tsx'
import { ClosedScreen } from '#backoffice/ui/closed-page.tsx'
import { hasFiscalPlatformAtom } from '#backoffice/ui/country.ts'
import classes from '#backoffice/ui/page.module.css'
import { mayCall, rightsAtom } from '#backoffice/ui/rights.ts'
import { type Screen, ScreensContext } from '#backoffice/ui/screens.ts'
import { allPages, screensOf } from '#backoffice/screens.ts'
import { config } from '#shared/config.ts'
import { mayEnter, type Claims } from '#shared/domain/claims.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { claimsAtom, needsSignInAtom } from '#shared/session/claims.ts'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { SignInScreen } from '#shared/session/sign-in-screen.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { Loader } from '#shared/ui/loader.tsx'

const home = '/backoffice/'
/** Delay in ms before preloading, so that the requested screen loads first. */
const idleMs = 3_000

// Loaded on demand (Ctrl+K), to keep the first paint fast.
const loadFinder = () => import('#backoffice/finder/finder.tsx')
const ActionScreen = lazy(() =>
  import('#shared/session/account/action-screen.tsx').then((module) => ({ default: module.ActionScreen })),
)
const ForgottenScreen = lazy(() =>
  import('#shared/session/account/forgotten-screen.tsx').then((module) => ({ default: module.ForgottenScreen })),
)
const PhoneCounting = lazy(() =>
  import('#backoffice/inventories/counting/phone-counting.tsx').then((module) => ({ default: module.PhoneCounting })),
)
const Finder = lazy(() => loadFinder().then((module) => ({ default: module.Finder })))

/**
 * Entry rule (specification §2): a user who may not enter sees public pages, the sign-in, or the lock screen of a
 * signed-in terminal. A phone that scanned the code of an inventory counts it, and sees nothing else.
 */
export function Routes() {
  const { claims, isLoading } = useAtomValue(claimsAtom)
  const [phone] = useState(phoneInventory)
  const aroundNav = useGuardedNavigation()
  return (
    // Locked, no question can be answered.
    <Router base="/backoffice" {...(mayEnter(claims) && { aroundNav })}>
      {phone?.isScanned || (phone && !isLoading && !mayEnter(claims)) ? (
        <Suspense fallback={<Loader full />}>
          <PhoneCounting inventoryId={phone.id} />
        </Suspense>
      ) : (
        <Switch>
          <Route path="/action">
            <Action />
          </Route>
          <Route path="/mot-de-passe">
            <Forgotten />
          </Route>
          <Route>{isLoading ? <Loader full /> : <KeptRoutes claims={claims} />}</Route>
        </Switch>
      )}
    </Router>
  )
}

/** What a member typed and did not save stays behind the lock screen, as it was, for this member only. */
function KeptRoutes({ claims }: { claims: Claims | undefined }) {
  const isTyped = useAtomValue(isTypedAtom)
  const [entered, setEntered] = useState<Claims>()
  const isIn = mayEnter(claims)
  if (isIn && claims !== entered) setEntered(claims)
  const inside = isIn ? claims : isTyped ? entered : undefined
  return (
    <>
      {inside && (
        <Suspense>
          {!isIn && <Unseen />}
          <PrivateRoutes key={inside.uid} claims={inside} />
        </Suspense>
      )}
      {!isIn && <PublicRoutes isPostKnown={claims !== undefined} />}
    </>
  )
}

const never = new Promise<null>(() => undefined)

/** Suspends its boundary: React hides what stands in it, and keeps its state. */
function Unseen(): null {
  return use(never)
}

/** Reachable whoever is signed in: an invited colleague may open his link on a terminal that others use. */
function Action() {
  const [, go] = useLocation()
  return (
    <Suspense fallback={<Loader full />}>
      <ActionScreen onDone={() => go('/', { replace: true })} />
    </Suspense>
  )
}

function Forgotten() {
  const [, go] = useLocation()
  return (
    <Suspense fallback={<Loader full />}>
      <ForgottenScreen onDone={() => go('/connexion', { replace: true })} />
    </Suspense>
  )
}

/** The sign-in stays reachable on a terminal whose sign-in has expired. */
function PublicRoutes({ isPostKnown }: { isPostKnown: boolean }) {
  const [, go] = useLocation()
  const needsSignIn = useAtomValue(needsSignInAtom)
  return (
    <Switch>
      <Route path="/connexion">
        {isPostKnown && !needsSignIn ? (
          <Redirect to="/" replace />
        ) : (
          <SignInScreen {...(isPostKnown && { onLeave: () => go('/') })} />
        )}
      </Route>
      {/* The address stays, so that the requested screen opens after the PIN. */}
      <Route>{isPostKnown ? <LockScreen onSignIn={() => go('/connexion')} /> : <SignInScreen />}</Route>
    </Switch>
  )
}

/** Of two paths that match an address, the one without a parameter comes first, then the one with more segments. */
function rankOf(path: string): number {
  return path.includes(':') ? 100 - path.split('/').length : 0
}

/** Settings that a member may not change are shown to him all the same; a list that he may not read is not asked for. */
function isClosed({ call, opensWithoutCall }: Screen, rights: ReadonlySet<Permission>): boolean {
  return call.method === 'GET' && !opensWithoutCall && !mayCall(rights, call)
}

function loadInIdleTime(): () => void {
  const loads = [loadFinder, ...allPages.map(({ load }) => load)]
  const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), idleMs)
  return () => clearTimeout(timer)
}

function PrivateRoutes({ claims }: { claims: Claims }) {
  const rights = useAtomValue(rightsAtom)
  const isCertified = useAtomValue(hasFiscalPlatformAtom)
  const all = screensOf(claims, config.disabledFeatures).filter(
    ({ needsFiscalPlatform }) => isCertified || !needsFiscalPlatform,
  )
  const first = all[0]?.path ?? '/'
  const open = all.filter(({ call }) => mayCall(rights, call))
  useEffect(loadInIdleTime, [])
  return (
    <ScreensContext value={open}>
      <Frame screens={open} finder={Finder}>
        <Suspense
          fallback={
            <main className={classes.arriving}>
              <Loader full />
            </main>
          }
        >
          <Switch>
            {['/connexion', '/deverrouiller'].map((path) => (
              <Route key={path} path={path}>
                <Redirect to={first} replace />
              </Route>
            ))}
            {all
              .flatMap((screen) => screen.pages.map((page) => ({ ...page, screen })))
              .toSorted((a, b) => rankOf(a.path) - rankOf(b.path))
              .map(({ path, component: Component, screen }) => (
                <Route key={path} path={path}>
                  {isClosed(screen, rights) ? <ClosedScreen screen={screen} /> : <Component />}
                </Route>
              ))}
            <Route path="/">
              <Redirect to={first} replace />
            </Route>
            <Route>
              <div className={classes.arriving}>
                <ErrorPage title="Cette page n’existe pas" text="L’adresse est peut-être incomplète." homeHref={home} />
              </div>
            </Route>
          </Switch>
        </Suspense>
        <LeaveQuestion />
      </Frame>
    </ScreensContext>
  )
}
