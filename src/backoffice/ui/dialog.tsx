import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * A modal that gives the focus back to the element that had it. Mantine does so only when `opened` becomes false; most
 * dialogs are unmounted while open.
 */
export function Dialog(props: ModalProps) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
  return <Modal {...props} />
}
