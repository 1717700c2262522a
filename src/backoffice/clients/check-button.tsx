import { IconUserCheck } from '@tabler/icons-react'
import { persons } from '#shared/contract/persons.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type Named = { id: string; name: string }

/** « Vérifié »: says that the record of a patient made at the counter was looked at. The notice takes it back. */
export function useCheck(): (person: Named) => Promise<void> {
  const send = useSend()
  const say = useNotice()
  return async ({ id, name }) => {
    const mark = (checked: boolean) => send(persons.check, { params: { id }, body: { checked } })
    await mark(true)
    say({ text: `Fiche de ${name} vérifiée`, undo: () => mark(false) })
  }
}

export function CheckButton({ person }: { person: Named }) {
  const check = useCheck()
  const mayEdit = useMay(persons.check)
  const { run, isRunning, modals } = useGesture()
  if (!mayEdit) return null
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconUserCheck size={18} aria-hidden />}
        loading={isRunning}
        onClick={() => run(() => check(person))}
      >
        Vérifié
      </WriteButton>
      {modals}
    </>
  )
}
