import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InsecureAddress, Kiosk } from '#kiosk/kiosk.tsx'
import { loadPartsInIdleTime } from '#kiosk/load-parts.ts'
import { reloadOnceOnMissingPart } from '#shared/windows/reload-once.ts'
import { startSession } from '#shared/session/start-session.ts'
import { isContextSecure } from '#shared/windows/secure-context.ts'

// Nothing of a sale needs a part that is loaded later: it goes on without a reload.
reloadOnceOnMissingPart({ isBusy: () => location.pathname.startsWith('/kiosk/vente/') })
const root = createRoot(document.getElementById('root')!)
if (isContextSecure()) {
  loadPartsInIdleTime()
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
