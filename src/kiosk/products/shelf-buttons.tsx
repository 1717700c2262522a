import { Button } from '@mantine/core'
import { IconCalendarPlus, IconStack2 } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { storagesAtom } from '#shared/store/lists/storage-atoms.ts'

/** What scans do on the shelf: put things into a storage, or give lots their number and expiry. */
export type ShelfMode = 'move' | 'date'

/** Open and close the panels. Read the storages before one is pressed, so that they are there without a network. */
export function ShelfButtons({ mode, onChoose }: { mode: ShelfMode | null; onChoose: (mode: ShelfMode) => void }) {
  useAtomValue(storagesAtom)
  const button = (own: ShelfMode) =>
    ({
      size: 'md',
      variant: mode === own ? 'filled' : 'default',
      'aria-pressed': mode === own,
      onClick: () => onChoose(own),
    }) as const
  return (
    <>
      <Button {...button('move')} leftSection={<IconStack2 size={24} aria-hidden />}>
        Ranger
      </Button>
      <Button {...button('date')} leftSection={<IconCalendarPlus size={24} aria-hidden />}>
        Dater
      </Button>
    </>
  )
}
