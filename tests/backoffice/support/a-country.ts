/** A country of the platform, with the franc of West Africa. */
export const aCountry = (code: string, name: string) => ({
  code,
  name,
  locale: `fr-${code}`,
  currency: { code: 'XOF', symbol: 'F CFA', decimals: 0 },
  cashRoundingStep: 5,
  denominations: [],
  phoneOperators: [],
  fiscalPlatform: 'none' as const,
})
