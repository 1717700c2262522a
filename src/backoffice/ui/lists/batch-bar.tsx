import { Button } from '@mantine/core'
import { useState } from 'react'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { agreed, type Noun } from '#backoffice/ui/lists/french-noun.ts'
import type { BatchAction } from '#backoffice/ui/lists/list-declaration.ts'
import classes from '#backoffice/ui/lists/lists.module.css'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface BatchBarProps<Row> {
  noun: Noun
  actions: readonly BatchAction<Row>[]
  ticked: ReadonlyMap<string, Row>
  onDone: (row: Row) => void
  onUntickAll: () => void
}

/**
 * The actions on the ticked rows. A refused row stays ticked, and the bar counts the refused rows until the ticks
 * change.
 */
export function BatchBar<Row extends { id: string }>({
  noun,
  actions,
  ticked,
  onDone,
  onUntickAll,
}: BatchBarProps<Row>) {
  const [running, setRunning] = useState<string | null>(null)
  const [opened, setOpened] = useState<BatchAction<Row> | null>(null)
  const [refusedIds, setRefusedIds] = useState<readonly string[]>([])
  if (ticked.size === 0) return null
  const run = async (action: BatchAction<Row>) => {
    if (action.dialog) return setOpened(() => action)
    const { label, fits = () => true, run: runOne } = action
    setRunning(label)
    setRefusedIds([])
    const failed: string[] = []
    // Sequential: each row is a write of its own, which takes the lock of the pharmacy.
    for (const row of ticked.values())
      await (fits(row) ? runOne(row) : Promise.resolve()).then(
        () => onDone(row),
        () => failed.push(row.id),
      )
    setRefusedIds(failed)
    setRunning(null)
  }
  // After a run exactly the refused rows are ticked. Other ticks are a new selection.
  const Dialog = opened?.dialog
  const isOfThese = refusedIds.length === ticked.size && refusedIds.every((id) => ticked.has(id))
  return (
    <div className={classes.batch} role="group" aria-label="Lignes cochées">
      <span>
        {plural(ticked.size, noun.one, noun.many)} {pluralWord(ticked.size, agreed(noun, 'coché'))}
      </span>
      {actions.map((action) => (
        <WriteButton
          key={action.label}
          variant="default"
          loading={running === action.label}
          disabled={running !== null}
          onClick={() => void run(action)}
        >
          {action.label}
        </WriteButton>
      ))}
      <Button variant="subtle" onClick={onUntickAll}>
        Tout décocher
      </Button>
      {Dialog && (
        <Dialog
          rows={[...ticked.values()]}
          onClose={() => setOpened(null)}
          onDone={() => {
            setOpened(null)
            onUntickAll()
          }}
        />
      )}
      {isOfThese && (
        <span role="alert" className={classes.refused}>
          {plural(refusedIds.length, 'ligne')} {pluralWord(refusedIds.length, 'refusée')}
        </span>
      )}
    </div>
  )
}
