import { IconAlertCircle, IconCloudExclamation, IconCloudOff } from '@tabler/icons-react'
import classes from './connectivity-pill.module.css'
import { formatSince } from './date-format.ts'
import { plural } from './plural.ts'

interface ConnectivityPillProps {
  state: 'online' | 'unstable' | 'offline'
  /** Seconds since the connection was lost. */
  secondsOffline?: number
  /** Number of rows waiting on this terminal. */
  pendingCount?: number
  /** How many of these rows the server refused: the pill is red and says so. */
  refusedCount?: number
  /** Opens the queue. */
  onClick?: () => void
  /** dark: on the green bar. */
  ground?: 'dark' | 'light'
}

const names = { online: 'En ligne', unstable: 'Réseau instable', offline: 'Hors ligne' }

function words({
  state,
  secondsOffline = 0,
  pendingCount = 0,
  refusedCount = 0,
}: Pick<ConnectivityPillProps, 'state' | 'secondsOffline' | 'pendingCount' | 'refusedCount'>) {
  const waiting = pendingCount - refusedCount
  const pending = [
    refusedCount > 0 && plural(refusedCount, 'refusée'),
    waiting > 0 && `${waiting}\u00a0à envoyer`,
  ].filter(Boolean)
  return {
    network: state === 'offline' ? `${names.offline} ${formatSince(secondsOffline)}` : names[state],
    pending: pending.join(', ') || undefined,
  }
}

/**
 * Offline is a normal state, not an error: amber, with the number of waiting rows. Unstable has only an amber border,
 * because everything is still sent.
 */
export function ConnectivityPill({
  state,
  secondsOffline,
  pendingCount,
  refusedCount = 0,
  onClick,
  ground = 'dark',
}: ConnectivityPillProps) {
  const { network, pending } = words({ state, secondsOffline, pendingCount, refusedCount })
  const className = `${classes.pill} ${classes[ground]} ${state === 'online' ? '' : classes[state]} ${refusedCount > 0 ? classes.refused : ''} officine-focus`
  const Icon = state === 'offline' ? IconCloudOff : IconCloudExclamation
  const face = (
    <>
      {refusedCount > 0 ? (
        <IconAlertCircle size={22} aria-hidden />
      ) : state === 'online' ? (
        <span className={classes.dot} />
      ) : (
        <Icon size={22} aria-hidden />
      )}
      <span>{network}</span>
      {pending && (
        <span className={classes.pending}>
          <span className={classes.unseen}>{' · '}</span>
          {pending}
        </span>
      )}
    </>
  )
  // Only the state is announced: screen readers would repeat the ticking minutes forever.
  const announcement = (
    <span role="status" className={classes.unseen}>
      {names[state]}
    </span>
  )
  return (
    <>
      {announcement}
      {onClick ? (
        <button type="button" className={className} onClick={onClick}>
          {face}
        </button>
      ) : (
        <span className={className}>{face}</span>
      )}
    </>
  )
}
