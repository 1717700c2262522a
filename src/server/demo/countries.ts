import type { Section } from '#shared/contract/sections.ts'

/** A country of the demo. `phoneOperators`: mobile money brands by the names that customers use. */
type DemoCountry = { code: string; name: string; currency: 'XOF' | 'XAF'; phoneOperators: readonly string[] }

const countries: readonly DemoCountry[] = [
  { code: 'BJ', name: 'Bénin', currency: 'XOF', phoneOperators: ['MTN MoMo', 'Moov Money', 'Celtiis Cash'] },
  {
    code: 'CI',
    name: 'Côte d’Ivoire',
    currency: 'XOF',
    phoneOperators: ['Orange Money', 'MTN MoMo', 'Moov Money', 'Wave'],
  },
  { code: 'SN', name: 'Sénégal', currency: 'XOF', phoneOperators: ['Wave', 'Orange Money', 'Mixx by Yas'] },
  { code: 'TG', name: 'Togo', currency: 'XOF', phoneOperators: ['Mixx by Yas', 'Moov Money'] },
  { code: 'BF', name: 'Burkina Faso', currency: 'XOF', phoneOperators: ['Orange Money', 'Moov Money', 'Wave'] },
  { code: 'ML', name: 'Mali', currency: 'XOF', phoneOperators: ['Orange Money', 'Moov Money', 'Wave'] },
  { code: 'NE', name: 'Niger', currency: 'XOF', phoneOperators: ['Airtel Money', 'Moov Money'] },
  { code: 'CM', name: 'Cameroun', currency: 'XAF', phoneOperators: ['MTN MoMo', 'Orange Money'] },
]

/**
 * Medicines and the devices of the law are exempt (group A), the rest is taxed (group B). The coefficients are usual ones
 * of the region; each country sets its own by decree.
 */
const sections: readonly Section[] = [
  { code: 'medicament', label: 'Médicament', vatGroup: 'A', coefficient: 1320 },
  { code: 'dispositif', label: 'Dispositif médical exonéré', vatGroup: 'A', coefficient: 1400 },
  { code: 'parapharmacie', label: 'Parapharmacie', vatGroup: 'B', coefficient: 1500 },
]

/**
 * Neither franc has decimals; the smallest coin still given back is 5 francs. The two central banks issue different
 * coins and notes.
 */
const francs = {
  XOF: { symbol: 'F CFA', denominations: [10000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5, 1] },
  XAF: { symbol: 'FCFA', denominations: [10000, 5000, 2000, 1000, 500, 100, 50, 25, 10, 5, 2, 1] },
} as const

export const countryRows = countries.map(({ code, name, currency, phoneOperators }) => ({
  code,
  name,
  locale: `fr-${code}`,
  currency_code: currency,
  currency_symbol: francs[currency].symbol,
  currency_decimals: 0,
  cash_rounding_step: 5,
  denominations: [...francs[currency].denominations],
  phone_operators: [...phoneOperators],
  sections: [...sections],
}))

export function phoneOperatorsOf(code: string): readonly string[] {
  return countries.find((country) => country.code === code)?.phoneOperators ?? []
}
