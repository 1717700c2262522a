import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import nothing from '#kiosk/ui/empty.module.css'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { plural } from '#shared/ui/plural.ts'
import type { ShownSale } from './sale-detail.tsx'
import { SaleRows } from './sale-rows.tsx'
import { foundSalesAtom } from './today-atoms.ts'

interface FoundSalesProps {
  search: string
  shownId: string | undefined
  onShow: (sale: ShownSale) => void
  onClear: () => void
}

/** Sales of any day that match a number, client, seller or product, newest first. */
export function FoundSales({ search, shownId, onShow, onClear }: FoundSalesProps) {
  const { data, isError, refetch } = useAtomValue(foundSalesAtom(search))
  if (!data)
    return isError ? (
      <div className={nothing.empty}>
        <span>Chercher une vente demande le réseau.</span>
        <Button variant="default" onClick={() => void refetch()}>
          Réessayer
        </Button>
      </div>
    ) : (
      <Loader />
    )
  return (
    <>
      <SaleRows
        sales={data.items}
        shownId={shownId}
        onShow={onShow}
        whenOf={(soldAt) => `${formatShortDay(soldAt)}\n${formatHour(soldAt)}`}
      />
      {data.items.length === 0 && (
        <div className={nothing.empty}>
          <span>
            Aucune vente pour «{'\u00a0'}
            {search}
            {'\u00a0'}».
          </span>
          <Button variant="default" onClick={onClear}>
            Effacer la recherche
          </Button>
        </div>
      )}
      {data.total > data.items.length && (
        <p className={nothing.empty}>
          {plural(data.total, 'vente')} en tout. Précisez la recherche pour voir les plus anciennes.
        </p>
      )}
    </>
  )
}
