import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { permissionsAtom } from '#kiosk/ui/counter-atoms.ts'
import { SendingQueue } from '#kiosk/ui/sending-queue.tsx'
import { useNow } from '#kiosk/ui/use-now.ts'
import type { SaleSummary } from '#shared/contract/sales.ts'
import { paymentLabels, type PaymentType } from '#shared/domain/payment.ts'
import { localPatientsAtom } from '#shared/store/patient-atoms.ts'
import { outboxAtom, refusedSalesAtom } from '#shared/store/sale-atoms.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDayTitle, formatHour } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { SaleDetail, type ShownSale } from './sale-detail.tsx'
import classes from './sales.module.css'
import { acceptedTodayAtom, todayQueryAtom } from './today-atoms.ts'

/** Today: what this terminal still has to send, what waits for a colleague, then what the pharmacy sold. */
export function SalesScreen({ parked }: { parked?: ReactNode }) {
  const accepted = useAtomValue(acceptedTodayAtom)
  const queued = useAtomValue(outboxAtom).length + useAtomValue(refusedSalesAtom).length + useAtomValue(localPatientsAtom).length
  const [shown, setShown] = useState<ShownSale>()
  const now = useNow()
  const currency = useCurrency()
  const turnover = accepted.filter(({ status }) => status === 'CLOSED').reduce((sum, { total, returned }) => sum + total - returned, 0)
  return (
    <main className={classes.page}>
      <section className={classes.main}>
        <div className={classes.head}>
          <div>
            <h1>Ventes du jour</h1>
            <p>
              {formatDayTitle(now)} · {plural(accepted.length, 'vente')} · {formatMoney(turnover, currency)}
            </p>
          </div>
        </div>
        <div className={classes.list}>
          {queued > 0 && (
            <>
              <h2>À envoyer</h2>
              <ul aria-label="Ventes à envoyer">
                <SendingQueue />
              </ul>
            </>
          )}
          {parked}
          {queued > 0 && <h2>Enregistrées</h2>}
          <Accepted sales={accepted} shownId={shown?.id} onShow={setShown} />
        </div>
      </section>
      {shown && <SaleDetail key={shown.id} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />}
    </main>
  )
}

function Accepted({ sales, shownId, onShow }: { sales: readonly SaleSummary[]; shownId: string | undefined; onShow: (sale: ShownSale) => void }) {
  const { isPending, isError, refetch } = useAtomValue(todayQueryAtom)
  return (
    <>
      {isError && (
        <div className={classes.empty}>
          <span>Les ventes des autres postes ne sont pas à jour{'\u00a0'}: la liste demande le réseau.</span>
          <Button variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      )}
      {sales.map((sale) => (
        <button key={sale.id} type="button" className={`${classes.accepted} officine-focus`} aria-pressed={sale.id === shownId} data-canceled={sale.status === 'CANCELED' || undefined} onClick={() => onShow(sale)}>
          <span>{formatHour(sale.soldAt)}</span>
          <span className={classes.names}>
            <b>
              n°&nbsp;{sale.number} <Marks sale={sale} />
            </b>
            {[plural(sale.lines, 'ligne'), ...sale.paymentTypes.map((type) => paymentLabels[type as PaymentType] ?? type), sale.sellerName].join(' · ')}
          </span>
          <b>
            <Money amount={sale.total} />
          </b>
        </button>
      ))}
      {sales.length === 0 && (isPending ? <Loader /> : !isError && <NoSale />)}
    </>
  )
}

/** What happened to it since. */
function Marks({ sale: { status, replacedBy, returned } }: { sale: SaleSummary }) {
  if (status === 'CANCELED') return <StatusTag>{replacedBy ? 'Remplacée' : 'Annulée'}</StatusTag>
  if (returned === 0) return null
  return (
    <StatusTag tone="info">
      Retour{'\u00a0'}
      <Money amount={returned} />
    </StatusTag>
  )
}

function NoSale() {
  const [, navigate] = useLocation()
  const maySell = useAtomValue(permissionsAtom).has('sale.sell')
  return (
    <div className={classes.empty}>
      <span>Aucune vente aujourd’hui.</span>
      {maySell && <Button onClick={() => navigate('/vente')}>Nouvelle vente</Button>}
    </div>
  )
}
