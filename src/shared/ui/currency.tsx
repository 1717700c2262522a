import { createContext, type ReactNode, useContext } from 'react'
import { type Currency, francCfa } from './money-format.ts'

export type { Currency }

const CurrencyContext = createContext<Currency>(francCfa)

export function CurrencyProvider({ currency = francCfa, children }: { currency?: Currency; children: ReactNode }) {
  return <CurrencyContext.Provider value={currency}>{children}</CurrencyContext.Provider>
}

/** The pharmacy's currency, to format amounts in sentences. */
export function useCurrency(): Currency {
  return useContext(CurrencyContext)
}
