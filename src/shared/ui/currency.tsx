import { createContext, type ReactNode, useContext } from 'react'
import { firstCurrency } from '#shared/domain/countries/country-facts.ts'
import type { Currency } from './money-format.ts'

export type { Currency }

const CurrencyContext = createContext<Currency>(firstCurrency)

export function CurrencyProvider({ currency = firstCurrency, children }: { currency?: Currency; children: ReactNode }) {
  return <CurrencyContext.Provider value={currency}>{children}</CurrencyContext.Provider>
}

/** The pharmacy's currency, to format amounts in sentences. */
export function useCurrency(): Currency {
  return useContext(CurrencyContext)
}
