import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useRoute } from 'wouter'
import { SaleTabs, type SaleTab } from '#kiosk/counter/sale/sale-tabs.tsx'
import { WaitingSales } from '#kiosk/counter/sale/waiting-sales.tsx'
import { saleTotal, type LocalSale } from '#shared/domain/local-sale.ts'
import { goodsOf } from '#shared/domain/sale.ts'
import { shortName } from '#shared/domain/person.ts'
import { closeSaleTabAtom } from '#shared/store/sales/sale-actions.ts'
import { openSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { ParkedButton } from './parked/parked-button.tsx'
import { heldSaleIdAtom, useNextSale } from '#kiosk/counter/shown-sale/use-shown-sale.ts'

/**
 * On the bar of every screen: the open sales of this session, and the button of the sales that wait for a colleague.
 */
export function Shelf({ onParked }: { onParked: () => void }) {
  const sales = useAtomValue(openSalesAtom)
  const closeTab = useSetAtom(closeSaleTabAtom)
  const held = useAtomValue(heldSaleIdAtom)
  const next = useNextSale()
  const currency = useCurrency()
  const [, navigate] = useLocation()
  const [, params] = useRoute('/vente/:id')
  const show = (id: string) => navigate(`/vente/${id}`)

  const tabOf = (sale: LocalSale): SaleTab => {
    const lines = goodsOf(sale).length
    const what = sale.id === params?.id ? plural(lines, 'ligne') : formatAmount(saleTotal(sale), currency)
    const who = sale.patient ? shortName(sale.patient) : null
    const back = sale.sentBack && (sale.sentBack.kind === 'refused' ? 'Refusée en caisse' : 'Renvoyée de la caisse')
    return { id: sale.id, identifier: sale.identifier, who, hint: back ?? (lines > 0 ? what : 'Vide') }
  }
  return (
    <>
      <SaleTabs
        tabs={sales.filter(({ status }) => status === 'ONGOING').map(tabOf)}
        waiting={<WaitingSales onShow={show} />}
        shown={params?.id}
        onShow={show}
        onClose={(id) => {
          const sale = sales.find((each) => each.id === id)
          // Another window holds this sale, so only leave its address.
          if (id !== held) navigate('/vente')
          else if (sale) void closeTab(sale).then(() => navigate('/vente'))
        }}
        onNew={() => void next({ isFresh: true }).then(show)}
      />
      <ParkedButton onClick={onParked} />
    </>
  )
}
