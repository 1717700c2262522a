import { render, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { onTestFinished } from 'vitest'
import { DisplayScreen } from '#kiosk/display/display-screen.tsx'
import { openPharmacy } from '#shared/session/pharmacy-room.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aWindow } from '#tests/support/a-terminal.ts'

/** A second window of the terminal, turned to the customer: its own atoms, the same disk. */
export async function aDisplay() {
  const { store, bus } = await aWindow()
  const room = openPharmacy(store, bus, store.get(sessionServicesAtom)!.tokens, pharmacyId)
  const drawn = render(
    <Provider store={store}>
      <AppProvider>
        <DisplayScreen />
      </AppProvider>
    </Provider>,
  )
  onTestFinished(() => {
    drawn.unmount()
    room.close()
  })
  const said = () => drawn.container.querySelector('main')?.textContent?.replaceAll(/\s/g, ' ') ?? ''
  return {
    said,
    figure: (name: string) =>
      within(drawn.container).queryByRole('status', { name })?.textContent?.replaceAll(/\s/g, ' '),
    lines: () =>
      [...(within(drawn.container).queryByRole('list')?.children ?? [])].map((line) =>
        line.textContent?.replaceAll(/\s/g, ' '),
      ),
  }
}
