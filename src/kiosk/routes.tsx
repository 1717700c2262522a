import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { RightRequestModal } from '#kiosk/counter/rights/right-request-modal.tsx'
import { KioskFrame } from '#kiosk/counter/frame/kiosk-frame.tsx'
import { placesOf } from '#kiosk/counter/sale/places.ts'
import { mayEnter } from '#shared/domain/claims.ts'
import { claimsAtom } from '#shared/session/claims.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { Loader } from '#shared/ui/loader.tsx'
import { CounterRoute, NextSaleRoute } from './counter-route.tsx'
import {
  ActionScreen,
  ClientsRoute,
  DisplayScreen,
  ForgottenScreen,
  HealthScreen,
  ParkedDrawer,
  ParkedSection,
  ProductsScreen,
  ReceiptPrinter,
  RegisterScreen,
  RetypeRoute,
  SalesScreen,
  TerminalScreen,
  ToCollect,
} from './late-parts.ts'
import { ScannerRoom } from './scanners/scanner-room.tsx'
import { Shelf } from './shelf.tsx'
import { PublicRoutes } from './unlock/public-routes.tsx'

const home = '/kiosk/'
/**
 * The entry rule (specification §2): without an unlocked session, only the public screens: sign-in, or the lock screen
 * of a terminal that is signed in.
 */
export function Routes() {
  const { claims, isLoading } = useAtomValue(claimsAtom)
  const entry = () => {
    if (isLoading) return <Loader full />
    return mayEnter(claims) ? (
      <PrivateRoutes hasPharmacy={claims.pharmacyId !== undefined} />
    ) : (
      <PublicRoutes isTerminalKnown={claims !== undefined} health={(onLeave) => <HealthScreen onLeave={onLeave} />} />
    )
  }
  return (
    <Router base="/kiosk">
      <Switch>
        {/* The customer's screen belongs to the terminal and works while it is locked. */}
        <Route path="/afficheur" component={DisplayScreen} />
        <Route path="/action" component={Action} />
        <Route path="/mot-de-passe" component={Forgotten} />
        <Route>
          <ScannerRoom />
          {entry()}
        </Route>
      </Switch>
    </Router>
  )
}

function Action() {
  const [, navigate] = useLocation()
  return <ActionScreen onDone={() => navigate('/', { replace: true })} />
}

function Forgotten() {
  const [, navigate] = useLocation()
  return <ForgottenScreen onDone={() => navigate('/connexion', { replace: true })} />
}

function PrivateRoutes({ hasPharmacy }: { hasPharmacy: boolean }) {
  const lock = useSetAtom(lockAtom)
  const [, navigate] = useLocation()
  const [isParkedOpen, setIsParkedOpen] = useState(false)
  const places = placesOf(useAtomValue(permissionsAtom))
  if (!hasPharmacy)
    return (
      <ErrorPage
        title="Ce compte n’ouvre pas le comptoir"
        text="C’est un compte de la plateforme. Ouvrez la gestion."
        buttonLabel="Ouvrir la gestion"
        homeHref="/backoffice/"
      />
    )
  // Leave the address of this seller's sale: the next seller must not start there.
  const lockTerminal = () => void lock().then(() => navigate('/', { replace: true }))
  const first = places[0]?.href ?? '/stock'
  const has = (href: string) => places.some((place) => place.href === href)
  return (
    <KioskFrame
      places={places}
      shelf={has('/vente') ? <Shelf onParked={() => setIsParkedOpen(!isParkedOpen)} /> : null}
      aside={isParkedOpen && <ParkedDrawer onClose={() => setIsParkedOpen(false)} />}
      onLock={lockTerminal}
    >
      <Switch>
        <Route path="/">
          <Redirect to={first} replace />
        </Route>
        <Route path="/connexion">
          <Redirect to={first} replace />
        </Route>
        {has('/vente') && <Route path="/vente" component={NextSaleRoute} />}
        {has('/vente') && <Route path="/vente/:id" component={CounterRoute} />}
        {has('/ventes') && (
          <Route path="/ventes">
            <SalesScreen parked={<ParkedSection />} />
          </Route>
        )}
        {has('/stock') && <Route path="/stock" component={ProductsScreen} />}
        {has('/clients') && <Route path="/clients" component={ClientsRoute} />}
        {has('/caisse') && (
          <Route path="/caisse">
            <RegisterScreen toCollect={has('/vente') && <ToCollect />} />
          </Route>
        )}
        <Route path="/poste" component={TerminalScreen} />
        <Route path="/sante">
          <HealthScreen />
        </Route>
        {has('/vente') && <Route path="/ressaisir" component={RetypeRoute} />}
        <Route>
          <ErrorPage
            title="Cette page n’existe pas"
            text="L’adresse est peut-être incomplète. Vos ventes sont enregistrées sur ce poste."
            homeHref={home}
          />
        </Route>
      </Switch>
      <ReceiptPrinter />
      <RightRequestModal />
    </KioskFrame>
  )
}
