import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { InsecureAddress, Kiosk } from '#kiosk/kiosk.tsx'
import { reloadOnceOnMissingPart } from '#kiosk/reload-once.ts'
import { startSession } from '#shared/session/start-session.ts'
import { isContextSecure } from '#shared/windows/secure-context.ts'

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
