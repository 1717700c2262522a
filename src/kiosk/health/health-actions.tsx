import { Button } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconDownload, IconSend, IconUpload } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { type ChangeEvent, useRef, useState } from 'react'
import { sendEverythingAtom } from '#shared/session/send-now.ts'
import { makeSalesFileAtom, takeSalesFileAtom } from '#shared/store/sales/sales-file-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import classes from './health.module.css'
import { importWords, type Told } from './import-words.ts'

interface HealthActionsProps {
  text: () => string
  /** Given while the terminal is locked: what sends, and what hands sales or takes them in, needs somebody who is in. */
  onLeave?: () => void
}

/** What can be done about this terminal as a whole; what came of it stands below, in words. */
export function HealthActions({ text, onLeave }: HealthActionsProps) {
  const [told, setTold] = useState<Told | null>(null)
  const [busy, setBusy] = useState<'send' | 'export' | 'import' | null>(null)
  const [uncopied, setUncopied] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const sendEverything = useSetAtom(sendEverythingAtom)
  const makeFile = useSetAtom(makeSalesFileAtom)
  const takeFile = useSetAtom(takeSalesFileAtom)

  const during = (what: NonNullable<typeof busy>, work: () => Promise<Told>, otherwise: string) => {
    setBusy(what)
    void work()
      .catch((): Told => ({ tone: 'bad', words: otherwise }))
      .then(setTold)
      .finally(() => setBusy(null))
  }
  const copy = async () => {
    const copied = text()
    // The browser may refuse, or have no clipboard: then the text is there to be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(copied).then(
      () => true,
      () => false,
    )
    setUncopied(isCopied ? null : copied)
    setTold(
      isCopied
        ? {
            tone: 'good',
            words:
              'Copié\u00a0: collez ce texte dans un message à l’assistance. Il ne contient ni nom de patient ni code.',
          }
        : {
            tone: 'watch',
            words: 'Le navigateur n’a pas laissé copier\u00a0: le texte est ci-dessous, copiez-le à la main.',
          },
    )
  }
  const resend = async (): Promise<Told> => {
    const lost = await sendEverything()
    return {
      tone: 'good',
      words:
        lost === 0
          ? 'Tout ce qui attendait a été essayé, et le serveur a bien toutes les copies gardées.'
          : `Le serveur avait perdu ${plural(lost, 'vente')}\u00a0: elles repartent de ce poste.`,
    }
  }
  const exportSales = async (): Promise<Told> => {
    const made = await makeFile()
    if (!made) return { tone: 'good', words: 'Rien à exporter\u00a0: le serveur a toutes les ventes de ce poste.' }
    saveFile(made.name, new Blob([made.text], { type: 'application/json' }))
    const partly =
      made.unreadable > 0
        ? ` ${plural(made.unreadable, 'base')} de ce poste ne se lit plus\u00a0: appelez l’assistance.`
        : ''
    return {
      tone: partly ? 'watch' : 'good',
      words: `${plural(made.sales, 'vente')} dans ${made.name}. Gardez ce fichier sur une clé\u00a0: il contient des noms de patients. Rien n’a été effacé de ce poste.${partly}`,
    }
  }
  const importFile = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0]
    // The same file chosen again is a choice too.
    event.currentTarget.value = ''
    if (chosen)
      during(
        'import',
        async () => importWords(await takeFile(await chosen.text())),
        'Le fichier n’a pas pu être lu. Copiez-le sur cet ordinateur, puis choisissez-le encore.',
      )
  }
  return (
    <div className={classes.actions}>
      {onLeave && (
        <Button variant="default" leftSection={<IconArrowLeft size={24} aria-hidden />} onClick={onLeave}>
          Revenir
        </Button>
      )}
      <Button leftSection={<IconCopy size={24} aria-hidden />} onClick={() => void copy()}>
        Copier pour l’assistance
      </Button>
      {!onLeave && (
        <>
          <Button
            variant="default"
            leftSection={<IconSend size={24} aria-hidden />}
            loading={busy === 'send'}
            onClick={() =>
              during('send', resend, 'Le serveur ne répond pas\u00a0: ce qui attend partira à son retour.')
            }
          >
            Tout renvoyer
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={24} aria-hidden />}
            loading={busy === 'export'}
            onClick={() =>
              during('export', exportSales, 'Le fichier n’a pas pu être fait. Appelez l’assistance, sans rien effacer.')
            }
          >
            Exporter les ventes
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={24} aria-hidden />}
            loading={busy === 'import'}
            onClick={() => file.current?.click()}
          >
            Importer un fichier de ventes
          </Button>
          <input
            ref={file}
            hidden
            type="file"
            accept=".json,application/json"
            aria-label="Fichier de ventes"
            onChange={importFile}
          />
        </>
      )}
      <p className={classes.told} role="status" data-tone={told?.tone}>
        {told?.words}
      </p>
      {uncopied !== null && (
        <textarea
          className={classes.text}
          readOnly
          aria-label="Texte pour l’assistance"
          rows={8}
          value={uncopied}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  )
}
