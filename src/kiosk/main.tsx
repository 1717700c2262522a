import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InsecureAddress, Kiosk } from '#kiosk/kiosk.tsx'
import { loadPartsInIdleTime } from '#kiosk/load-parts.ts'
import { reloadOnceOnMissingPart } from '#shared/windows/reload-once.ts'
import { NothingKept } from '#shared/session/disk-faces.tsx'
import { markDemo } from '#shared/session/demo-mark.ts'
import { startSession } from '#shared/session/start-session.ts'
import { isContextSecure, isStorageOpen } from '#shared/windows/secure-context.ts'

// A sale needs no module that is loaded later, so an open sale is never reloaded.
reloadOnceOnMissingPart({ isBusy: () => location.pathname.startsWith('/kiosk/vente/') })
void markDemo()
const root = createRoot(document.getElementById('root')!)
if (!isContextSecure()) {
  root.render(<InsecureAddress />)
} else if (!isStorageOpen()) {
  root.render(<NothingKept />)
} else {
  loadPartsInIdleTime()
  root.render(
    <StrictMode>
      <Provider store={startSession().store}>
        <Kiosk />
      </Provider>
    </StrictMode>,
  )
}
