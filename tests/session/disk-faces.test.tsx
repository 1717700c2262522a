import { act, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import { AppError } from '#shared/domain/errors.ts'
import { DiskFaces, NothingKept } from '#shared/session/disk-faces.tsx'
import { hearRefusalAtom } from '#shared/session/ended-session.ts'
import { needsPinAgainAtom } from '#shared/session/follow-offline-session.ts'
import { diskAtom, recoveredSalesAtom, type Disk } from '#shared/store/disk/disk-atoms.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session, Terminal } from '#shared/store/identity/identity-store.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'

const aSession: Session = {
  id: 'unlock-2',
  userId: 'aurele',
  uid: 'aurele',
  pharmacyId: 'p',
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: [],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}
const aTerminal: Terminal = { terminalId: 't', terminalCode: 'K7QF', account: null, pharmacy: null, members: [] }

function show(disk: Partial<Disk>) {
  const store = createStore()
  const reload = vi.fn()
  store.set(diskAtom, (before) => ({ ...before, ...disk }))
  render(
    <Provider store={store}>
      <AppProvider>
        <DiskFaces reload={reload}>
          <p>Comptoir</p>
        </DiskFaces>
      </AppProvider>
    </Provider>,
  )
  return { store, reload }
}

test.each([
  ['newer-version', 'lists', 'Cette fenêtre est d’une ancienne version', 'Recharger la fenêtre'],
  ['private', 'sales', 'Ce navigateur ne garde rien sur ce poste', 'Réessayer'],
  ['unreadable', 'sales', 'Les données de ce poste ne se lisent plus', 'Recharger la fenêtre'],
  ['closed', 'sales', 'Le navigateur n’enregistre plus', 'Recharger la fenêtre'],
] as const)('%s of the %s takes the counter away, and reloads by hand only', (trouble, where, title, button) => {
  const { reload } = show({ trouble, where })
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByText('Comptoir')).toBeNull()
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a full disk stands above the counter, and asks before the lists go', async () => {
  show({ trouble: 'full', where: 'sales' })
  expect(screen.getByRole('alert').textContent).toContain('la dernière action n’est pas enregistrée')
  expect(screen.getByText('Comptoir')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Libérer de la place' }))
  expect(await screen.findByRole('dialog', { name: 'Retirer les listes de ce poste' })).toBeTruthy()
})

test('lists that do not fit leave the counter selling', () => {
  show({ trouble: 'full', where: 'lists' })
  expect(screen.getByRole('alert').textContent).toContain('Vous pouvez vendre')
})

test('what came back from the copy is said until it was read', async () => {
  const { store } = show({})
  expect(screen.queryByRole('region', { name: 'État de ce poste' })).toBeNull()
  store.set(recoveredSalesAtom, 3)
  expect((await screen.findByRole('status')).textContent).toContain('3 ventes ont été reprises de la copie de secours')
  fireEvent.click(screen.getByRole('button', { name: 'J’ai compris' }))
  expect(store.get(recoveredSalesAtom)).toBeNull()
})

test('opened without a network that is back: the code is asked for above whatever is shown', async () => {
  const { store } = show({})
  act(() => store.set(needsPinAgainAtom, true))
  expect((await screen.findByRole('alert')).textContent).toContain('retapez votre code')
  expect(screen.getByText('Comptoir')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retaper mon code' })).toBeTruthy()
})

test('the server ended the session: the code is asked for; a late word about the one before is not heeded', async () => {
  const { store } = show({})
  const refusal = (unlockId: string) => new AppError('auth:sessionEnded', { unlockId }, 401)
  act(() => {
    store.set(identityAtom, { terminal: aTerminal, session: aSession })
    store.set(hearRefusalAtom, refusal('the one before'))
    store.set(hearRefusalAtom, new AppError('auth:forbidden', { unlockId: aSession.id }, 403))
  })
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => store.set(hearRefusalAtom, refusal(aSession.id)))
  expect((await screen.findByRole('alert')).textContent).toContain('Votre accès a pris fin')
  expect(screen.getByRole('button', { name: 'Retaper mon code' })).toBeTruthy()
  act(() => store.set(identityAtom, { terminal: aTerminal, session: { ...aSession, id: 'the next one' } }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a browser that keeps nothing is told apart before the window starts', () => {
  render(<NothingKept />)
  expect(screen.getByRole('heading', { name: 'Ce navigateur ne garde rien sur ce poste' })).toBeTruthy()
})
