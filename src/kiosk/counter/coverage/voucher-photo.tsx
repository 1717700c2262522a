import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { forgetPhotoAtom, notePhotoAtom, photosOfSaleAtom } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { PhotoModal } from './photo-modal.tsx'
import classes from './photo.module.css'

/** The photos of a voucher, beside its number. They are stored on this terminal at once and sent after the sale. */
export function VoucherPhoto({ saleId, paymentId }: { saleId: string; paymentId: string }) {
  const photos = useAtomValue(photosOfSaleAtom)(saleId).filter((photo) => photo.paymentId === paymentId)
  const note = useSetAtom(notePhotoAtom)
  const forget = useSetAtom(forgetPhotoAtom)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.photos}>
      {photos.map(({ id }, place) => (
        <span key={id} className={classes.photo}>
          <Thumbnail photoId={id} name={`Photo du bon ${place + 1}`} />
          <ActionIcon
            variant="default"
            size="xs"
            aria-label={`Retirer la photo du bon ${place + 1}`}
            onClick={() => void forget(id)}
          >
            <IconX size={22} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCamera size={22} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {photos.length === 0 ? 'Photographier le bon' : 'Une autre photo'}
      </Button>
      <PhotoModal
        isOpen={isOpen}
        onPhoto={(photo) => note({ saleId, paymentId, ...photo })}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}

function Thumbnail({ photoId, name }: { photoId: string; name: string }) {
  const url = usePhotoUrl(photoId)
  return url === null ? (
    <span className={classes.thumbnail} />
  ) : (
    <img className={classes.thumbnail} src={url} alt={name} />
  )
}

/** The bytes are read from the disk only when a photo is shown. */
function usePhotoUrl(photoId: string): string | null {
  const store = useAtomValue(sharedSalesAtom)?.store
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    void store?.readPhoto(photoId).then((photo) => {
      if (!photo || isGone) return
      made = URL.createObjectURL(new Blob([photo.bytes], { type: photo.mime }))
      setUrl(made)
    })
    return () => {
      isGone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [store, photoId])
  return url
}
