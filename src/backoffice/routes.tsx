import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { useGuardedNavigation } from '#backoffice/ui/forms/leave-guard.ts'
import { LeaveQuestion } from '#backoffice/ui/forms/leave-question.tsx'
import { Frame } from '#backoffice/ui/frame.tsx'
import classes from '#backoffice/ui/page.module.css'
import { screensOf } from '#backoffice/ui/screens.ts'
import { config } from '#shared/config.ts'
import { mayEnter, type Claims } from '#shared/domain/claims.ts'
import { claimsAtom, needsSignInAtom } from '#shared/session/claims.ts'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { SignInScreen } from '#shared/session/sign-in-screen.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { Loader } from '#shared/ui/loader.tsx'

const home = '/backoffice/'
/** The screen that was asked for comes first. */
const idleMs = 3_000

const loads: (() => Promise<unknown>)[] = []

/** One screen, loaded when it is first opened, or when the window has nothing else to do: without a network it must be there. */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  loads.push(load)
  return lazy<ComponentType>(() => load().then((module) => ({ default: module[name] })))
}

const DashboardScreen = screen(() => import('#backoffice/dashboard/dashboard-screen.tsx'), 'DashboardScreen')
const SalesScreen = screen(() => import('#backoffice/sales/sales-screen.tsx'), 'SalesScreen')
const MissedSalesScreen = screen(() => import('#backoffice/missed-sales/missed-sales-screen.tsx'), 'MissedSalesScreen')
const PrescriptionRegisterScreen = screen(
  () => import('#backoffice/prescription-register/prescription-register-screen.tsx'),
  'PrescriptionRegisterScreen',
)
const CashRegistersScreen = screen(
  () => import('#backoffice/cash-registers/cash-registers-screen.tsx'),
  'CashRegistersScreen',
)
const CashRegisterScreen = screen(
  () => import('#backoffice/cash-registers/cash-register-screen.tsx'),
  'CashRegisterScreen',
)
const MovementsScreen = screen(() => import('#backoffice/movements/movements-screen.tsx'), 'MovementsScreen')
const DisbursementsScreen = screen(
  () => import('#backoffice/disbursements/disbursements-screen.tsx'),
  'DisbursementsScreen',
)
const StockScreen = screen(() => import('#backoffice/stock/stock-screen.tsx'), 'StockScreen')
const ClientsScreen = screen(() => import('#backoffice/clients/clients-screen.tsx'), 'ClientsScreen')
const DuplicatesScreen = screen(() => import('#backoffice/clients/duplicates-screen.tsx'), 'DuplicatesScreen')
const PatientScreen = screen(() => import('#backoffice/clients/patient-screen.tsx'), 'PatientScreen')
const InsuredImportScreen = screen(() => import('#backoffice/insured/insured-import-screen.tsx'), 'InsuredImportScreen')
const SchemeScreen = screen(() => import('#backoffice/scheme/scheme-screen.tsx'), 'SchemeScreen')
const SuggestionsScreen = screen(() => import('#backoffice/scheme/suggestions-screen.tsx'), 'SuggestionsScreen')
const SchemeImportScreen = screen(() => import('#backoffice/scheme/scheme-import-screen.tsx'), 'SchemeImportScreen')
const TagsScreen = screen(() => import('#backoffice/settings/tags-screen.tsx'), 'TagsScreen')
const BanksScreen = screen(() => import('#backoffice/settings/banks-screen.tsx'), 'BanksScreen')
const ReasonsScreen = screen(() => import('#backoffice/settings/reasons-screen.tsx'), 'ReasonsScreen')
const PharmacySettingsScreen = screen(
  () => import('#backoffice/settings/pharmacy-settings-screen.tsx'),
  'PharmacySettingsScreen',
)
const PrintersScreen = screen(() => import('#backoffice/settings/printers-screen.tsx'), 'PrintersScreen')
const RolesScreen = screen(() => import('#backoffice/settings/roles-screen.tsx'), 'RolesScreen')
const OrganizationScreen = screen(() => import('#backoffice/clients/organization-screen.tsx'), 'OrganizationScreen')
const InsurersScreen = screen(() => import('#backoffice/payers/insurers-screen.tsx'), 'InsurersScreen')
const ContractScreen = screen(() => import('#backoffice/payers/contract-screen.tsx'), 'ContractScreen')
const ReferentialScreen = screen(() => import('#backoffice/referential/referential-screen.tsx'), 'ReferentialScreen')

// Opened by Ctrl+K only: it need not weigh on the first paint.
const loadFinder = () => import('#backoffice/finder/finder.tsx')
loads.push(loadFinder)
const Finder = lazy(() => loadFinder().then((module) => ({ default: module.Finder })))

/** The entry rule (specification §2): who is not in sees the public side, sign-in or the lock screen of a post that is signed in. */
export function Routes() {
  const { claims, isLoading } = useAtomValue(claimsAtom)
  const aroundNav = useGuardedNavigation()
  return (
    <Router base="/backoffice" aroundNav={aroundNav}>
      {isLoading ? (
        <Loader full />
      ) : mayEnter(claims) ? (
        <PrivateRoutes claims={claims} />
      ) : (
        <PublicRoutes isPostKnown={claims !== undefined} />
      )}
    </Router>
  )
}

/** The sign-in stays within reach of a post that the sign-in service no longer knows. */
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
      {/* The address stays: after the PIN the screen that was asked for opens. */}
      <Route>{isPostKnown ? <LockScreen onSignIn={() => go('/connexion')} /> : <SignInScreen />}</Route>
    </Switch>
  )
}

function loadInIdleTime(): () => void {
  const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), idleMs)
  return () => clearTimeout(timer)
}

function PrivateRoutes({ claims }: { claims: Claims }) {
  const screens = screensOf(claims, config.disabledFeatures)
  const has = (path: string): boolean => screens.some((each) => each.path === path)
  const first = screens[0]?.path ?? '/'
  useEffect(loadInIdleTime, [])
  return (
    <Frame screens={screens} finder={Finder}>
      <Suspense
        fallback={
          <main className={classes.arriving}>
            <Loader full />
          </main>
        }
      >
        <Switch>
          <Route path="/connexion">
            <Redirect to={first} replace />
          </Route>
          <Route path="/deverrouiller">
            <Redirect to={first} replace />
          </Route>
          {has('/') ? (
            <Route path="/" component={DashboardScreen} />
          ) : (
            <Route path="/">
              <Redirect to={first} replace />
            </Route>
          )}
          {has('/ventes/manquees') && <Route path="/ventes/manquees" component={MissedSalesScreen} />}
          {has('/ordonnancier') && <Route path="/ordonnancier" component={PrescriptionRegisterScreen} />}
          {has('/caisses') && <Route path="/caisses" component={CashRegistersScreen} />}
          {has('/caisses') && <Route path="/caisses/:id" component={CashRegisterScreen} />}
          {has('/mouvements') && <Route path="/mouvements" component={MovementsScreen} />}
          {has('/decaissements') && <Route path="/decaissements/:id?" component={DisbursementsScreen} />}
          {has('/ventes') && <Route path="/ventes/:id?" component={SalesScreen} />}
          {has('/stock') && <Route path="/stock/:id?" component={StockScreen} />}
          {has('/clients') && <Route path="/clients" component={ClientsScreen} />}
          {has('/clients') && <Route path="/clients/doublons" component={DuplicatesScreen} />}
          {has('/clients') && <Route path="/patients/:id" component={PatientScreen} />}
          {has('/regime') && <Route path="/regime/associer" component={SuggestionsScreen} />}
          {has('/regime') && <Route path="/regime/import" component={SchemeImportScreen} />}
          {has('/regime') && <Route path="/regime/:id?" component={SchemeScreen} />}
          {has('/parametres/pharmacie') && <Route path="/parametres/pharmacie" component={PharmacySettingsScreen} />}
          {has('/parametres/imprimantes') && <Route path="/parametres/imprimantes" component={PrintersScreen} />}
          {has('/parametres/roles') && <Route path="/parametres/roles/:id?" component={RolesScreen} />}
          {has('/parametres/etiquettes') && <Route path="/parametres/etiquettes/:id?" component={TagsScreen} />}
          {has('/parametres/banques') && <Route path="/parametres/banques/:id?" component={BanksScreen} />}
          {has('/parametres/motifs') && <Route path="/parametres/motifs/:id?" component={ReasonsScreen} />}
          {has('/clients') && <Route path="/organismes/:id" component={OrganizationScreen} />}
          {has('/assurances') && <Route path="/assurances/:id?" component={InsurersScreen} />}
          {has('/assurances') && <Route path="/contrats/:id/import" component={InsuredImportScreen} />}
          {has('/assurances') && <Route path="/contrats/:id" component={ContractScreen} />}
          {has('/referentiel') && <Route path="/referentiel/:id?" component={ReferentialScreen} />}
          <Route>
            <div className={classes.arriving}>
              <ErrorPage title="Cette page n’existe pas" text="L’adresse est peut-être incomplète." homeHref={home} />
            </div>
          </Route>
        </Switch>
      </Suspense>
      <LeaveQuestion />
    </Frame>
  )
}
