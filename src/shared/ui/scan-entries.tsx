import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './scan-entries.module.css'

/** What a scan did. `undo`: what takes it back, null when nothing does. */
export interface ScanEntry<Undo> {
  key: number
  text: string
  tone: 'moved' | 'undone' | 'problem'
  undo: Undo | null
}

/** The scans of a screen, the last one first. */
export function useScanEntries<Undo>() {
  const [entries, setEntries] = useState<readonly ScanEntry<Undo>[]>([])
  const add = (entry: Omit<ScanEntry<Undo>, 'key'>) =>
    setEntries((before) => [{ ...entry, key: before.length }, ...before])
  const change = (key: number, changed: Partial<ScanEntry<Undo>>) =>
    setEntries((before) => before.map((each) => (each.key === key ? { ...each, ...changed } : each)))
  return { entries, add, change }
}

interface ScanEntriesProps<Undo> {
  entries: readonly ScanEntry<Undo>[]
  isTouch?: boolean
  isClosed?: boolean
  onUndo: (entry: ScanEntry<Undo>) => void
}

export function ScanEntries<Undo>({ entries, isTouch = false, isClosed = false, onUndo }: ScanEntriesProps<Undo>) {
  return (
    <ul className={classes.entries} data-touch={isTouch || undefined} aria-label="Scans" aria-live="polite">
      {entries.map((entry) => (
        <li key={entry.key} data-tone={entry.tone}>
          <span>
            {entry.text}
            {entry.tone === 'undone' && ' (annulé)'}
          </span>
          {entry.undo && (
            <Button
              variant="default"
              size={isTouch ? 'md' : 'compact-sm'}
              disabled={isClosed}
              onClick={() => onUndo(entry)}
            >
              Annuler
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
