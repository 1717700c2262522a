import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { SaleHistory as History } from '#shared/contract/sale-history.ts'
import { openingWords } from '#shared/domain/opening-words.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatHour, formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { formatMoney, type Currency } from '#shared/ui/money-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import classes from './sale-detail.module.css'
import { saleHistoryAtom } from './today-atoms.ts'

interface SaleHistoryProps {
  saleId: string
  soldAt: string
  /** Shows another version of the same sale. */
  onShow: (sale: { id: string; number: number }) => void
}

/** The events of a sale and its versions as text, oldest first. */
export function SaleHistory({ saleId, soldAt, onShow }: SaleHistoryProps) {
  const { data, isError, refetch } = useAtomValue(saleHistoryAtom(saleId))
  const currency = useCurrency()
  return (
    <PanelSection title="Historique">
      {isError && !data && (
        <div className={classes.event}>
          <span>L’historique demande le réseau.</span>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      )}
      <ul className={classes.history} aria-label="Historique de la vente">
        {data?.events.map((event, place) => {
          const other = otherVersion(event, data, saleId)
          return (
            <li key={place} className={classes.event}>
              <span>
                {wordsOf(event, data, currency)}
                <small>{whenOf(event.at, soldAt)}</small>
              </span>
              {other && (
                <Button variant="default" size="xs" onClick={() => onShow(other)}>
                  Voir n°&nbsp;{other.number}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}

type Event = History['events'][number]

/**
 * « Terminée par DOSSOU Aurèle », « Remplacée par la vente n° 812 — erreur de saisie ». With several versions, each
 * event names its version.
 */
function wordsOf(event: Event, { versions }: Pick<History, 'versions'>, currency: Currency): string {
  const numberOf = (id: string | null) => versions.find((version) => version.id === id)?.number
  const name = versions.length > 1 ? `Vente n°\u00a0${numberOf(event.saleId) ?? '?'} ` : ''
  const begin = (word: string) => (name ? `${name}${word.charAt(0).toLocaleLowerCase('fr')}${word.slice(1)}` : word)
  switch (event.kind) {
    case 'closed':
      return begin(
        `Terminée par ${event.byName}${event.sentByName === null ? '' : `, envoyée sous le code de ${event.sentByName}`}`,
      )
    case 'date':
      return begin(
        `Date corrigée par ${event.byName}\u00a0: ${formatMoment(event.from)} → ${formatMoment(event.to)}${event.reason === null ? '' : ` — ${event.reason}`}`,
      )
    case 'returned':
      return begin(
        [
          `Retour de lignes par ${event.byName}`,
          `avoir n°\u00a0${event.number}`,
          event.total !== null && formatMoney(event.total, currency),
        ]
          .filter(Boolean)
          .join(', ') + ` — ${event.reason}`,
      )
    case 'opened':
      return begin(`Ouverte avant le comptage par ${event.byName}\u00a0: ${openingWords[event.purpose]}`)
    case 'canceled': {
      const next = numberOf(event.replacedBy)
      return next === undefined
        ? begin(`Annulée par ${event.byName} — ${event.reason}`)
        : begin(`Remplacée par la vente n°\u00a0${next}, par ${event.byName}`)
    }
  }
}

/** On the day of the sale: the time only. */
function whenOf(at: string, soldAt: string): string {
  return formatShortDay(at) === formatShortDay(soldAt) ? formatHour(at) : formatMoment(at)
}

/** The version that an event refers to, if it is not the one shown, so that it can be opened. */
function otherVersion(event: Event, { versions }: History, saleId: string): { id: string; number: number } | undefined {
  return event.kind === 'closed' && event.saleId !== saleId ? versions.find(({ id }) => id === event.saleId) : undefined
}
