import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { agreed } from '#backoffice/ui/lists/french-noun.ts'
import type { BatchAction, ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'
import classes from '#backoffice/ui/lists/lists.module.css'
import type { ListedRows } from '#backoffice/ui/lists/list-source.ts'
import type { useColumnState } from '#backoffice/ui/lists/use-column-state.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface BatchBarProps<Row extends { id: string }, Query, Reply> {
  list: ListDeclaration<Row, Query, Reply>
  columns: ReturnType<typeof useColumnState<Row>>
  rows: ListedRows<Row, Reply>
}

/** What can be done with the ticked rows at once. One that is refused stays ticked, and the bar says how many. */
export function BatchBar<Row extends { id: string }, Query, Reply>({
  list: { batch, noun },
  columns: { ticked, ticks, untick },
}: BatchBarProps<Row, Query, Reply>) {
  const rights = useAtomValue(rightsAtom)
  const [running, setRunning] = useState<string | null>(null)
  const [refused, setRefused] = useState(0)
  const actions = (batch ?? []).filter(({ needs }) => rights.has(needs))
  if (actions.length === 0 || ticked.size === 0) return null
  const run = async ({ label, run: runOne }: BatchAction<Row>) => {
    setRunning(label)
    let failed = 0
    // One after the other: each is a writing of its own, under the lock of the pharmacy.
    for (const row of ticked.values())
      await runOne(row).then(
        () => ticks.onTick(row, false),
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
      <Button variant="subtle" onClick={untick}>
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
