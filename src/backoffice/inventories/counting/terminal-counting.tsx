import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useParams } from 'wouter'
import { inventories } from '#shared/contract/inventories.ts'
import { noteCountAtom, waitingCountsAtom } from '#shared/store/inventories/count-atoms.ts'
import { refusedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { type Counting, withOwnCounts } from '#backoffice/inventories/counting/counting.ts'
import { CountingPage } from '#backoffice/inventories/counting/counting-page.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useUnanswered } from '#backoffice/ui/use-unanswered.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Counts an inventory at this terminal; counts go through its outbox, also without a network. */
export function TerminalCounting() {
  const { id } = useParams<{ id: string }>()
  const { data, dataUpdatedAt, error, retry } = useAnswer(inventories.sheet, { params: { id } })
  useTabTitle('Compter')
  const all = useAtomValue(waitingCountsAtom)
  const refused = useAtomValue(refusedNotesAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const note = useSetAtom(noteCountAtom)
  const waiting = useMemo(() => all.filter(({ inventoryId }) => inventoryId === id), [all, id])
  const ask = useRef(retry)
  useEffect(() => {
    ask.current = retry
  })
  const unanswered = useUnanswered(
    waiting,
    dataUpdatedAt,
    useCallback(() => ask.current(), []),
  )
  const counting = useMemo((): Counting | null => {
    if (!data) return null
    return {
      label: data.inventory.label,
      lines: withOwnCounts(data.lines, unanswered),
      waiting: waiting.length,
      refused: refused.filter((each) => each.kind === 'inventory-count' && each.count.inventoryId === id).length,
      isOffline,
      count: (typed) => note({ ...typed, inventoryId: id }),
    }
  }, [data, waiting, unanswered, refused, isOffline, note, id])
  const back = { to: `/inventaires/${id}`, title: 'Inventaire' }
  if (!counting)
    return (
      <DetailFace
        back={back}
        title="Compter"
        error={error}
        onRetry={retry}
        missingText="Cet inventaire n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <CountingPage counting={counting} back={back} />
}
