import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { openingWords } from '#shared/domain/opening-words.ts'
import { leftWords, namedWords } from '#shared/domain/register/named-words.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { type Happening, timelineOf } from '#backoffice/cash-registers/register-timeline.ts'
import { countTitle } from '#backoffice/cash-registers/register-words.ts'
import { gestureName } from '#backoffice/ui/gesture-words.ts'
import { Gap } from '#backoffice/ui/gap.tsx'
import { meansName } from '#backoffice/ui/movement-words.ts'
import { rightText } from '#backoffice/ui/right-words.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'

/** The history of a register in words, from its opening to the items that it waits for. */
export function TimelineSheet({ report }: { report: RegisterReport }) {
  const { register, awaited } = report
  return (
    <Sheet title="Déroulement">
      <ol className={classes.events}>
        {timelineOf(report).map((happening, index) => (
          <li key={index}>
            <small>
              {formatMoment(happening.kind === 'count' ? happening.count.countedAt : happening.at)} · {happening.byName}
            </small>
            <What happening={happening} />
          </li>
        ))}
        {register.state === 'WAITING' && (
          <li>
            <small>Maintenant</small>
            Fermeture en attente&nbsp;: {plural(awaited.length, 'opération comptée', 'opérations comptées')}{' '}
            {pluralWord(awaited.length, 'n’est', 'ne sont')} pas encore {pluralWord(awaited.length, 'arrivée')}.
          </li>
        )}
      </ol>
    </Sheet>
  )
}

/** One event, on screen or in print. */
export function What({ happening }: { happening: Happening }) {
  switch (happening.kind) {
    case 'opened':
      return (
        <>
          Ouverte avec un fond de <Money amount={happening.float} unit />
        </>
      )
    case 'count': {
      const { count } = happening
      return (
        <>
          {countTitle(count)}
          {count.gap !== null && (
            <>
              , écart <Gap amount={count.gap} unit />
            </>
          )}
          <Revoked isUsed={count.usedRevoked} />
          {isLate(count) && <small>Reçue le {formatMoment(count.recordedAt)}</small>}
        </>
      )
    }
    case 'counted':
      return (
        <>
          {happening.reason === null ? 'Comptée avant de voir le montant attendu' : 'Recomptée'}&nbsp;: espèces{' '}
          <Money amount={countedTotal(happening.denominations)} unit />
          {happening.others.map((means) => (
            <span key={meansName(means)}>
              , {meansName(means)} <Money amount={means.counted} />
            </span>
          ))}
          {happening.reason !== null && `. Motif\u00a0: ${happening.reason}`}
          <Revoked isUsed={happening.usedRevoked} />
        </>
      )
    case 'reopened':
      return (
        <>
          Rouverte{happening.reason && `\u00a0: ${happening.reason}`}
          {happening.takenBack && <TakenBack {...happening.takenBack} />}
          <Revoked isUsed={happening.usedRevoked} />
        </>
      )
    case 'closed-over': {
      const { unfinished, comment } = happening
      return (
        <>
          Fermée malgré {plural(unfinished.length, 'opération non terminée', 'opérations non terminées')}
          {unfinished.length > 0 && (
            <>
              {'\u00a0: '}
              <NamedList named={unfinished} />
            </>
          )}
          {comment && <>. Motif&nbsp;: {comment}</>}
        </>
      )
    }
    case 'refused-later':
      return <RefusedLater {...happening} />
    case 'confirmed':
      return (
        <>
          Confirmé&nbsp;: {gestureName(happening.gesture)}
          {happening.amount !== null && (
            <>
              {' '}
              de <Money amount={happening.amount} unit />
            </>
          )}{' '}
          au nom de {happening.name}
        </>
      )
    case 'collected-beyond':
      return (
        <>
          Encaissé de {happening.name}&nbsp;: <Money amount={happening.amount} unit />, soit{' '}
          <Money amount={happening.excess} unit /> de plus que sa dette
        </>
      )
    case 'paid-beyond':
      return (
        <>
          Sorti plus que la caisse ne contenait&nbsp;: <Money amount={happening.amount} unit />
          {happening.note !== null && `, ${happening.note}`}
        </>
      )
    case 'refused-beyond':
      return (
        <>
          Sortie refusée, plus que la caisse ne contenait&nbsp;: <Money amount={happening.amount} unit />
        </>
      )
    case 'sale-opened':
      return (
        <>
          Vente {happening.number !== null && `n°\u00a0${happening.number}`} ouverte avant le comptage
          {happening.purpose !== null && `\u00a0: ${openingWords[happening.purpose]}`}
        </>
      )
    case 'lent':
      return (
        <>
          Droit accordé à {happening.name}&nbsp;: {rightText(happening.permission)}
          {happening.amount !== null && (
            <>
              , <Money amount={happening.amount} unit />
            </>
          )}
        </>
      )
  }
}

function RefusedLater({ identifier, total, message }: Extract<Happening, { kind: 'refused-later' }>) {
  return (
    <>
      Refusée après la fermeture qui la comptait&nbsp;: {identifier === null ? 'une opération' : namedWords(identifier)}
      {total !== null && total !== 0 && (
        <>
          , <Money amount={total} unit />
        </>
      )}
      . {catalogueEntry(message)?.title}
    </>
  )
}

/** A waiting closing that was withdrawn: it would have completed once its missing items had arrived. */
function TakenBack({ denominations, awaited }: { denominations: Parameters<typeof countedTotal>[0]; awaited: number }) {
  return (
    <>
      . Fermeture en attente annulée (espèces comptées <Money amount={countedTotal(denominations)} unit />
      )&nbsp;: il lui manquait {plural(awaited, 'opération')}
    </>
  )
}

type Named = { identifier: string; total: number; state?: 'open' | 'refused' | undefined }

/** « Vente K7QF-31 (1 300), Comptage »: a count has no amount. */
export function NamedList({ named }: { named: readonly Named[] }) {
  return named.map(({ identifier, total, state }, index) => (
    <span key={index}>
      {index > 0 && ', '}
      {namedWords(identifier)}
      {(state !== undefined || total !== 0) && (
        <>
          {' ('}
          {state && `${leftWords({ identifier, state }).toLowerCase()}, `}
          <Money amount={total} />)
        </>
      )}
    </span>
  ))
}

function Revoked({ isUsed = false }: { isUsed: boolean | undefined }) {
  return isUsed && <small>Avec un droit qui avait été retiré entre-temps</small>
}

const lateMs = 5 * 60_000

/** Counted offline and received much later. */
function isLate({ countedAt, recordedAt }: { countedAt: string; recordedAt: string }): boolean {
  return Date.parse(recordedAt) - Date.parse(countedAt) > lateMs
}
