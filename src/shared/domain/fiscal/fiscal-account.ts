import { terminalCode } from '#shared/domain/terminal-code.ts'

/** What the platform of accounts knows of a pharmacy, and whom it is told for a client who says no name. */
export type FiscalAccount = {
  establishment: string
  pointOfSale: string
  email: string
  /** Null: those of the pharmacy. */
  name: string | null
  phone: string | null
  /** The tills with a point of sale of their own, by the code that the terminal shows. */
  tills: readonly { terminalCode: string; pointOfSale: string }[]
}

/**
 * What a document of this terminal tells the platform. Law: a terminal without a point of sale of its own has that of the
 * account.
 */
export function accountAt(
  { tills, establishment, email, ...account }: FiscalAccount,
  { name, phone }: { name: string; phone: string },
  terminalId: string,
): { name: string; phone: string; email: string; establishment: string; pointOfSale: string } {
  const code = terminalCode(terminalId)
  return {
    name: account.name ?? name,
    phone: account.phone ?? phone,
    email,
    establishment,
    pointOfSale: tills.find((till) => till.terminalCode === code)?.pointOfSale ?? account.pointOfSale,
  }
}
