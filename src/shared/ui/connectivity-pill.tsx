import { IconCloudOff } from '@tabler/icons-react'
import classes from './connectivity-pill.module.css'
import { formatSince } from './date-format.ts'

interface ConnectivityPillProps {
  state: 'online' | 'offline'
  /** Since the network left; counted by whoever knows the start. */
  secondsOffline?: number
  /** What waits on this terminal. */
  pendingCount?: number
  /** Opens the queue. */
  onClick?: () => void
  /** dark: on the green bar. */
  ground?: 'dark' | 'light'
}

function words({ state, secondsOffline = 0, pendingCount = 0 }: Pick<ConnectivityPillProps, 'state' | 'secondsOffline' | 'pendingCount'>) {
  return {
    network: state === 'online' ? 'En ligne' : `Hors ligne ${formatSince(secondsOffline)}`,
    pending: pendingCount > 0 ? `${pendingCount}\u00a0à envoyer` : undefined,
  }
}

/** Offline is a working face, not an error: amber, with what waits. */
export function ConnectivityPill({ state, secondsOffline, pendingCount, onClick, ground = 'dark' }: ConnectivityPillProps) {
  const { network, pending } = words({ state, secondsOffline, pendingCount })
  const className = `${classes.pill} ${classes[ground]} ${state === 'offline' ? classes.offline : ''} officine-focus`
  const face = (
    <>
      {state === 'offline' ? <IconCloudOff size={22} aria-hidden /> : <span className={classes.dot} />}
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
      {state === 'online' ? 'En ligne' : 'Hors ligne'}
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
