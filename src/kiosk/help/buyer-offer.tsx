import { IconFileInvoice } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { taxLine } from '#shared/domain/countries/country-facts.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import classes from './help.module.css'

interface BuyerOfferProps {
  buyer: LocalSale['buyer']
  /** Null is said too, so that one can be named: where the sale is paid. */
  isOffered?: boolean
  onOpen: () => void
}

/** For whom the invoice of the sale is made; opens « Facture au nom de ». Nothing on the ticket of a walk-in. */
export function BuyerOffer({ buyer, isOffered = false, onOpen }: BuyerOfferProps) {
  const { countryCode } = useAtomValue(tradeAtom)
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
      </span>
    </button>
  )
}
