import { Provider, useAtomValue } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadOnceOnMissingPart } from '#kiosk/reload-once.ts'
import { Routes } from '#kiosk/routes.tsx'
import { startSession } from '#shared/session/start-session.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { FatalBoundary } from '#shared/ui/fatal-boundary.tsx'
import { isContextSecure } from '#shared/windows/secure-context.ts'

function Kiosk() {
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (
    <AppProvider {...(currency ? { currency } : {})}>
      <FatalBoundary kept="Vos ventes sont enregistrées sur ce poste.">
        <Routes />
      </FatalBoundary>
    </AppProvider>
  )
}

/** Without locks and durable storage a sale could be lost: better no counter than that one. */
function InsecureAddress() {
  return (
    <AppProvider>
      <ErrorPage
        title="Cette adresse n’est pas sûre"
        text={`Le navigateur ne garde les ventes que sur une adresse en https, ou sur localhost. Demandez à l’assistance l’adresse en https de ${location.host}.`}
        buttonLabel="Ouvrir en https"
        onButton={() => location.assign(location.href.replace(/^http:/, 'https:'))}
      />
    </AppProvider>
  )
}

reloadOnceOnMissingPart()
const root = createRoot(document.getElementById('root')!)
if (isContextSecure()) {
  root.render(
    <StrictMode>
      <Provider store={startSession().store}>
        <Kiosk />
      </Provider>
    </StrictMode>,
  )
} else {
  root.render(<InsecureAddress />)
}
