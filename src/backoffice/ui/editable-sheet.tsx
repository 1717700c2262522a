import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

interface EditableSheetProps {
  title: string
  facts: Parameters<typeof FactList>[0]['facts']
  mayEdit: boolean
  /** False while not all fields are loaded: editing is disabled. */
  isReady?: boolean
  form: (close: () => void) => ReactNode
  /** False for a further sheet of a page: the key M edits the first one. */
  hasKey?: boolean
}

/** A block of facts, edited in place by « Modifier » or the key M. */
export function EditableSheet({ title, facts, mayEdit, isReady = true, form, hasKey = true }: EditableSheetProps) {
  const [isEditing, setIsEditing] = useState(false)
  useWriteShortcuts({ m: () => setIsEditing(true) }, hasKey && mayEdit && isReady && !isEditing)
  const edit = mayEdit && !isEditing && (
    <WriteButton
      variant="default"
      size="xs"
      {...(hasKey ? {} : { 'aria-label': `Modifier\u00a0: ${title}` })}
      disabled={!isReady}
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setIsEditing(true)}
    >
      Modifier
    </WriteButton>
  )
  return (
    <Sheet title={title} actions={edit}>
      {isEditing ? form(() => setIsEditing(false)) : <FactList facts={facts} />}
    </Sheet>
  )
}
