import { render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import type { Pharmacy } from '#shared/contract/users.ts'
import { setPharmacyZone } from '#shared/pharmacy-time.ts'
import { PrintedPages } from '#shared/papers/printed-pages.tsx'
import { DiskFaces } from '#shared/session/disk-faces.tsx'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Identity } from '#shared/store/identity/identity-store.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'

setPharmacyZone('Africa/Porto-Novo')
const holdsUntil = '2026-03-03T17:00:00Z'
/** A window that knows its pharmacy from its disk alone. */
function aWindowOf(copy: Pharmacy['copy']) {
  const store = createStore()
  store.set(identityAtom, { terminal: { pharmacy: { copy } } } as Identity)
  return store
}

test.each([
  ['copy', 'COPIE du 03/03/2026 18:00\u00a0— rien n’est pris, rien ne part'],
  ['exercise', 'EXERCICE\u00a0— rien n’est vendu'],
  ['past', 'LE 3 MARS 2026\u00a0— lecture seule'],
] as const)('a pharmacy that is a copy of the kind « %s » says so above every screen', (kind, words) => {
  render(
    <Provider store={aWindowOf({ kind, holdsUntil })}>
      <AppProvider>
        <DiskFaces>
          <p>Comptoir</p>
        </DiskFaces>
      </AppProvider>
    </Provider>,
  )
  expect(screen.getByRole('region', { name: 'Copie' }).textContent).toBe(words)
})

test.each([
  [null, ''],
  ['copy', 'COPIE'],
  ['exercise', 'EXERCICE'],
  ['past', 'COPIE'],
] as const)('the pages of a pharmacy that is « %s » begin with « %s »', (kind, mark) => {
  const printed: (string | null | undefined)[] = []
  vi.stubGlobal('print', () => printed.push(document.querySelector('[role=document]')?.textContent))
  render(
    <Provider store={aWindowOf(kind && { kind, holdsUntil })}>
      <PrintedPages label="Facture à imprimer" onPrinted={() => undefined}>
        <p>Facture</p>
      </PrintedPages>
    </Provider>,
  )
  expect(printed).toEqual([`${mark}Facture`])
  vi.unstubAllGlobals()
})
