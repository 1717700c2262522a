import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { Notice, type NoticeContent } from '#kiosk/ui/notice.tsx'
import nothing from '#kiosk/ui/empty.module.css'
import page from '#kiosk/ui/page.module.css'
import { SendingQueue } from '#kiosk/counter/queue/sending-queue.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { localPatientsAtom } from '#shared/store/sales/patient-atoms.ts'
import { showsTakingsAtom } from '#shared/store/register/sight-atoms.ts'
import { outboxAtom, refusedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDayTitle, formatHour } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { plural } from '#shared/ui/plural.ts'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { FoundSales } from './found-sales.tsx'
import { SaleDetail, type ShownSale } from './sale-detail.tsx'
import { SaleRows } from './sale-rows.tsx'
import classes from './sales.module.css'
import { useSaleScan } from './use-sale-scan.ts'
import { acceptedTodayAtom, todayQueryAtom, turnoverTodayAtom } from './today-atoms.ts'

/** Delay before searching, so that typing a name sends one request. */
const typedMs = 250

/**
 * Today's sales: unsent ones of this terminal, those that wait for a colleague, then the accepted ones. A search finds
 * sales of any day.
 */
export function SalesScreen({ parked }: { parked?: ReactNode }) {
  const accepted = useAtomValue(acceptedTodayAtom)
  const asksFor = useSearch()
  const [shown, setShown] = useState(() => saleAskedFor(asksFor))
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(query.trim(), typedMs)
  const search = useRef<HTMLInputElement>(null)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  useShortcuts({ F2: () => search.current?.select() })
  useSaleScan({ onSale: (id) => setShown({ id, number: null }), onProduct: setQuery, onNotice: setNotice })
  return (
    <main className={page.page}>
      <section className={page.main}>
        <div className={classes.head}>
          <Title accepted={accepted} />
          <SearchBar
            ref={search}
            className={classes.search}
            value={query}
            onChange={setQuery}
            placeholder="N°, client, produit"
            label="Chercher une vente"
            shortcut="F2"
          />
        </div>
        {notice && <Notice notice={notice} onClose={() => setNotice(null)} />}
        <div className={classes.list}>
          {query.trim() === '' || asked === '' ? (
            <Today accepted={accepted} shownId={shown?.id} onShow={setShown} parked={parked} />
          ) : (
            <FoundSales search={asked} shownId={shown?.id} onShow={setShown} onClear={() => setQuery('')} />
          )}
        </div>
      </section>
      {shown && <SaleDetail key={shown.id} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />}
    </main>
  )
}

/** « ?vente=…&numero=412 » opens that sale. */
function saleAskedFor(search: string): ShownSale | undefined {
  const asked = new URLSearchParams(search)
  const [id, number] = [asked.get('vente'), Number(asked.get('numero'))]
  return id !== null && Number.isSafeInteger(number) && number > 0 ? { id, number } : undefined
}

/**
 * Title and totals. Canceled and replaced sales are listed but not counted. Members who may not see the takings get no
 * turnover.
 */
function Title({ accepted }: { accepted: readonly SaleSummary[] }) {
  const now = useNow()
  const currency = useCurrency()
  const counting = accepted.filter(({ status }) => status === 'CLOSED')
  const showsTakings = useAtomValue(showsTakingsAtom)
  const { turnover, returned } = useAtomValue(turnoverTodayAtom)
  // Of a list that was never read nothing is known: « 0 vente » would be wrong.
  const isKnown = useAtomValue(todayQueryAtom).data !== undefined || accepted.length > 0
  return (
    <div>
      <h1>Ventes du jour</h1>
      <p>
        {[
          formatDayTitle(now),
          isKnown && plural(counting.length, 'vente'),
          isKnown && showsTakings && formatMoney(turnover, currency),
          showsTakings &&
            returned !== null &&
            returned > 0 &&
            `retours déduits\u00a0: ${formatMoney(returned, currency)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

interface TodayProps {
  accepted: readonly SaleSummary[]
  shownId: string | undefined
  onShow: (sale: ShownSale) => void
  parked: ReactNode
}

function Today({ accepted, shownId, onShow, parked }: TodayProps) {
  const { isPending, isError, refetch } = useAtomValue(todayQueryAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const isStale = isError || (isPending && isOffline)
  const queued =
    useAtomValue(outboxAtom).length +
    useAtomValue(refusedSalesAtom).length +
    useAtomValue(localPatientsAtom).length +
    useAtomValue(queuedNotesAtom).length
  return (
    <>
      {queued > 0 && (
        <>
          <h2>À envoyer</h2>
          <ul aria-label="Ventes à envoyer">
            <SendingQueue />
          </ul>
        </>
      )}
      {parked}
      <h2 className={classes.rest}>Enregistrées</h2>
      {isStale && (
        <div className={nothing.empty}>
          <span>Les ventes des autres postes ne sont pas à jour{'\u00a0'}: la liste demande le réseau.</span>
          <Button variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      )}
      <SaleRows sales={accepted} shownId={shownId} onShow={onShow} whenOf={formatHour} />
      {accepted.length === 0 && !isStale && (isPending ? <Loader /> : <NoSale />)}
    </>
  )
}

function NoSale() {
  const [, navigate] = useLocation()
  const maySell = useAtomValue(permissionsAtom).has('sale.sell')
  return (
    <div className={nothing.empty}>
      <span>Aucune vente aujourd’hui.</span>
      {maySell && <Button onClick={() => navigate('/vente')}>Nouvelle vente</Button>}
    </div>
  )
}
