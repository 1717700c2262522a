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

/** What can be done with the ticked rows at once. A row that is refused stays ticked, and the bar says how many there are. */
export function BatchBar<Row>({ noun, actions, ticked, onDone, onUntickAll }: BatchBarProps<Row>) {
  const [running, setRunning] = useState<string | null>(null)
  const [refused, setRefused] = useState(0)
  if (ticked.size === 0) return null
  const run = async ({ label, fits = () => true, run: runOne }: BatchAction<Row>) => {
    setRunning(label)
    let failed = 0
    // One after the other: each is a write of its own, under the lock of the pharmacy.
    for (const row of ticked.values())
      await (fits(row) ? runOne(row) : Promise.resolve()).then(
        () => onDone(row),
        () => (failed += 1),
      )
    setRefused(failed)
    setRunning(null)
  }
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
      {refused > 0 && (
        <span role="alert" className={classes.refused}>
          {plural(refused, 'ligne')} {pluralWord(refused, 'refusée')}
        </span>
      )}
    </div>
  )
}
