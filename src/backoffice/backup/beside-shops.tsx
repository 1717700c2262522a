import { Anchor, Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { neighbourDays } from '#shared/domain/backup/kept-days.ts'
import { formatDay, formatHour, formatMoment } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import classes from '#backoffice/backup/beside-shops.module.css'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Shop = NonNullable<NonNullable<Engine['beside']>['open']>

/** How often a shop that is being restored is looked at, in ms. */
const restoringEvery = 2_000

/** A second shop, restored beside this one: to exercise in, or a day of the past. Nothing without a backup of this server. */
export function BesideSheet({ beside }: { beside: Engine['beside'] }) {
  const shop = beside?.open ?? null
  // The end of a restore is told by no hint.
  useAnswer(pharmacies.engine, {}, { enabled: shop?.phase === 'restoring', everyMs: restoringEvery })
  if (!beside) return null
  return (
    <Sheet title="S’entraîner, ou revoir un jour">
      {shop && <OpenShop shop={shop} />}
      {(!shop || shop.phase === 'failed') && <Choices />}
    </Sheet>
  )
}

function OpenShop({ shop }: { shop: Shop }) {
  const send = useSend()
  const gesture = useGesture()
  return (
    <div className={classes.shop} role="status">
      <p>{stateText(shop)}</p>
      {shop.phase !== 'failed' && (
        <div className={classes.row}>
          {shop.phase === 'open' && (
            <Anchor href={addressOf(shop)} target="_blank" rel="noreferrer">
              Ouvrir dans un autre onglet
            </Anchor>
          )}
          <Button
            variant="default"
            size="compact-sm"
            disabled={gesture.isOffline}
            loading={gesture.isRunning}
            onClick={() => gesture.run(() => send(pharmacies.closeBeside, {}))}
          >
            {shop.phase === 'open' ? 'Fermer et effacer' : 'Arrêter'}
          </Button>
        </div>
      )}
      {gesture.modals}
    </div>
  )
}

function Choices() {
  const send = useSend()
  const gesture = useGesture()
  const today = useAtomValue(todayAtom)
  const [day, setDay] = useState<string | null>(null)
  const { data } = useAnswer(pharmacies.keptDays, {})
  const days = (data?.days ?? []).map((one) => ({ day: one.day, at: Date.parse(one.at) }))
  const isKept = days.some((one) => one.day === day)
  const isOff = gesture.isOffline || gesture.isRunning
  return (
    <>
      <div className={classes.row}>
        <Button
          variant="default"
          disabled={isOff}
          onClick={() => gesture.run(() => send(pharmacies.openBeside, { body: { kind: 'exercise' } }))}
        >
          S’entraîner
        </Button>
        <span className={text.quiet}>{'La pharmacie d’hier, pour essayer\u00a0: tout s’y fait, rien n’en sort.'}</span>
      </div>
      <div className={classes.row}>
        <TypedDayInput
          aria-label="Jour à revoir"
          today={today}
          value={day}
          max={today}
          yearsAhead={0}
          onChange={setDay}
        />
        <Button
          variant="default"
          disabled={isOff || day === null || !isKept}
          onClick={() => day && gesture.run(() => send(pharmacies.openBeside, { body: { kind: 'past', day } }))}
        >
          {day && isKept ? `Voir le ${formatDay(day)}` : 'Voir ce jour'}
        </Button>
        <span className={text.quiet}>
          {day && data && !isKept
            ? missingText(neighbourDays(days, day))
            : 'Telle qu’elle était à la fin du jour, à lire.'}
        </span>
      </div>
      {gesture.modals}
    </>
  )
}

function stateText({ kind, day, phase, holdsUntil, endsAt, fault }: Shop): string {
  const what = kind === 'exercise' ? 'Exercice' : `La pharmacie du ${day ? formatDay(day) : 'passé'}`
  if (phase === 'failed') return `${what}\u00a0: n’est plus ouvert, ${fault ?? 'son programme s’est arrêté'}`
  if (phase === 'restoring') return `${what}\u00a0: en cours de restauration, la pharmacie continue de vendre`
  const until = holdsUntil ? `tout y est jusqu’au ${formatMoment(holdsUntil)}` : 'ouvert'
  return `${what}\u00a0: ${until}.${endsAt ? ` Sans usage, il se ferme et s’efface à ${formatHour(endsAt)}.` : ''}`
}

/** « Ce jour n’est plus gardé : le 1 mars 2026 et le 5 mars 2026 le sont. » */
function missingText({ before, after }: { before: string | null; after: string | null }): string {
  const near = [before, after].flatMap((one) => (one ? [`le ${formatDay(one)}`] : []))
  if (near.length === 0) return 'Ce jour n’est pas gardé\u00a0: le support n’en a encore aucun.'
  return `Ce jour n’est pas gardé\u00a0: ${near.join(' et ')} ${near.length > 1 ? 'le sont' : 'l’est'}.`
}

/** On the machine of this server, as this page reaches it. */
function addressOf({ port }: Shop): string {
  return `${location.protocol}//${location.hostname}:${port}/`
}
