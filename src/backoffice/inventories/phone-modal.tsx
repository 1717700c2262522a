import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { inventories, type Inventory } from '#shared/contract/inventories.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/inventories/inventories.module.css'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { qrPicture } from '#backoffice/ui/qr-picture.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

interface PhoneModalProps {
  inventory: Pick<Inventory, 'id'>
  onClose: () => void
}

/** The address of this machine that only this machine finds. */
const isOwnAddress = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** A QR code that opens the inventory on a phone, with the right of this member to count it and nothing more. */
export function PhoneModal({ inventory: { id }, onClose }: PhoneModalProps) {
  const send = useSend()
  const gesture = useGesture()
  const { run } = gesture
  const [link, setLink] = useState<{ address: string; expiresAt: string } | null>(null)
  useEffect(() => {
    run(async () => {
      const { token, expiresAt } = await send(inventories.countingLink, { params: { id }, body: { id: uuid7() } })
      // After the « # », so that no server on the way writes the secret into its log.
      setLink({ address: `${location.origin}/backoffice/inventaires/${id}/compter#${token}`, expiresAt })
    })
    // oxlint-disable-next-line react/exhaustive-deps -- one link for each opening of the dialog
  }, [])
  return (
    <PanelModal opened onClose={onClose} title="Compter au téléphone" centered size={420}>
      <div className={classes.qr}>
        {link === null ? (
          <Loader />
        ) : (
          <>
            <img src={qrPicture(link.address)} alt="Code à scanner avec le téléphone" />
            <p>
              Scannez ce code avec l’appareil photo du téléphone. Il compte en votre nom et ne peut rien faire d’autre.
            </p>
            <p className={text.quiet}>
              {`Valable jusqu’à ${formatHour(link.expiresAt)}, ou jusqu’à la clôture.`}
              {isOwnAddress() &&
                ' Ce poste est ouvert à une adresse que le téléphone ne trouve pas\u00a0: ouvrez la gestion à l’adresse en https de la pharmacie.'}
            </p>
          </>
        )}
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      </div>
      {gesture.modals}
    </PanelModal>
  )
}
