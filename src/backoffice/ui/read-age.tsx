import { useAtomValue } from 'jotai'
import { IconCloudOff } from '@tabler/icons-react'
import { ListAge } from '#shared/ui/list-age.tsx'
import classes from '#backoffice/ui/read-age.module.css'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

/** Without a network: how old a detail is. `listedAt`: it stands in a list of this terminal; `readAt`: the server gave it. */
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
