import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'

interface EditableSheetProps {
  title: string
  facts: Parameters<typeof FactList>[0]['facts']
  mayEdit: boolean
  form: (close: () => void) => ReactNode
}

/** What is known of something, edited in place by « Modifier » or the key M. */
export function EditableSheet({ title, facts, mayEdit, form }: EditableSheetProps) {
  const [isEditing, setIsEditing] = useState(false)
  useShortcuts({ m: () => setIsEditing(true) }, mayEdit && !isEditing)
  const edit = mayEdit && !isEditing && (
    <Button variant="default" size="xs" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setIsEditing(true)}>
      Modifier
    </Button>
  )
  return (
    <Sheet title={title} actions={edit}>
      {isEditing ? form(() => setIsEditing(false)) : <FactList facts={facts} />}
    </Sheet>
  )
}
