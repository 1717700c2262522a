import type { ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Dialog } from '#backoffice/ui/dialog.tsx'

/**
 * A dialog above a side panel. Escape closes only the dialog, wherever the focus is; Mantine's own handler would close
 * both.
 */
export function PanelModal({ opened, onClose, ...props }: ModalProps) {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    if (!opened) return
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      // An open calendar handles the key first and closes itself.
      const isInCalendar = event.target instanceof Element && event.target.closest('.mantine-Popover-dropdown') !== null
      if (!isInCalendar) close.current()
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [opened])
  return <Dialog {...props} opened={opened} onClose={onClose} closeOnEscape={false} />
}
