import { call } from '#shared/client/call.ts'
import { type Client, clients } from '#shared/contract/clients.ts'
import type { NewPerson } from '#shared/contract/persons.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'

/** What was typed of a new patient. */
export type TypedPerson = Pick<NewPerson, 'lastName' | 'firstName' | 'birthDate' | 'phone'>

/**
 * Patients who may be the one typed: of the same name, whatever the order of its words, or of the same phone and one
 * word of the name. Who has another birth date is another person.
 */
export async function findTwins({ lastName, firstName, birthDate, phone }: TypedPerson): Promise<Client[]> {
  const name = `${lastName} ${firstName}`.trim()
  const texts = [name, ...(phone ? [phone] : [])].filter((search) => search.length <= 100)
  const answers = await Promise.all(
    texts.map((search) => call(clients.list, { query: { kind: 'person', search, size: 50 } })),
  )
  const found = new Map(answers.flatMap(({ items }) => items).map((client) => [client.id, client]))
  const own = wordsOf(name)
  return [...found.values()].filter((client) => {
    if (client.kind !== 'person') return false
    if (birthDate && client.birthDate && birthDate !== client.birthDate) return false
    const words = wordsOf(client.name)
    const isNamesake = own.toSorted().join(' ') === words.toSorted().join(' ')
    return isNamesake || (isSamePhone(phone, client.phone) && own.some((word) => words.includes(word)))
  })
}

/** A phone as it was typed, without the prefix of its country, ends the number that is kept. */
function isSamePhone(typed: string | null, kept: string | null): boolean {
  const digits = (typed ?? '').replaceAll(/\D/g, '')
  return digits.length >= 8 && kept !== null && kept.replaceAll(/\D/g, '').endsWith(digits)
}

/** « DOSSOU Léa, née le 12/03/1990, existe déjà. » */
export function twinText({ name, birthDate }: Client, sex: 'F' | 'M' | null): string {
  const born = sex === 'F' ? 'née' : sex === 'M' ? 'né' : 'né(e)'
  return birthDate ? `${name}, ${born} le ${formatShortDay(birthDate)}, existe déjà.` : `${name} existe déjà.`
}

/** The same for every spelling of one person: while it does not change, what was said of twins still holds. */
export const twinKey = ({ lastName, firstName, birthDate, phone }: TypedPerson): string =>
  JSON.stringify([fold(lastName), fold(firstName), birthDate, (phone ?? '').replaceAll(/\D/g, '')])
