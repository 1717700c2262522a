import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import type { organizations } from '#shared/contract/organizations.ts'
import type { persons } from '#shared/contract/persons.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface ArchiveButtonProps {
  of: { id: string; name: string; archived: boolean }
  calls: Pick<typeof persons | typeof organizations, 'remove' | 'patch'>
  /** Describes the consequences of archiving. */
  text: string
}

/** Archives or restores a client. The server refuses while sales or bills are open, and gives their number. */
export function ArchiveButton({ of: { id, name, archived }, calls, text }: ArchiveButtonProps) {
  const send = useSend()
  const { run, ask, isRunning, modals } = useGesture()
  const restore = () =>
    run(() => send(calls.patch as typeof organizations.patch, { params: { id }, body: { archived: false } }))
  const archive = () =>
    ask({ title: `Archiver ${name}\u202f?`, text, yes: 'Archiver', run: () => send(calls.remove, { params: { id } }) })
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
        loading={isRunning}
        onClick={archived ? restore : archive}
      >
        {archived ? 'Rouvrir la fiche' : 'Archiver'}
      </WriteButton>
      {modals}
    </>
  )
}
