import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { sendEverythingAtom } from '#shared/session/send-now.ts'
import { makeSalesFileAtom, takeSalesFileAtom } from '#shared/store/sales/sales-file-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import { withEnd } from '#shared/ui/with-end.ts'
import { importWords, type Told } from './import-words.ts'

/** The gestures on this terminal as a whole. `told`: the result of the last one, in words. */
export function useHealthGestures(text: () => string) {
  const [told, setTold] = useState<Told | null>(null)
  const [busy, setBusy] = useState<'send' | 'export' | 'import' | null>(null)
  const [uncopied, setUncopied] = useState<string | null>(null)
  const sendEverything = useSetAtom(sendEverythingAtom)
  const makeFile = useSetAtom(makeSalesFileAtom)
  const takeFile = useSetAtom(takeSalesFileAtom)

  const during = (what: NonNullable<typeof busy>, work: () => Promise<Told>, otherwise: string) => {
    setBusy(what)
    void withEnd(work())
      .catch((): Told => ({ tone: 'bad', words: otherwise }))
      .then(setTold)
      .finally(() => setBusy(null))
  }
  const copy = async () => {
    const copied = text()
    // The browser may refuse, or may not have a clipboard. The text is then shown, to be copied by hand.
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
            words: 'Le navigateur refuse la copie\u00a0: copiez à la main le texte ci-dessous.',
          },
    )
  }
  const sendAll = async (): Promise<Told> => {
    const lost = await sendEverything()
    return {
      tone: 'good',
      words:
        lost === 0
          ? 'Tous les envois en attente ont été relancés, et le serveur a toutes les copies gardées.'
          : `Le serveur avait perdu ${plural(lost, 'vente')}\u00a0: ce poste les renvoie.`,
    }
  }
  const makeSalesFile = async (): Promise<Told> => {
    const made = await makeFile()
    if (!made) return { tone: 'good', words: 'Rien à exporter\u00a0: le serveur a toutes les ventes de ce poste.' }
    saveFile(made.name, new Blob([made.text], { type: 'application/json' }))
    const partly =
      made.unreadable > 0 ? ' Une partie des données de ce poste est illisible\u00a0: appelez l’assistance.' : ''
    return {
      tone: partly ? 'watch' : 'good',
      words: `${plural(made.sales, 'vente')} dans ${made.name}. Gardez ce fichier sur une clé\u00a0: il contient des noms de patients. Rien n’a été effacé de ce poste.${partly}`,
    }
  }
  return {
    told,
    busy,
    /** The text for the support, if the browser could not copy it. */
    uncopied,
    copy,
    resend: () => during('send', sendAll, 'Le serveur ne répond pas\u00a0: l’envoi reprendra dès qu’il répondra.'),
    exportSales: () =>
      during('export', makeSalesFile, 'Le fichier n’a pas pu être fait. Appelez l’assistance, sans rien effacer.'),
    importSales: (file: File) =>
      during(
        'import',
        async () => importWords(await takeFile(await file.text())),
        'Le fichier n’a pas pu être lu. Copiez-le sur cet ordinateur, puis choisissez-le encore.',
      ),
  }
}
