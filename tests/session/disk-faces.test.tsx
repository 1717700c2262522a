import { act, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import { DiskFaces, NothingKept } from '#shared/session/disk-faces.tsx'
import { needsPinAgainAtom } from '#shared/session/follow-offline-session.ts'
import { diskAtom, recoveredSalesAtom, type Disk } from '#shared/store/disk/disk-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'

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
  expect(screen.getByRole('alert').textContent).toContain('le dernier geste n’est pas enregistré')
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

test('a browser that keeps nothing is told apart before the window starts', () => {
  render(<NothingKept />)
  expect(screen.getByRole('heading', { name: 'Ce navigateur ne garde rien sur ce poste' })).toBeTruthy()
})
