import { toldSkewMs } from '#shared/pharmacy-time.ts'
import { PaperCode } from '#shared/papers/paper-code.tsx'
import type { Engine } from '#shared/contract/engine.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { sizeText } from '#backoffice/ui/size-text.ts'
import classes from '#backoffice/settings/settings.module.css'
import type { Fact } from '#backoffice/ui/sheet.tsx'

type State = Pick<Engine, 'alarms' | 'freeBytes' | 'failures' | 'tills' | 'shopTls'>

/** What a person who runs the shop may have to act on, worst first. */
export function serverFacts({ alarms, freeBytes, failures, tills, shopTls = null }: State): Fact[] {
  return [
    [
      'Alarmes',
      alarms.length === 0
        ? 'Aucune'
        : linesOf(alarms.map(({ text, raisedAt }) => `${text} Depuis le ${momentText(raisedAt)}.`)),
    ],
    ['Postes', tills.length === 0 ? 'Aucun ne s’est encore annoncé' : linesOf(tills.map((till) => tillText(till)))],
    ...(shopTls ? [['Ajouter un poste', <NewTill key="till" {...shopTls} />] as const] : []),
    ['Disque', freeBytes === null ? 'Sur une autre machine' : `${sizeText(freeBytes)} libres pour la base`],
    [
      'Erreurs du serveur',
      failures.lastAt === null
        ? 'Aucune en 24\u00a0h'
        : `${failures.count} en 24\u00a0h, la dernière le ${momentText(failures.lastAt)}\u00a0: le journal du serveur les explique`,
    ],
  ]
}

/** « Poste AB12 : 3 envois en attente, le plus ancien du 28/11/2026 à 18:40 ; vu le … » */
function tillText({ terminalCode, waiting, oldestAt, skewMs, saidAt }: Engine['tills'][number]): string {
  const sends = waiting === 1 ? '1 envoi en attente' : `${waiting} envois en attente`
  const queue =
    waiting === 0 ? 'tout est reçu' : oldestAt === null ? sends : `${sends}, le plus ancien du ${momentText(oldestAt)}`
  const isWrong = Math.abs(skewMs) > toldSkewMs
  const minutes = Math.round(Math.abs(skewMs) / 60_000)
  const clock = isWrong ? `, horloge en ${skewMs > 0 ? 'retard' : 'avance'} de ${minutes}\u00a0min` : ''
  return `Poste ${terminalCode}\u00a0: ${queue}${clock}, vu le ${momentText(saidAt)}`
}

/** Where a till learns to trust this server, and the fingerprint that a person compares there. */
function NewTill({ helpAddress, fingerprint }: NonNullable<Engine['shopTls']>) {
  return (
    <div className={classes.newTill}>
      <PaperCode className={classes.newTillCode} digits={helpAddress} name={`Ouvrir ${helpAddress}`} />
      <span>
        {`Sur le poste, visez ce code ou ouvrez ${helpAddress}. Comparez l’empreinte du certificat :`}
        <code className={classes.fingerprint}>{fingerprint.replaceAll(':', ' ')}</code>
      </span>
    </div>
  )
}

function momentText(instant: string): string {
  return `${formatShortDay(instant)} à ${formatHour(instant)}`
}

function linesOf(lines: readonly string[]) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
