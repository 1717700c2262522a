import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import './fonts.css'
import './tokens.css'
import './base.css'
import 'dayjs/locale/fr'
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { type Currency, CurrencyProvider } from './currency.tsx'
import { theme } from './theme.ts'

interface AppProviderProps {
  /** The pharmacy's currency; `firstCurrency` before it is known. */
  currency?: Currency
  children: ReactNode
}

/** Theme, language and currency of a window. */
export function AppProvider({ currency, children }: AppProviderProps) {
  return (
    // In unit tests elements have no size: without `env` Mantine would hide dropdowns as scrolled away and run
    // transitions.
    <MantineProvider theme={theme} forceColorScheme="light" env={import.meta.env.MODE === 'test' ? 'test' : 'default'}>
      {/* No weekend days: Mantine shows them in red, which means refused or expired here. */}
      <DatesProvider settings={{ locale: 'fr', firstDayOfWeek: 1, weekendDays: [] }}>
        <CurrencyProvider currency={currency}>{children}</CurrencyProvider>
      </DatesProvider>
    </MantineProvider>
  )
}
