import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BackOffice } from '#backoffice/backoffice.tsx'
import { NothingKept } from '#shared/session/disk-faces.tsx'
import { markDemo } from '#shared/session/demo-mark.ts'
import { startSession } from '#shared/session/start-session.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { reloadOnceOnMissingPart } from '#shared/windows/reload-once.ts'
import { isContextSecure, isStorageOpen } from '#shared/windows/secure-context.ts'

/**
 * Shown on an insecure address, where browsers offer neither locks nor durable storage, which the windows of a terminal
 * need to work together.
 */
function InsecureAddress() {
  return (
    <AppProvider>
      <ErrorPage
        title="Cette adresse n’est pas sûre"
        text={`Le navigateur n’ouvre la gestion que sur une adresse en https, ou sur localhost. Demandez à l’assistance l’adresse en https de ${location.host}.`}
        buttonLabel="Ouvrir en https"
        onButton={() => location.assign(location.href.replace(/^http:/, 'https:'))}
      />
    </AppProvider>
  )
}

reloadOnceOnMissingPart()
void markDemo()
const root = createRoot(document.getElementById('root')!)
if (!isContextSecure()) {
  root.render(<InsecureAddress />)
} else if (!isStorageOpen()) {
  root.render(<NothingKept />)
} else {
  root.render(
    <StrictMode>
      <Provider store={startSession().store}>
        <BackOffice />
      </Provider>
    </StrictMode>,
  )
}
