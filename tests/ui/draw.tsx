import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { AppProvider } from '#shared/ui/app-provider.tsx'

/** Draws as a window would: theme, French, francs CFA. */
export function draw(screen: ReactElement) {
  const view = render(screen, { wrapper: ({ children }) => <AppProvider>{children}</AppProvider> })
  return { ...view, user: userEvent.setup() }
}
