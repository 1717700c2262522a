import { Button } from '@mantine/core'
import { useState } from 'react'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { AppError } from '#shared/domain/errors.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { withEnd } from '#shared/ui/with-end.ts'
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
 * The actions on the ticked rows. A refused row stays ticked, and the bar counts the refused rows and says why until the
 * ticks change.
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
  const [refused, setRefused] = useState<ReadonlyMap<string, unknown>>(new Map())
  if (ticked.size === 0) return null
  const run = async (action: BatchAction<Row>) => {
    if (action.dialog) return setOpened(() => action)
    const { label, fits = () => true, run: runOne } = action
    setRunning(label)
    setRefused(new Map())
    const failed = new Map<string, unknown>()
    // Sequential: each row is a write of its own, which takes the lock of the pharmacy.
    for (const row of ticked.values())
      await withEnd(fits(row) ? runOne(row) : Promise.resolve()).then(
        () => onDone(row),
        (error: unknown) => void failed.set(row.id, error),
      )
    setRefused(failed)
    setRunning(null)
  }
  // After a run exactly the refused rows are ticked. Other ticks are a new selection.
  const Dialog = opened?.dialog
  const isOfThese = refused.size === ticked.size && [...refused.keys()].every((id) => ticked.has(id))
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
          {[`${plural(refused.size, 'ligne')} ${pluralWord(refused.size, 'refusée')}`, ...reasonsOf(refused)].join(
            '. ',
          )}
        </span>
      )}
    </div>
  )
}

/** The titles of the refusals, each once; a row without an answer has none. */
function reasonsOf(refused: ReadonlyMap<string, unknown>): string[] {
  const titles = [...refused.values()].flatMap((error) =>
    error instanceof AppError ? (catalogueEntry(error.message)?.title ?? []) : [],
  )
  return [...new Set(titles)]
}
