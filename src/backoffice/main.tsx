import { Provider, useAtomValue } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Routes } from '#backoffice/routes.tsx'
import { startSession } from '#shared/session/start-session.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { FatalBoundary } from '#shared/ui/fatal-boundary.tsx'

const { store } = startSession()

function BackOffice() {
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (
    <AppProvider {...(currency ? { currency } : {})}>
      <FatalBoundary kept="Ce qui est enregistré est conservé.">
        <Routes />
      </FatalBoundary>
    </AppProvider>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Provider store={store}>
      <BackOffice />
    </Provider>
  </StrictMode>,
)
