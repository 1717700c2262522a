import type { ErrorText } from '#shared/domain/error-phrases.ts'
import { specifiedTexts } from '#shared/domain/error-texts.ts'
import { factsOf, type ErrorFact } from '#shared/domain/error-facts.ts'
import { ownMessages, specifiedMessages, type ErrorMessage } from '#shared/domain/errors.ts'
import { ownTexts } from '#shared/domain/own-error-texts.ts'

export type CatalogueEntry = ErrorText & {
  message: ErrorMessage
  /** Of the user's specification (§8), or added by us. */
  origin: 'specification' | 'ours'
  /** The facts to show of a refusal's details, as they came over the network: what cannot be read is left out. */
  facts: (details: unknown) => ErrorFact[]
}

/** Every message with its words. */
export const errorTexts: Record<ErrorMessage, ErrorText> = { ...specifiedTexts, ...ownTexts }

/** Every refusal the application can explain, those of the specification first. */
export const errorCatalogue: readonly CatalogueEntry[] = [
  ...entries(specifiedMessages, 'specification'),
  ...entries(ownMessages, 'ours'),
]

const byMessage = new Map<string, CatalogueEntry>(errorCatalogue.map((entry) => [entry.message, entry]))

/** The entry of a message; undefined for one that is not in the catalogue (specification §8: it throws « Invalid response status »). */
export function catalogueEntry(message: string): CatalogueEntry | undefined {
  return byMessage.get(message)
}

function entries(messages: readonly ErrorMessage[], origin: CatalogueEntry['origin']): CatalogueEntry[] {
  return messages.map((message) => ({
    message,
    origin,
    ...errorTexts[message],
    facts: (details) => factsOf(message, details),
  }))
}
