import { Modal, type ModalProps } from '@mantine/core'

/** A dialog over a side panel: Échap closes the dialog alone, where Mantine's own key would close both. */
export function PanelModal({ onClose, ...props }: ModalProps) {
  return (
    <Modal
      {...props}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        // A calendar that is open over it takes the key first: React hands its keys up here, the page does not.
        if (event.target instanceof Node && event.currentTarget.contains(event.target)) onClose()
      }}
    />
  )
}
