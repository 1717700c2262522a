import { Button, Checkbox, Select } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { labelCode } from '#shared/domain/labels/label-code.ts'
import { barsOf } from '#backoffice/labels/label-bars.ts'
import {
  labelFormatOf,
  labelFormats,
  labelsPerPage,
  moduleWidth,
  type LabelFormat,
} from '#shared/domain/labels/label-formats.ts'
import { mostLabels, nextStart, placeLabels } from '#shared/domain/labels/place-labels.ts'
import { labelChoicesAtom } from '#shared/store/labels/label-choices.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import type { Copied } from '#backoffice/labels/copies.ts'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import { LabelPreview } from '#backoffice/labels/label-preview.tsx'
import { formatName } from '#backoffice/labels/label-words.ts'
import classes from '#backoffice/labels/labels.module.css'
import { PrintLabels } from '#backoffice/labels/print-labels.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'

interface PrintPanelProps {
  /** What is printed, in the order of the list. */
  copied: readonly Copied[]
  /** Only some of the list, because they are ticked. */
  isSelection: boolean
  /** Printed labels left the queue. */
  onPrinted: () => void
}

const formats = labelFormats.map((format) => ({ value: format.id, label: formatName(format) }))

/** The paper, what a label shows, the first sheet as it will come out, and « Imprimer ». */
export function PrintPanel({ copied, isSelection, onPrinted }: PrintPanelProps) {
  const [choices, choose] = useAtom(labelChoicesAtom)
  const today = useAtomValue(todayAtom)
  const [start, setStart] = useState(1)
  const [isPrinting, setIsPrinting] = useState(false)
  const format = labelFormatOf(choices.formatId)
  const count = copied.reduce((sum, { copies }) => sum + copies, 0)
  const barrier = barrierOf(count)
  const shown = { format, choices, today }
  const print = () => setIsPrinting(true)
  useShortcuts({ p: print }, barrier === null && !isPrinting)
  return (
    <aside className={classes.panel} aria-label="Impression">
      <h2>Impression</h2>
      <div className={`${classes.settings} officine-focus`} tabIndex={0}>
        <Select
          label="Format"
          allowDeselect={false}
          data={formats}
          value={format.id}
          onChange={(formatId) => {
            if (formatId) choose({ formatId })
            setStart(1)
          }}
        />
        <div className={classes.row}>
          <Checkbox
            label="Prix"
            checked={choices.showsPrice}
            onChange={(event) => choose({ showsPrice: event.currentTarget.checked })}
          />
          <Checkbox
            label="Rangement"
            checked={choices.showsStorage}
            onChange={(event) => choose({ showsStorage: event.currentTarget.checked })}
          />
          <Checkbox
            label="Code-barres"
            checked={choices.showsCode}
            onChange={(event) => choose({ showsCode: event.currentTarget.checked })}
          />
        </div>
        {format.kind === 'sheet' && <Start format={format} start={start} onChange={setStart} />}
        {choices.showsCode && <UnreadableCodes format={format} copied={copied} />}
        <LabelPreview
          {...shown}
          labels={placeLabels(format, firstPage(copied, labelsPerPage(format)), start)[0] ?? []}
          start={start}
          onStart={setStart}
        />
      </div>
      <footer className={classes.foot}>
        <p className={text.quiet}>{barrier ?? summaryOf(copied, format, { count, start, isSelection })}</p>
        <Button leftSection={<IconPrinter size={18} aria-hidden />} disabled={barrier !== null} onClick={print}>
          Imprimer
        </Button>
      </footer>
      {isPrinting && (
        <PrintLabels
          {...shown}
          copied={copied}
          start={start}
          onClose={() => setIsPrinting(false)}
          onPrinted={() => {
            setIsPrinting(false)
            setStart(nextStart(format, count, start))
            onPrinted()
          }}
        />
      )}
    </aside>
  )
}

interface StartProps {
  format: LabelFormat
  start: number
  onChange: (start: number) => void
}

function Start({ format, start, onChange }: StartProps) {
  return (
    <div className={classes.row}>
      <CountInput
        label="Première position"
        w={140}
        min={1}
        max={labelsPerPage(format)}
        value={start}
        onChange={onChange}
      />
      {start > 1 && (
        <Button variant="default" onClick={() => onChange(1)}>
          Feuille neuve
        </Button>
      )}
    </div>
  )
}

/** Names what a scanner will not read on this paper. */
function UnreadableCodes({ format, copied }: { format: LabelFormat; copied: readonly Copied[] }) {
  const unreadable = copied.filter(({ item }) => {
    const code = labelCode(item.codes)
    return code !== null && moduleWidth(format, code, barsOf(code).length) === null
  })
  if (unreadable.length === 0) return null
  return (
    <p className={classes.warned} role="status">
      {unreadable.length === 1
        ? `Le code de ${unreadable[0]!.item.label} est trop long pour ce format\u00a0: il est imprimé sans code-barres.`
        : `${unreadable.length} codes sont trop longs pour ce format\u00a0: ils sont imprimés sans code-barres.`}
    </p>
  )
}

/** Enough labels to fill a page: the preview does not place thousands. */
function firstPage(copied: readonly Copied[], perPage: number): readonly Copied[] {
  let left = perPage
  return copied.flatMap(({ item, copies }) => {
    const taken = Math.min(copies, left)
    left -= taken
    return taken > 0 ? [{ item, copies: taken }] : []
  })
}

function barrierOf(count: number): string | null {
  if (count === 0) return 'Rien à imprimer.'
  if (count > mostLabels) return `Au plus ${plural(mostLabels, 'étiquette')} à la fois\u00a0: cochez-en une partie.`
  return null
}

/** « 12 étiquettes cochées, 1 feuille » */
function summaryOf(
  copied: readonly Copied[],
  format: LabelFormat,
  { count, start, isSelection }: { count: number; start: number; isSelection: boolean },
): string {
  const labels = plural(
    count,
    isSelection ? 'étiquette cochée' : 'étiquette',
    isSelection ? 'étiquettes cochées' : 'étiquettes',
  )
  const which = count === copied.length ? labels : `${labels}, ${plural(copied.length, 'produit')}`
  if (format.kind === 'roll') return which
  return `${which}, ${plural(Math.ceil((start - 1 + count) / labelsPerPage(format)), 'feuille')}`
}
