import { Menu } from '@mantine/core'
import { IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import bar from '#kiosk/ui/bar-pill.module.css'
import { isToCollect, saleTotal, type LocalSale } from '#shared/domain/local-sale.ts'
import { shortName } from '#shared/domain/person.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { EmptySaleModal } from './empty-sale-modal.tsx'
import { openSaleFactsAtom, openSalesMineFirstAtom } from './open-sale-facts.ts'
import classes from './sale-tabs.module.css'

/** The sales of this terminal without a holder, those of this member first: each is opened or emptied here. */
export function WaitingSales({ onShow }: { onShow: (saleId: string) => void }) {
  const sales = useAtomValue(openSalesMineFirstAtom).filter((sale) => sale.status === 'LOCAL' && !isToCollect(sale))
  const factsOf = useAtomValue(openSaleFactsAtom)
  const change = useSetAtom(changeSaleAtom)
  const [emptied, setEmptied] = useState<LocalSale | null>(null)
  return (
    <>
      {sales.length > 0 && (
        <Menu position="bottom-start" width={400}>
          <Menu.Target>
            <button type="button" className={`${bar.pill} ${classes.waiting} officine-focus`}>
              <IconPlayerPause size={20} aria-hidden />
              {sales.length} en attente
            </button>
          </Menu.Target>
          <Menu.Dropdown className={classes.waitingList}>
            {sales.map((sale) => (
              <WaitingSale key={sale.id} sale={sale} onShow={onShow} onEmpty={setEmptied} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {emptied && (
        <EmptySaleModal
          identifier={emptied.identifier}
          text={[factsOf(emptied).seller, ...factsOf(emptied).facts].join(' · ')}
          total={saleTotal(emptied)}
          onEmpty={() => change(emptied, () => null)}
          onClose={() => setEmptied(null)}
        />
      )}
    </>
  )
}

interface WaitingSaleProps {
  sale: LocalSale
  onShow: (saleId: string) => void
  onEmpty: (sale: LocalSale) => void
}

function WaitingSale({ sale, onShow, onEmpty }: WaitingSaleProps) {
  const { seller, facts } = useAtomValue(openSaleFactsAtom)(sale)
  const currency = useCurrency()
  const isOwn = useAtomValue(sessionAtom)?.userId === sale.releasedBy
  const right = useRight('sale.takeover', sale.id, `Vider la vente de ${seller}`)
  const who = sale.patient ? shortName(sale.patient) : null
  const text = [seller, ...facts]
  return (
    <div className={classes.waitingRow}>
      <Menu.Item
        py="md"
        aria-label={[`Vente ${sale.identifier}`, who, ...text].filter(Boolean).join(', ')}
        onClick={() => onShow(sale.id)}
      >
        <span className={classes.waitingTitle}>
          <b>{who ?? `Vente ${sale.identifier}`}</b>
          <b>{formatMoney(saleTotal(sale), currency)}</b>
        </span>
        <span className={classes.waitingFacts}>{text.join(' · ')}</span>
      </Menu.Item>
      <Menu.Item
        w="auto"
        c="danger"
        aria-label={`Vider la vente ${sale.identifier}`}
        leftSection={<IconTrash size={20} aria-hidden />}
        onClick={() => (isOwn ? onEmpty(sale) : right.use(() => onEmpty(sale)))}
      >
        Vider
      </Menu.Item>
    </div>
  )
}
