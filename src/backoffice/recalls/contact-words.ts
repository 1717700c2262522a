import type { RecallSale } from '#shared/contract/recalls.ts'
import { plural } from '#shared/ui/plural.ts'

type Contact = RecallSale['contacts'][number]

export const outcomeWords: Readonly<Record<Contact['outcome'], string>> = {
  contacted: 'Joint',
  returned: 'Rapporté',
  unreachable: 'Injoignable',
}

/** « Rapporté, 2 boîtes »; null: nobody has worked on this sale. */
export function contactText(contact: Contact | undefined): string | null {
  if (!contact) return null
  const { outcome, returned } = contact
  return returned > 0 ? `${outcomeWords[outcome]}, ${plural(returned, 'boîte')}` : outcomeWords[outcome]
}

/** « 3 boîtes, 2 rendues par avoir » */
export function soldText({ items }: Pick<RecallSale, 'items'>): string {
  return items
    .map(({ packaging, quantity, returned }) => {
      const sold = plural(quantity, packaging.toLocaleLowerCase('fr'))
      return returned > 0 ? `${sold}, ${returned} par avoir` : sold
    })
    .join(' + ')
}
