import type { ReactNode } from 'react'
import type { SaleHistory } from '#shared/contract/sale-history.ts'
import { sales, type ReadSale } from '#shared/contract/sales.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { openingWords } from '#shared/domain/opening-words.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from '#backoffice/sales/sales.module.css'
import { rightText } from '#backoffice/ui/right-words.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

type Event = SaleHistory['events'][number]

/** The versions and events of a sale in words, oldest first. Nothing for a sale without events after its closing. */
export function SaleHistorySection({ sale }: { sale: ReadSale }) {
  const { data, error, retry } = useAnswer(sales.history, { params: { id: sale.id } })
  if (!data) {
    return error ? (
      <PanelSection title="Historique">
        <PanelFace error={error} onRetry={retry} missingText="L’historique n’existe plus." />
      </PanelSection>
    ) : null
  }
  if (data.events.length < 2 && data.grants.length === 0) return null
  return (
    <PanelSection title="Historique" fact={data.versions.length > 1 && `${data.versions.length}\u00a0versions`}>
      <ol className={classes.events}>
        {data.grants.map((grant, index) => (
          <Granted key={index} grant={grant} />
        ))}
        {data.events.map((event, index) => (
          <li key={index}>
            <small className={`${text.quiet} ${classes.small}`}>
              {formatMoment(event.at)} · {event.byName}
            </small>
            <div>
              <What event={event} versions={data.versions} shownId={sale.id} />
            </div>
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}

/** A right that another member gave in place, by a code. */
function Granted({ grant: { at, byName, permission, amount, isProven } }: { grant: SaleHistory['grants'][number] }) {
  return (
    <li>
      <small className={`${text.quiet} ${classes.small}`}>
        {formatMoment(at)} · accordé par {byName}
      </small>
      <div>
        {rightText(permission)}
        {permission === 'sale.discount' && amount !== null && `, jusqu’à ${formatPercent(amount)}`}
        {permission === 'sale.price' && amount !== null && (
          <>
            {' '}
            à <Money amount={amount} unit />
          </>
        )}
        {!isProven && ' (non vérifiable)'}
      </div>
    </li>
  )
}

function What({ event, versions, shownId }: { event: Event; versions: SaleHistory['versions']; shownId: string }) {
  const nameOf = (id: string): ReactNode => {
    const number = versions.find((version) => version.id === id)?.number
    const name = number === undefined ? 'une autre vente' : `n°\u00a0${number}`
    return id === shownId ? name : <TextLink to={`/ventes/${id}`}>{name}</TextLink>
  }
  switch (event.kind) {
    case 'closed':
      return (
        <>
          Vente {nameOf(event.saleId)} clôturée
          {event.sentByName !== null && `, envoyée sous le code de ${event.sentByName}`}
        </>
      )
    case 'canceled':
      return event.replacedBy ? (
        <>
          Vente {nameOf(event.saleId)} remplacée par {nameOf(event.replacedBy)}
        </>
      ) : (
        <>
          Vente {nameOf(event.saleId)} annulée : {event.reason}
        </>
      )
    case 'returned':
      return (
        <>
          Retour sur {nameOf(event.saleId)}, avoir n°&nbsp;{event.number}
          {event.total !== null && (
            <>
              , <Money amount={event.total} unit />
            </>
          )}{' '}
          : {event.reason}
        </>
      )
    case 'opened':
      return (
        <>
          Vente {nameOf(event.saleId)} ouverte avant le comptage de la caisse : {openingWords[event.purpose]}
        </>
      )
    case 'date':
      return (
        <>
          Date de {nameOf(event.saleId)} corrigée : {formatMoment(event.from)} devient {formatMoment(event.to)}
          {event.reason !== null && ` : ${event.reason}`}
        </>
      )
  }
}
