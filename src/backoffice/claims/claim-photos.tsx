import { FileButton, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { type WholesalerClaimDetail, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { toBase64 } from '#shared/store/tools/base64.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { shrinkFile } from '#shared/ui/photo-shrink.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PhotoThumbs } from '#backoffice/ui/photo-thumbs.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Photos that prove lines of a claim: a damaged box, a note. They go with its e-mail. */
export function ClaimPhotos({ claim }: { claim: WholesalerClaimDetail }) {
  const count = claim.lines.reduce((sum, { photos }) => sum + photos, 0)
  const { data: photos } = useAnswer(wholesalerClaims.photos, { params: { id: claim.id } }, { enabled: count > 0 })
  const mayAdd = useMay(wholesalerClaims.addPhoto) && claim.state !== 'canceled'
  const send = useSend()
  const gesture = useGesture()
  const nameOf = (position: number) => {
    const line = claim.lines.find((one) => one.position === position)
    return `Ligne ${position}, ${line?.label ?? ''}`
  }
  if (count === 0 && !mayAdd) return null
  const remove = ({ id }: { id: string }) =>
    gesture.run(() => send(wholesalerClaims.removePhoto, { params: { id: claim.id, photoId: id } }))
  return (
    <Sheet title="Photos" fact={count > 0 ? String(count) : undefined}>
      {count === 0 && <Nothing>Aucune photo de ces écarts.</Nothing>}
      {count > 0 && photos && (
        <PhotoThumbs
          photos={photos}
          nameOf={({ position, addedAt }) => `${nameOf(position)}, ${formatMoment(addedAt)}`}
          {...(mayAdd && claim.state === 'draft' ? { onRemove: remove } : {})}
        />
      )}
      {mayAdd && <AddPhoto claim={claim} nameOf={nameOf} />}
      {gesture.modals}
    </Sheet>
  )
}

function AddPhoto({ claim, nameOf }: { claim: WholesalerClaimDetail; nameOf: (position: number) => string }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const [position, setPosition] = useState(claim.lines[0]?.position ?? 1)
  const add = (file: File | null) => {
    if (!file) return
    gesture.run(async () => {
      const shrunk = await shrinkFile(file).catch(() => null)
      if (!shrunk) {
        say({ text: 'Ce fichier n’est pas une photo lisible' })
        return
      }
      const body = { id: uuid7(), position, mime: shrunk.mime, data: toBase64(shrunk.bytes) }
      await send(wholesalerClaims.addPhoto, { params: { id: claim.id }, body })
    })
  }
  return (
    <Group mt={10} align="end">
      {claim.lines.length > 1 && (
        <Select
          label="Ligne concernée"
          searchable
          data={claim.lines.map((line) => ({ value: String(line.position), label: nameOf(line.position) }))}
          value={String(position)}
          allowDeselect={false}
          onChange={(value) => setPosition(Number(value))}
        />
      )}
      <FileButton accept="image/*" inputProps={{ 'aria-label': 'Photo' }} onChange={add}>
        {(props) => (
          <WriteButton variant="default" loading={gesture.isRunning} {...props}>
            Ajouter une photo
          </WriteButton>
        )}
      </FileButton>
      {gesture.modals}
    </Group>
  )
}
