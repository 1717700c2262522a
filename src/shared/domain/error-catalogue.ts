import type { ErrorText } from '#shared/domain/error-phrases.ts'
import { specifiedTexts } from '#shared/domain/error-texts.ts'
import { factsOf, type ErrorFact } from '#shared/domain/error-facts.ts'
import { ownMessages, specifiedMessages, type ErrorMessage } from '#shared/domain/errors.ts'
import { ownTexts } from '#shared/domain/own-error-texts.ts'

export type CatalogueEntry = ErrorText & {
  message: ErrorMessage
  /** From the user's specification (§8), or added by us. */
  origin: 'specification' | 'ours'
  /** Facts to display, read from the details of a refusal as received; unreadable ones are left out. */
  facts: (details: unknown) => ErrorFact[]
}

/** All messages with their texts. */
export const errorTexts: Record<ErrorMessage, ErrorText> = { ...specifiedTexts, ...ownTexts }

/** All refusals of the application, those of the specification first. */
export const errorCatalogue: readonly CatalogueEntry[] = [
  ...entries(specifiedMessages, 'specification'),
  ...entries(ownMessages, 'ours'),
]

const byMessage = new Map<string, CatalogueEntry>(errorCatalogue.map((entry) => [entry.message, entry]))

/**
 * The entry of a message; undefined when it is not in the catalogue (specification §8: the client throws « Invalid
 * response status »).
 */
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
