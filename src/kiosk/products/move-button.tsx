import { Button } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { storagesAtom } from '#shared/store/lists/storage-atoms.ts'

/** Opens and closes « Ranger ». Reads the storages before it is pressed, so that they are there without a network. */
export function MoveButton({ isMoving, onClick }: { isMoving: boolean; onClick: () => void }) {
  useAtomValue(storagesAtom)
  return (
    <Button
      size="md"
      variant={isMoving ? 'filled' : 'default'}
      leftSection={<IconStack2 size={24} aria-hidden />}
      aria-pressed={isMoving}
      onClick={onClick}
    >
      Ranger
    </Button>
  )
}
