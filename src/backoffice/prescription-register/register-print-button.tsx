import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { call } from '#shared/client/call.ts'
import { type PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { readAllRows } from '#shared/ui/table-export.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import type { RegisterQuery } from '#backoffice/prescription-register/register-filters.ts'
import { RegisterPages } from '#backoffice/prescription-register/register-pages.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

type Reading = 'reading' | 'failed' | null

/** « Imprimer », or the key P: every entry that the filters keep, in the order of the register. Nothing is printed unless all of it was read. */
export function RegisterPrintButton({ query, which }: { query: RegisterQuery; which: string }) {
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
            call(prescriptionRegister.list, { query: { ...query, page, size } }, { signal }),
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
      {entries && <RegisterPages entries={entries} which={which} onPrinted={() => setEntries(null)} />}
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
