import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { call } from '#shared/client/call.ts'
import { type PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { onePage } from '#shared/contract/values.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { readAllRows } from '#shared/ui/table-export.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { RegisterPages } from '#backoffice/prescription-register/register-pages.tsx'
import type { AskedProps } from '#backoffice/ui/lists/list-declaration.ts'
import type { QueryOf } from '#backoffice/ui/lists/list-source.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { periodText } from '#backoffice/ui/periods.ts'

type Asked = AskedProps<QueryOf<typeof prescriptionRegister.list>>
type Reading = 'reading' | 'failed' | null

/**
 * « Imprimer », or the key P: prints all entries that pass the filters, in register order. Prints nothing unless all of
 * them could be read.
 */
export function RegisterPrintButton(asked: Asked) {
  const { query } = asked
  const isOffline = useAtomValue(isOfflineAtom)
  const [state, setState] = useState<Reading>(null)
  const [entries, setEntries] = useState<readonly PrescriptionEntry[] | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isIdle = state === null && entries === null

  const print = async () => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setState('reading')
    try {
      const rows = await readAllRows(
        {
          readPage: (page, size, signal) =>
            call(prescriptionRegister.list, onePage({ query: { ...query, page, size } }), { signal }),
          rowKey: ({ number }) => String(number),
        },
        () => undefined,
        own.signal,
      )
      setState(null)
      setEntries(rows.toReversed())
    } catch {
      if (!own.signal.aborted) setState('failed')
    }
  }
  useShortcuts({ p: () => void print() }, isIdle && !isOffline)

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={state === 'reading'}
        disabled={isOffline}
        onClick={() => void print()}
      >
        Imprimer
      </Button>
      {entries && <RegisterPages entries={entries} which={whichOf(asked)} onPrinted={() => setEntries(null)} />}
      <CatalogueModal
        opened={state === 'failed'}
        tone="danger"
        title="L’ordonnancier n’a pas pu être lu en entier"
        text="Rien n’a été imprimé. Vérifiez le réseau, puis recommencez."
        actions={[
          { label: 'Fermer', onClick: () => setState(null) },
          { label: 'Réessayer', onClick: () => void print() },
        ]}
      />
    </>
  )
}

/** The selection on the printed page, in words: « Registre entier », « Du … au …, Liste I ». */
function whichOf({ query: { from, to, search }, chips }: Asked): string {
  const period = from || to ? periodText(from, to) : 'Toutes les dates'
  const others = chips.map(({ label }) => label).filter((label) => label !== period)
  const said = [...others, ...(search ? [`«\u00a0${search}\u00a0»`] : [])]
  return !from && !to && said.length === 0 ? 'Registre entier' : [period, ...said].join(', ')
}
