import { IconUserCheck } from '@tabler/icons-react'
import { persons } from '#shared/contract/persons.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface CheckButtonProps {
  person: { id: string; name: string }
  /** In a row of a list. */
  small?: boolean
}

/** « Vérifié »: the record of a patient made at the counter was looked at. The notice takes it back. */
export function CheckButton({ person: { id, name }, small = false }: CheckButtonProps) {
  const send = useSend()
  const say = useNotice()
  const mayEdit = useMay(persons.check)
  const { run, isRunning, modals } = useGesture()
  if (!mayEdit) return null
  const mark = (checked: boolean) => send(persons.check, { params: { id }, body: { checked } })
  const check = async () => {
    await mark(true)
    say({ text: `Fiche de ${name} vérifiée`, undo: () => mark(false) })
  }
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconUserCheck size={18} aria-hidden />}
        loading={isRunning}
        onClick={() => run(check)}
        {...(small ? { size: 'compact-sm', 'aria-label': `Vérifié\u00a0: ${name}` } : {})}
      >
        Vérifié
      </WriteButton>
      {modals}
    </>
  )
}
