import { IconCloudOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { formatSince } from '#shared/ui/date-format.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from '#backoffice/ui/bands.module.css'

/**
 * Shown above every screen while offline. Not an ARIA live region: the status in the top bar is one, and a running
 * duration would be read aloud every minute.
 */
export function OfflineBand() {
  const { state, seconds } = useAtomValue(connectivityAtom)
  if (state !== 'offline') return null
  return (
    <section className={`${classes.band} ${classes.offline}`} aria-label="Hors ligne">
      <IconCloudOff size={18} aria-hidden />
      <b>{`Hors ligne ${formatSince(seconds)}\u00a0: lecture seule.`}</b>
      <span>
        Les listes de ce poste restent lisibles. Le reste reviendra tout seul avec le réseau, et ce que vous tapez est
        conservé.
      </span>
    </section>
  )
}
