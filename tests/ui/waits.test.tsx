import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { BatchBar } from '#backoffice/ui/lists/batch-bar.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { PhotoModal } from '#kiosk/counter/coverage/photo-modal.tsx'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import { useAccountForm } from '#shared/session/account/use-account-form.ts'
import { usePinEntry } from '#shared/session/use-pin-entry.ts'
import { tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import { latePart } from '#shared/ui/late-part.tsx'
import { TableExportButton } from '#shared/ui/table-export-button.tsx'
import { longestWaitMs } from '#shared/ui/with-end.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { draw } from '#tests/ui/draw.tsx'

const never = () => new Promise<never>(() => undefined)
const RealWorker = globalThis.Worker

beforeEach(() => {
  vi.useFakeTimers()
  globalThis.Worker = class extends EventTarget {
    postMessage() {}
    terminate() {}
  } as unknown as typeof Worker
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.Worker = RealWorker
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = async (role: string, name: string | RegExp) => {
  fireEvent.click(screen.getByRole(role, { name }))
  await pass(1_000)
}
const choose = async (label: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(['a;b'], 'liste.csv')] } })
  await pass(1_000)
}

const column = { header: 'N°', exported: () => 1 }
const Export = (props: Partial<Parameters<typeof TableExportButton<number>>[0]>) => (
  <TableExportButton name="Liste" day="2026-11-21" columns={[column]} source={() => ({ rows: [1] })} {...props} />
)
const exportAs = (format: string) => async () => {
  await press('button', 'Exporter')
  await press('menuitem', format)
}
const exportFailed = 'L’export n’a pas abouti. Aucun fichier n’a été enregistré.'

function Gesture() {
  const gesture = useGesture()
  return (
    <>
      <button onClick={() => gesture.run(never)}>Agir</button>
      {gesture.modals}
    </>
  )
}
function Form() {
  const form = useForm({
    initial: {},
    schema: z.object({}),
    bodyOf: (values) => values,
    send: never,
    onDone: () => undefined,
  })
  return (
    <FormFrame label="Fiche" form={form} onCancel={() => undefined}>
      {null}
    </FormFrame>
  )
}
const Part = latePart(never, <p>…</p>)

const waits: [string, () => ReactElement, () => Promise<unknown>, string][] = [
  ['an export to Excel', () => <Export />, exportAs('Fichier Excel (XLSX)'), exportFailed],
  [
    'an export that is read by page',
    () => <Export source={() => ({ readPage: never, rowKey: String })} />,
    exportAs('Fichier CSV'),
    exportFailed,
  ],
  [
    'an export that is read by cursor',
    () => <Export source={() => ({ readNext: never, expected: 1 })} />,
    exportAs('Fichier CSV'),
    exportFailed,
  ],
  ['an export of the server', () => <Export readCsv={never} />, exportAs('Fichier CSV'), exportFailed],
  ['the trace of an export', () => <Export onMade={never} />, exportAs('Fichier CSV'), exportFailed],
  [
    'the file of an import',
    () => <FileStep file={null} sheet={0} onSheet={() => undefined} onFile={() => undefined} hint="" />,
    () => choose('Fichier'),
    tableTroubleTexts.tooHeavy,
  ],
  ['an action', () => <Gesture />, () => press('button', 'Agir'), 'Le serveur n’a pas répondu'],
  ['a form', () => <Form />, () => press('button', 'Enregistrer'), 'Votre saisie est conservée'],
  [
    'an action on ticked rows',
    () => (
      <BatchBar
        noun={noun('vente', 'f')}
        actions={[{ label: 'Archiver', needs: 'member', run: never }]}
        ticked={new Map([['1', { id: '1' }]])}
        onDone={() => undefined}
        onUntickAll={() => undefined}
      />
    ),
    () => press('button', 'Archiver'),
    'refus',
  ],
  ['a part of the window', () => <Part />, () => pass(0), 'Cette partie n’a pas pu être chargée'],
  [
    'a photo',
    () => <PhotoModal isOpen onPhoto={never} onClose={() => undefined} />,
    () => choose('Fichier de la photo'),
    'Ce fichier n’est pas une photo lisible',
  ],
]

describe('a wait that gets no answer ends with a sentence', () => {
  test.each(waits)('%s', async (_, element, start, sentence) => {
    vi.stubGlobal('createImageBitmap', never)
    draw(element())
    await start()
    expect(document.body.textContent).not.toContain(sentence)
    await pass(longestWaitMs)
    expect(document.body.textContent).toContain(sentence)
    expect(document.querySelector('[data-loading]')).toBeNull()
  })

  test('a question of the counter to the server', async () => {
    const { result } = renderHook(() => useAsking())
    act(() => void result.current.ask(never))
    expect(result.current.isAsking).toBe(true)
    await pass(longestWaitMs)
    expect(result.current).toMatchObject({ isAsking: false, failure: { kind: 'silence' } })
  })

  test('a PIN', async () => {
    const { result } = renderHook(() => usePinEntry(aurele, never))
    act(() => result.current.type('1234'))
    expect(result.current.isWaiting).toBe(true)
    await pass(longestWaitMs)
    expect(result.current).toMatchObject({
      isWaiting: false,
      message: 'L’ouverture n’a pas abouti. Recommencez.',
    })
  })

  test('a form about an account', async () => {
    const { result } = renderHook(() => useAccountForm())
    act(() => void result.current.submit(() => null, never))
    expect(result.current.isWaiting).toBe(true)
    await pass(longestWaitMs)
    expect(result.current).toMatchObject({ isWaiting: false, issue: { field: 'form' } })
  })
})

/** Writes on the disk of the till. The sale or act may still be kept: « try again » would be wrong before it is known. */
const onDisk = [
  'src/kiosk/counter/sale/empty-sale-modal.tsx',
  'src/backoffice/inventories/counting/count-pad.tsx',
  'src/kiosk/register/use-once.ts',
  'src/kiosk/clients/new-patient.tsx',
  'src/kiosk/products/lot-act.tsx',
  'src/kiosk/sales/use-revise.ts',
  'src/shared/session/disk-faces.tsx',
]
/** Its calls and pages end by themselves (`readAllRows`, `readTableFile`). */
const endingWork = [
  'src/backoffice/prescription-register/register-print-button.tsx',
  'src/backoffice/ui/imports/file-step.tsx',
]

test('every module that begins a wait runs its work through withEnd', () => {
  const root = join(import.meta.dirname, '../..')
  const begins =
    /set(?:Is)?(?:Busy|Running|Sending|Saving|Loading|Reading|Waiting|Working|Keeping|Checking|Leaving|State)\((?:true|'(?:busy|sending|saving|running|reading|under-way)')\)|isUnderWay\.current = true/
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('server/'))
    .map((name) => `src/${name}`)
  const without = files.filter((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return begins.test(text) && !text.includes('withEnd(')
  })
  expect(without.sort()).toEqual([...onDisk, ...endingWork].sort())
})
