import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatHour, formatSince } from '#shared/ui/date-format.ts'
import classes from '#backoffice/backup/backup.module.css'
import { sizeText } from '#backoffice/ui/size-text.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Standby = NonNullable<Engine['standby']>

/** What the second computer lacks, in words. */
export function standbyText({ paired }: Standby): string {
  if (!paired) return 'Aucun\u00a0: un second ordinateur suivrait celui-ci et prendrait le relais s’il tombe'
  const { name, awaySince, lagBytes, lagSeconds, isLost } = paired
  if (awaySince !== null) {
    const since = formatSince((pharmacyNow().getTime() - Date.parse(awaySince)) / 1000)
    return isLost
      ? `${name} ne suit pas ${since}, trop longtemps\u00a0: il recopiera tout à son retour`
      : `${name} ne suit pas ${since}\u00a0: il reprend seul quand il revient`
  }
  if (lagBytes === null) return `${name} suit`
  if (lagBytes === 0) return `${name} a tout`
  const seconds = lagSeconds === null ? '' : `, ${Math.ceil(lagSeconds)}\u00a0s`
  return `${name} suit, avec ${sizeText(lagBytes)}${seconds} de retard`
}

/** The second computer of the shop, and its pairing. */
export function SecondComputer({ standby }: { standby: Standby }) {
  const send = useSend()
  const gesture = useGesture()
  const [offer, setOffer] = useState<CallReply<typeof pharmacies.pairStandby> | null>(null)
  const pair = async () => setOffer(await send(pharmacies.pairStandby, {}))
  const askPair = () =>
    standby.paired
      ? gesture.ask({
          title: 'Jumeler un autre ordinateur\u00a0?',
          text: `Dès qu’il vient avec les nouveaux mots, ${standby.paired.name} ne suit plus.`,
          yes: 'Jumeler un autre',
          run: pair,
        })
      : gesture.run(pair)
  const askForget = () =>
    gesture.ask({
      title: 'Ne plus être suivi\u00a0?',
      text: 'Le second ordinateur garde ce qu’il a et ne reçoit plus rien. Il pourrait encore prendre le relais.',
      yes: 'Ne plus être suivi',
      run: () => send(pharmacies.forgetStandby, {}),
    })
  return (
    <div className={classes.copy}>
      <p>{standbyText(standby)}</p>
      {offer && (
        <p>
          Sur le second ordinateur, jusqu’à {formatHour(offer.until)}&nbsp;: <strong>{offer.words}</strong>{' '}
          {`(port ${offer.port}). Ces mots donnent toutes les données\u00a0: ne les dites à personne d’autre.`}
        </p>
      )}
      <Button variant="default" size="xs" disabled={gesture.isOffline} onClick={askPair}>
        {standby.paired ? 'Jumeler un autre ordinateur' : 'Jumeler un second ordinateur'}
      </Button>
      {standby.paired && (
        <Button variant="default" size="xs" disabled={gesture.isOffline} onClick={askForget}>
          Ne plus être suivi
        </Button>
      )}
      {gesture.modals}
    </div>
  )
}
