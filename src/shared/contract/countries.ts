import * as z from 'zod'
import { fiscalPlatforms } from '#shared/domain/fiscal/profiles.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ByCountryCode, Section, Sections } from '#shared/contract/sections.ts'
import { Text } from '#shared/contract/values.ts'

export const Country = z.object({
  code: z.string().length(2),
  name: z.string(),
  locale: z.string(),
  currency: z.object({ code: z.string().length(3), symbol: z.string(), decimals: z.int() }),
  /** Value of the smallest coin in use, in minor units. */
  cashRoundingStep: z.int().positive(),
  /** Notes and coins in circulation, largest first, in minor units. */
  denominations: z.array(z.int().positive()),
  phoneOperators: z.array(z.string()),
  fiscalPlatform: z.enum(fiscalPlatforms),
})
export type Country = z.infer<typeof Country>

/** What a country sets for its pharmacies. Amounts in minor units of its currency. */
const CountryChange = z.object({
  name: Text,
  locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
  currency: z.object({
    code: z.string().regex(/^[A-Z]{3}$/),
    symbol: z.string().trim().min(1).max(8),
    decimals: z.int().min(0).max(3),
  }),
  cashRoundingStep: z.int().min(1).max(1_000_000),
  denominations: z.array(z.int().min(1).max(1_000_000_000)).min(1).max(40),
  phoneOperators: z.array(Text).max(40),
  fiscalPlatform: z.enum(fiscalPlatforms),
})

export const countries = {
  write: endpoint({
    method: 'PUT',
    path: '/countries/{id}',
    summary: 'Create or change a country; its currency stays once a pharmacy counts in it',
    permission: 'platform.manage',
    touches: ['countries', 'pharmacies'],
    params: ByCountryCode,
    body: CountryChange,
    reply: Country,
  }),
  list: endpoint({
    method: 'GET',
    path: '/countries',
    summary: 'List countries',
    permission: 'terminal',
    reply: z.array(Country),
  }),
  sections: endpoint({
    method: 'GET',
    path: '/countries/{id}/sections',
    summary: 'The regulatory sections of products in a country: VAT group and price coefficient',
    permission: 'member',
    params: ByCountryCode,
    reply: z.array(Section),
  }),
  changeSections: endpoint({
    method: 'PATCH',
    path: '/countries/{id}/sections',
    summary: 'Replace the regulatory sections of a country; a section that products use cannot leave',
    permission: 'referential.edit',
    // The tax groups of the products follow their sections.
    touches: ['countries', 'pharmacy-products'],
    params: ByCountryCode,
    body: z.object({ sections: Sections }),
    reply: z.array(Section),
  }),
}
