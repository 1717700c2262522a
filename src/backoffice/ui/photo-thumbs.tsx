import { useState } from 'react'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { WriteButton } from '#backoffice/ui/write-button.tsx'
import classes from '#backoffice/ui/photo-thumbs.module.css'

type Photo = { id: string; mime: string; data: string }

const addressOf = ({ mime, data }: Photo): string => `data:${mime};base64,${data}`

/** Thumbnails of photos; one can be enlarged, and taken off there. `nameOf`: its content and date. */
export function PhotoThumbs<P extends Photo>({
  photos,
  nameOf,
  onRemove,
}: {
  photos: readonly P[]
  nameOf: (photo: P) => string
  onRemove?: (photo: P) => void
}) {
  const [openId, setOpenId] = useState<string | null>(null)
  const open = photos.find(({ id }) => id === openId)
  return (
    <>
      <div className={classes.photos}>
        {photos.map((photo) => (
          <button
            key={photo.id}
            type="button"
            className={`${classes.photo} officine-focus`}
            onClick={() => setOpenId(photo.id)}
          >
            <img src={addressOf(photo)} alt={`Agrandir\u00a0: ${nameOf(photo)}`} />
          </button>
        ))}
      </div>
      <PanelModal
        opened={open !== undefined}
        onClose={() => setOpenId(null)}
        title={open && nameOf(open)}
        size="auto"
        centered
      >
        {open && <img className={classes.large} src={addressOf(open)} alt={nameOf(open)} />}
        {open && onRemove && (
          <WriteButton
            mt={10}
            variant="default"
            onClick={() => {
              setOpenId(null)
              onRemove(open)
            }}
          >
            Retirer cette photo
          </WriteButton>
        )}
      </PanelModal>
    </>
  )
}
