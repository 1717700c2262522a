import { Button, FileButton, Textarea } from '@mantine/core'
import { IconCamera, IconCheck, IconPhoto } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { isCameraOpenAtom } from '#kiosk/counter/scan/camera-open.ts'
import { KioskPage } from '#kiosk/ui/kiosk-page.tsx'
import { Notice, type NoticeContent } from '#kiosk/ui/notice.tsx'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { plural } from '#shared/ui/plural.ts'
import { readReceiptsAtom, retypeAtom } from './retype-atoms.ts'
import { RetypedRow } from './retyped-row.tsx'
import classes from './retype.module.css'

interface RetypeScreenProps {
  /** The camera panel, shown while it is open. */
  camera: ReactNode
  /** Finds the codes in a picture. */
  readPicture: (picture: Blob) => Promise<string[]>
}

/** « Ressaisir des tickets »: restores the sales of a lost till from its customers' receipts, one by one. */
export function RetypeScreen({ camera, readPicture }: RetypeScreenProps) {
  const receipts = useAtomValue(readReceiptsAtom)
  const retype = useSetAtom(retypeAtom)
  const [isCameraOpen, openCamera] = useAtom(isCameraOpenAtom)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const take = async (text: string) => setNotice(await retype(text))
  const takePictures = async (pictures: readonly File[]) => {
    for (const picture of pictures) {
      const codes = await readPicture(picture).catch(() => [])
      if (codes.length === 0)
        setNotice({
          tone: 'warning',
          text: `Aucun code lu dans «\u00a0${picture.name}\u00a0». Photographiez le ticket à plat, de près et bien éclairé.`,
        })
      for (const code of codes) await take(code)
    }
  }
  useWedge((text) => void take(text))
  return (
    <KioskPage
      title="Ressaisir des tickets"
      lead="Après la perte d’un poste, scannez le code de secours au bas de chaque ticket. La vente est envoyée telle qu’elle a été faite, une seule fois."
    >
      <div className={classes.ways}>
        <Button
          size="md"
          leftSection={<IconCamera size={26} aria-hidden />}
          variant={isCameraOpen ? 'light' : 'default'}
          aria-pressed={isCameraOpen}
          onClick={() => openCamera(!isCameraOpen)}
        >
          Scanner avec la caméra
        </Button>
        <FileButton accept="image/*" multiple onChange={(pictures) => void takePictures(pictures)}>
          {(props) => (
            <Button size="md" variant="default" leftSection={<IconPhoto size={26} aria-hidden />} {...props}>
              Lire une photo
            </Button>
          )}
        </FileButton>
      </div>
      {isCameraOpen && camera}
      <TypedCode onCode={take} />
      {notice && <Notice notice={notice} onClose={() => setNotice(null)} />}
      <PageSection
        title={receipts.length === 0 ? 'Aucun ticket lu' : plural(receipts.length, 'ticket lu', 'tickets lus')}
      >
        {receipts.length === 0 ? (
          <p className={classes.empty}>La douchette peut scanner dès maintenant.</p>
        ) : (
          <ul className={classes.rows} aria-label="Tickets lus">
            {receipts.map((read) => (
              <RetypedRow key={read.sale.id} read={read} />
            ))}
          </ul>
        )}
      </PageSection>
    </KioskPage>
  )
}

/** Without a scanner: a phone reads the code, and its digits are pasted or typed here. */
function TypedCode({ onCode }: { onCode: (text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  return (
    <form
      className={classes.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void onCode(text).then(() => setText(''))
      }}
    >
      <Textarea
        className={classes.field}
        label="Ou collez ici les chiffres du code, lus par un téléphone"
        inputMode="numeric"
        size="md"
        rows={2}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        type="submit"
        size="md"
        variant="default"
        disabled={isEmpty}
        leftSection={<IconCheck size={26} aria-hidden />}
      >
        Reprendre
      </Button>
    </form>
  )
}
