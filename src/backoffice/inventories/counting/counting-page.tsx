import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconCamera, IconChevronLeft } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { SheetLine } from '#shared/contract/inventory-counting.ts'
import { matchingLines, readCountingScan } from '#shared/domain/inventories/counting-scan.ts'
import { plural } from '#shared/ui/plural.ts'
import { CountPad, type PadTarget } from '#backoffice/inventories/counting/count-pad.tsx'
import { CountingCamera } from '#backoffice/inventories/counting/counting-camera.tsx'
import classes from '#backoffice/inventories/counting/counting.module.css'
import type { Counting } from '#backoffice/inventories/counting/counting.ts'
import { SheetLines } from '#backoffice/inventories/counting/sheet-lines.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'

interface CountingPageProps {
  counting: Counting
  /** None on a phone: it has no other page. */
  back?: { to: string; title: string }
}

/** In px: what a thumb hits. */
const thumb = 48
const tall = { input: { height: thumb } }

const views = [
  { value: 'reste', label: 'À compter' },
  { value: 'tous', label: 'Tous' },
] as const

/** Counts lots with the thumb: scan or touch one, type its boxes, go on. Shows no quantity of the ledger. */
export function CountingPage({ counting, back }: CountingPageProps) {
  const { lines, count } = counting
  const today = useAtomValue(todayAtom)
  const [typed, setTyped] = useState('')
  const [view, setView] = useState<'reste' | 'tous'>('reste')
  const [target, setTarget] = useState<PadTarget | null>(null)
  const [word, setWord] = useState<string | null>(null)
  const [isLooking, setIsLooking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const left = lines.filter(({ state }) => state !== 'counted')
  const shown = useMemo(
    () => matchingLines(view === 'reste' && typed === '' ? left : lines, typed),
    [lines, left, view, typed],
  )

  const open = (line: SheetLine) => {
    setWord(null)
    setTarget({ line })
  }
  const scan = (code: string) => {
    const read = readCountingScan(code, lines, today)
    setTyped('')
    switch (read.kind) {
      case 'line':
        return open(read.line)
      case 'lots':
        setWord('Plusieurs lots de ce produit\u00a0: touchez celui de la boîte.')
        return setTyped(read.lines[0]!.label)
      case 'found':
        setWord(null)
        return setTarget({ line: read.like, found: { lot: read.lot, expiresOn: read.expiresOn } })
      case 'unknown':
        return setWord(`${code}\u00a0: ce produit n’est pas dans cet inventaire.`)
      case 'text':
        setTyped(code)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    const [only, ...others] = matchingLines(lines, typed)
    const read = readCountingScan(typed, lines, today)
    if (read.kind === 'text' && only && others.length === 0) open(only)
    else scan(typed)
  }
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        {back && (
          <Link href={back.to} className={`${classes.back} officine-focus`} aria-label={back.title}>
            <IconChevronLeft size={24} aria-hidden />
          </Link>
        )}
        <div>
          <h1>{counting.label}</h1>
          <p role="status">{progressWords(counting, left.length)}</p>
        </div>
      </header>
      <form className={classes.find} onSubmit={submit}>
        <TextInput
          ref={field}
          aria-label="Scanner une boîte, ou chercher"
          placeholder="Scanner ou chercher"
          styles={tall}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          variant="default"
          h={thumb}
          px={12}
          aria-label="Scanner avec la caméra"
          aria-pressed={isLooking}
          onClick={() => setIsLooking(!isLooking)}
        >
          <IconCamera size={24} aria-hidden />
        </Button>
      </form>
      {isLooking && <CountingCamera onCode={scan} onClose={() => setIsLooking(false)} />}
      {word && (
        <p className={classes.word} role="alert">
          {word}
        </p>
      )}
      <SegmentedControl
        aria-label="Lots montrés"
        fullWidth
        data={[...views]}
        value={view}
        onChange={(next) => setView(next)}
      />
      <SheetLines lines={shown} isSearched={typed !== ''} onOpen={open} />
      {target && (
        <CountPad
          key={`${target.line.stockItemId} ${target.found?.lot ?? ''}`}
          target={target}
          onCount={async (made) => {
            await count(made)
            setTarget(null)
            field.current?.focus()
          }}
          onClose={() => setTarget(null)}
        />
      )}
    </main>
  )
}

function progressWords({ lines, waiting, refused, isOffline }: Counting, left: number): string {
  const again = lines.filter(({ state }) => state === 'to-recount').length
  return [
    `${lines.length - left} sur ${plural(lines.length, 'lot')}`,
    again > 0 && `${again} à recompter`,
    waiting > 0 && `${waiting} à envoyer`,
    refused > 0 && plural(refused, 'refusé', 'refusés'),
    isOffline && 'hors ligne',
  ]
    .filter(Boolean)
    .join(' · ')
}
