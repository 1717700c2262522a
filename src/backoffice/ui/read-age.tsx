import { useAtomValue } from 'jotai'
import { IconCloudOff } from '@tabler/icons-react'
import { ListAge } from '#shared/ui/list-age.tsx'
import classes from '#backoffice/ui/read-age.module.css'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

/**
 * Offline: the age of a detail. `listedAt`: time of the stored list it comes from; `readAt`: time of the server's
 * answer.
 */
export function ReadAge({ listedAt, readAt }: { listedAt: number | null; readAt: number }) {
  const isOffline = useAtomValue(isOfflineAtom)
  if (!isOffline) return null
  return (
    <p className={classes.age}>
      <IconCloudOff size={18} aria-hidden />
      {readAt > 0 ? <ListAge of={readAt} what="Fiche" /> : listedAt !== null && <ListAge of={listedAt} />}
    </p>
  )
}
