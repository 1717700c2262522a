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
  /** The pharmacy's currency once it is known; francs CFA until then. */
  currency?: Currency
  children: ReactNode
}

/** Look, language and currency of a window. Holds no state of the shop. */
export function AppProvider({ currency, children }: AppProviderProps) {
  return (
    // In unit tests nothing has a size: Mantine would hide every dropdown as scrolled away, and run transitions nobody sees.
    <MantineProvider theme={theme} forceColorScheme="light" env={import.meta.env.MODE === 'test' ? 'test' : 'default'}>
      {/* No weekend days: they would be red, and red means refused or expired. */}
      <DatesProvider settings={{ locale: 'fr', firstDayOfWeek: 1, weekendDays: [] }}>
        <CurrencyProvider currency={currency}>{children}</CurrencyProvider>
      </DatesProvider>
    </MantineProvider>
  )
}
