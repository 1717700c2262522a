import { Modal, type ModalProps } from '@mantine/core'

/** A dialog over a side panel: Échap closes the dialog alone, where Mantine's own key would close both. */
export function PanelModal({ onClose, ...props }: ModalProps) {
  return (
    <Modal
      {...props}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={(event) => {
        // A list or a calendar that is open in it takes the key first.
        const isTaken = event.target instanceof HTMLElement && event.target.dataset['mantineStopPropagation'] === 'true'
        if (event.key !== 'Escape' || isTaken) return
        event.preventDefault()
        onClose()
      }}
    />
  )
}
