import { useMemo, useState } from 'react'
import { labels } from '#shared/contract/labels.ts'
import type { LabelFormat } from '#shared/domain/labels/label-formats.ts'
import { placeLabels } from '#shared/domain/labels/place-labels.ts'
import type { LabelChoices } from '#shared/store/labels/label-choices.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { Copied } from '#backoffice/labels/copies.ts'
import { LabelSheet } from '#backoffice/labels/label-sheet.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PrintedPages } from '#shared/papers/printed-pages.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

interface PrintLabelsProps {
  format: LabelFormat
  choices: LabelChoices
  today: string
  copied: readonly Copied[]
  start: number
  /** The labels stay in the queue. */
  onClose: () => void
  onPrinted: () => void
}

/**
 * Prints, then asks whether the labels came out, because a paper jam must not empty the queue. What is asked about is
 * what was printed, whatever the queue holds meanwhile.
 */
export function PrintLabels({ format, choices, today, copied: given, start, onClose, onPrinted }: PrintLabelsProps) {
  const [copied] = useState(given)
  const [isAsking, setIsAsking] = useState(false)
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const pages = useMemo(() => placeLabels(format, copied, start), [format, copied, start])
  const count = pages.reduce((sum, page) => sum + page.length, 0)
  const confirm = async () => {
    const reply = await send(labels.markPrinted, {
      body: { labels: copied.map(({ item }) => ({ id: item.id, at: item.at })) },
    })
    say({ text: outcomeText(reply) })
    onPrinted()
  }
  const { page } = format
  return (
    <>
      {!isAsking && (
        <PrintedPages
          label="Étiquettes à imprimer"
          paper={{ width: page.width / 10, height: page.height / 10 }}
          onPrinted={() => setIsAsking(true)}
        >
          {pages.map((placed, index) => (
            <LabelSheet key={index} labels={placed} format={format} choices={choices} today={today} />
          ))}
        </PrintedPages>
      )}
      <CatalogueModal
        opened={isAsking}
        tone="info"
        title={'Les étiquettes sont-elles bien sorties\u202f?'}
        text={`${plural(count, 'étiquette')} de ${plural(copied.length, 'produit')}. Si le papier a coincé ou si l’impression a été annulée, répondez non\u00a0: rien ne quitte la file.`}
        actions={[
          { label: 'Non, les garder', onClick: onClose },
          {
            label: 'Oui, les retirer de la file',
            onClick: () => gesture.run(confirm),
            isLoading: gesture.isRunning,
            ...(gesture.isOffline ? { disabledReason: 'Hors ligne\u202f: demande le réseau.' } : {}),
          },
        ]}
      />
      {gesture.modals}
    </>
  )
}

/** « 12 étiquettes imprimées. 1 prix a changé depuis : son étiquette reste dans la file. » */
function outcomeText({ printed, changed }: { printed: number; changed: number }): string {
  const done = `${plural(printed, 'étiquette')} ${pluralWord(printed, 'retirée')} de la file`
  if (changed === 0) return done
  return `${done}. ${plural(changed, 'prix a', 'prix ont')} changé depuis\u00a0: à imprimer de nouveau.`
}
