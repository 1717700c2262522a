import * as z from 'zod'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { Text } from '#shared/contract/values.ts'

/** The key of a section, the same in every country that has it: `medicament`. */
export const SectionCode = z
  .string()
  .regex(/^[a-z\d]+(-[a-z\d]+)*$/)
  .max(40)

/** What the law of a country says of one kind of products. */
export const Section = z.object({
  code: SectionCode,
  label: Text,
  vatGroup: z.enum(taxGroups),
  /** Sale price / purchase price, in thousandths: 1320 is a coefficient of 1.32. */
  coefficient: z.int().min(1).max(100_000),
})
export type Section = z.infer<typeof Section>

export const Sections = z
  .array(Section)
  .max(50)
  .refine((sections) => new Set(sections.map(({ code }) => code)).size === sections.length, { error: 'twice' })

/** A country has its two-letter code (ISO 3166) as its id. */
export const ByCountryCode = z.object({ id: z.string().regex(/^[A-Z]{2}$/) })
