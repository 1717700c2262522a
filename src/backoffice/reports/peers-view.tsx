import type { PeerComparison } from '#shared/contract/peers.ts'
import { reports } from '#shared/contract/reports.ts'
import { measures } from '#shared/domain/reports/measures.ts'
import {
  boundsOf,
  peerMeasures,
  type PeerMeasure,
  type PeerSize,
  type Quartiles,
} from '#shared/domain/reports/peers.ts'
import { daysText, formulaTexts, valueText } from '#shared/domain/reports/report-words.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, type Currency } from '#shared/ui/money-format.ts'
import classes from '#backoffice/reports/peers.module.css'
import reportClasses from '#backoffice/reports/reports.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

type Compared = NonNullable<PeerComparison['compared']>
type Figure = Compared['figures'][number]

/** One's own figures of a month beside the quartiles of comparable pharmacies of other owners. */
export function PeersView() {
  const { data, error, retry } = useAnswer(reports.peers, {})
  return (
    <Sheet title="Nous et les pharmacies comparables">
      {!data ? (
        <PanelFace error={error} onRetry={retry} missingText="La comparaison ne répond pas." />
      ) : !data.takesPart ? (
        <Nothing>
          Notre pharmacie ne participe pas à la comparaison : elle ne voit rien des autres, et ses chiffres ne comptent
          nulle part. Qui peut modifier les paramètres la fait entrer dans{' '}
          <TextLink to="/parametres/pharmacie">Pharmacie</TextLink>.
        </Nothing>
      ) : !data.compared ? (
        <Nothing>
          Rien n’est encore comparé : le dernier mois fini le sera dans la journée, ensuite chaque mois quelques jours
          après sa fin.
        </Nothing>
      ) : (
        <Compared compared={data.compared} />
      )}
    </Sheet>
  )
}

function Compared({ compared: { month, size, figures, withheld } }: { compared: Compared }) {
  const isTold = figures.some(({ quartiles }) => quartiles)
  return (
    <div className={reportClasses.view}>
      <p className={reportClasses.sentence}>{isTold ? placesText(figures) : notEnough}</p>
      <p className={reportClasses.aside}>
        Pharmacies du même pays et de notre taille ({sizeText(size)}), {daysText(month)}
        {isTold && ' : au moins cinq propriétaires, nos pharmacies non comprises'}.
      </p>
      {isTold && (
        <p className={reportClasses.aside}>
          Le point, c’est nous ; la barre, la moitié du milieu ; le trait, le milieu.
        </p>
      )}
      <WithheldNote isShown={withheld} />
      <ul className={classes.figures}>
        {figures.map((figure) => (
          <li key={figure.measure}>
            <FigureRow figure={figure} isTold={isTold} />
          </li>
        ))}
      </ul>
      <details className={reportClasses.how}>
        <summary>Comment c’est calculé</summary>
        <ul>
          {formulaTexts(peerMeasures.filter((name) => figures.some(({ measure }) => measure === name))).map((note) => (
            <li key={note}>{note}</li>
          ))}
          <li>
            Chaque repère est la moyenne de deux ou trois pharmacies voisines, jamais le chiffre d’une seule. Aucun
            propriétaire ne pèse plus du quart. Un mois comparé ne change plus.
          </li>
        </ul>
      </details>
    </div>
  )
}

const notEnough =
  'Pas encore assez de pharmacies comparables : il en faut d’au moins cinq autres propriétaires, dont aucun ne pèse plus du quart.'

function FigureRow({ figure: { measure, own, quartiles }, isTold }: { figure: Figure; isTold: boolean }) {
  const currency = useCurrency()
  return (
    <section className={classes.figure} aria-label={measures[measure].label}>
      <h3>{measures[measure].label}</h3>
      {own === null ? (
        <p className={reportClasses.aside}>Inconnu chez nous ce mois-là.</p>
      ) : (
        <p className={classes.own}>{figureText(measure, own, currency)}</p>
      )}
      {quartiles ? (
        <>
          <Strip own={own} quartiles={quartiles} />
          <p className={reportClasses.aside}>{quartilesText(measure, quartiles, currency)}</p>
        </>
      ) : (
        isTold && <p className={reportClasses.aside}>Pas assez de pharmacies comparables connaissent ce chiffre.</p>
      )}
    </section>
  )
}

/** The middle half of the pharmacies as a box, its middle as a line, and ourselves as a dot. The words beside it say the same. */
function Strip({ own, quartiles: { lower, median, upper } }: { own: number | null; quartiles: Quartiles }) {
  const known = [lower, upper, ...(own === null ? [] : [own])]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const margin = (most - least) * 0.15 || 1
  const at = (value: number) => `${((value - least + margin) / (most - least + 2 * margin)) * 100}%`
  return (
    <div className={classes.strip} aria-hidden>
      <span className={classes.box} style={{ left: at(lower), right: `calc(100% - ${at(upper)})` }} />
      <span className={classes.median} style={{ left: at(median) }} />
      {own !== null && <span className={classes.self} style={{ left: at(own) }} />}
    </div>
  )
}

const places = ['quart le plus bas', 'moitié du milieu', 'quart le plus haut'] as const

/** Where we stand, in one sentence; without what is unknown here or of others. */
export function placesText(figures: readonly Figure[]): string {
  const placed = figures.flatMap(({ measure, own, quartiles }) =>
    own === null || !quartiles
      ? []
      : [{ measure, place: own < quartiles.lower ? places[0] : own > quartiles.upper ? places[2] : places[1] }],
  )
  const texts = ([places[2], places[0], places[1]] as const).flatMap((place) => {
    const names = placed.filter((each) => each.place === place).map(({ measure }) => measures[measure].label)
    return names.length === 0 ? [] : [`Dans ${place === places[1] ? 'la' : 'le'} ${place} : ${listed(names)}.`]
  })
  return texts.length === 0 ? 'Nos chiffres de ce mois ne se comparent pas.' : texts.join(' ')
}

function listed(labels: readonly string[]): string {
  const names = labels.map((label) => label.charAt(0).toLocaleLowerCase('fr') + label.slice(1))
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} et ${names.at(-1)!}`
}

/** « Un quart environ des pharmacies comparables fait moins de … » */
export function quartilesText(measure: PeerMeasure, { lower, median, upper }: Quartiles, currency: Currency): string {
  const text = (value: number) => figureText(measure, value, currency)
  return `Un quart environ des pharmacies comparables fait moins de ${text(lower)}, la moitié moins de ${text(median)}, un quart plus de ${text(upper)}.`
}

function figureText(measure: PeerMeasure, value: number, currency: Currency): string {
  return `${valueText(measure, value, currency)}${measure === 'stockDays' ? '\u00a0jours' : ''}`
}

function sizeText(size: PeerSize): string {
  const { from, below } = boundsOf(size)
  const text = (sales: number) => formatAmount(sales, { decimals: 0 })
  if (from === null) return `moins de ${text(below ?? 0)} ventes par mois`
  return below === null ? `${text(from)} ventes par mois ou plus` : `de ${text(from)} à ${text(below)} ventes par mois`
}
