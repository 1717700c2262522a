import { atom } from 'jotai'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { shortName } from '#shared/domain/person.ts'
import { sentBackWords } from '#shared/domain/preparation.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { openSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'

/** Who holds an open sale, or put it aside last. */
const holderOf = ({ openedBy, releasedBy }: LocalSale): string | null => openedBy ?? releasedBy ?? null

/** What tells open sales apart: seller, hour and first product. `facts`: hour, why it was sent back, and product, for a line of text. */
export const openSaleFactsAtom = atom((get) => {
  const session = get(sessionAtom)
  const members = new Map(get(terminalAtom)?.members.map((member) => [member.id, shortName(member)]))
  if (session) members.set(session.userId, shortName(session))
  return (sale: LocalSale): { seller: string; facts: readonly string[] } => {
    const [first, ...others] = [...sale.records, ...sale.vouchers]
    return {
      seller: members.get(holderOf(sale) ?? '') ?? 'Un collègue',
      facts: [
        formatHour(trueInstant(sale.createdAt)),
        ...(sale.sentBack ? [sentBackWords(sale.sentBack)] : []),
        ...(first ? [others.length > 0 ? `${first.label} et ${plural(others.length, 'autre')}` : first.label] : []),
      ],
    }
  }
})

/** The open sales, those of this member first; each group is in the order of its creation. */
export const openSalesMineFirstAtom = atom((get): readonly LocalSale[] => {
  const me = get(sessionAtom)?.userId
  const sales = get(openSalesAtom)
  return [...sales.filter((sale) => holderOf(sale) === me), ...sales.filter((sale) => holderOf(sale) !== me)]
})
