import type { Aib, FiscalClient } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile, type FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'

/**
 * For whom the invoice of a sale is made, with what was known of him when it was sold; never the patient by himself.
 * `organizationId`: the organization that it was taken from. `aib`: what he pays on account of his income tax.
 */
export type Buyer = FiscalClient & { organizationId: string | null; name: string; aib?: Aib | undefined }

/** A typed tax number without blanks and in capitals; null without one. */
export function taxIdOf(typed: string): string | null {
  return typed.replaceAll(/\s/g, '').toUpperCase() || null
}

/** Whether a platform may be told this tax number of a client. Without a platform any number may stand on an invoice. */
export function isClientTaxId(taxId: string | null, platform: FiscalPlatform): boolean {
  const { clientTaxId } = fiscalProfile(platform)
  return taxId === null || clientTaxId === null || clientTaxId.test(taxId)
}

/** The buyer as a document names him. */
export function clientOfBuyer(buyer: Buyer | null | undefined): FiscalClient | null {
  if (!buyer) return null
  const { name, taxId, contact, address } = buyer
  return { name, taxId, contact, address }
}
