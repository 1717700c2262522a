import { IconCloudExclamation, IconCloudOff } from '@tabler/icons-react'
import classes from './connectivity-pill.module.css'
import { formatSince } from './date-format.ts'

interface ConnectivityPillProps {
  state: 'online' | 'unstable' | 'offline'
  /** Since the network left; counted by whoever knows the start. */
  secondsOffline?: number
  /** What waits on this terminal. */
  pendingCount?: number
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
}: Pick<ConnectivityPillProps, 'state' | 'secondsOffline' | 'pendingCount'>) {
  return {
    network: state === 'offline' ? `${names.offline} ${formatSince(secondsOffline)}` : names[state],
    pending: pendingCount > 0 ? `${pendingCount}\u00a0à envoyer` : undefined,
  }
}

/** Offline is a working face, not an error: amber, with what waits. Unstable is amber as a line only: everything still goes out. */
export function ConnectivityPill({
  state,
  secondsOffline,
  pendingCount,
  onClick,
  ground = 'dark',
}: ConnectivityPillProps) {
  const { network, pending } = words({ state, secondsOffline, pendingCount })
  const className = `${classes.pill} ${classes[ground]} ${state === 'online' ? '' : classes[state]} officine-focus`
  const Icon = state === 'offline' ? IconCloudOff : IconCloudExclamation
  const face = (
    <>
      {state === 'online' ? <span className={classes.dot} /> : <Icon size={22} aria-hidden />}
      <span>{network}</span>
      {pending && (
        <span className={classes.pending}>
          <span className={classes.unseen}>{' · '}</span>
          {pending}
        </span>
      )}
    </>
  )
  // The announced text is the state alone: the minutes that tick would be read aloud for ever.
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
