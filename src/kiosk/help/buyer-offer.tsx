import { IconFileInvoice } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { aibFactsAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { taxLine } from '#shared/domain/countries/country-facts.ts'
import { aibOn, type AibFacts } from '#shared/domain/fiscal/aib.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { useNow } from '#shared/ui/use-now.ts'
import classes from './help.module.css'

interface BuyerOfferProps {
  sale: LocalSale
  /** Null is said too, so that one can be named: where the sale is paid. */
  isOffered?: boolean
  onOpen: () => void
}

/** For whom the invoice of the sale is made; opens « Facture au nom de ». Nothing on the ticket of a walk-in. */
export function BuyerOffer({ sale, isOffered = false, onOpen }: BuyerOfferProps) {
  const { buyer } = sale
  const { countryCode } = useAtomValue(tradeAtom)
  const aibFacts = useAtomValue(aibFactsAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  if (!buyer && !isOffered) return null
  return (
    <button
      type="button"
      className={`${classes.offer} officine-focus`}
      aria-haspopup="dialog"
      data-said
      onClick={onOpen}
    >
      <IconFileInvoice size={24} aria-hidden />
      <span>
        {buyer
          ? [`Facture\u00a0: ${buyer.name}`, taxLine(buyer.taxId, countryCode)?.replaceAll(' ', '\u00a0')]
              .filter(Boolean)
              .join(', ')
          : 'Facture au nom de…'}
        {isWithoutAib(sale, aibFacts(sale, today)) && (
          <small className={classes.missing}>AIB non calculable : groupe de taxe à compléter</small>
        )}
      </span>
    </button>
  )
}

/** The buyer owes AIB, and nobody knows the tax group of a line. */
function isWithoutAib(sale: LocalSale, facts: AibFacts | null): boolean {
  return facts !== null && Boolean(sale.buyer?.aib) && aibOn(sale, sale.buyer!.aib!, facts) === null
}
