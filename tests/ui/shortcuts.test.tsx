import { fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { KeyBar } from '#shared/ui/key-bar.tsx'
import { ShortcutsModal } from '#shared/ui/shortcuts-modal.tsx'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { type Shortcuts, useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { draw } from '#tests/ui/draw.tsx'

function Keyed({ shortcuts, isEnabled }: { shortcuts: Shortcuts; isEnabled?: boolean }) {
  useShortcuts(shortcuts, isEnabled)
  return (
    <>
      <input aria-label="Nom" />
      <input aria-label="Coché" type="checkbox" />
    </>
  )
}

/** Presses keys when its child is in the page and not painted yet, as a fast hand does on a slow machine. */
function PressedAtOnce({ keys, children }: { keys: string; children: ReactNode }) {
  useLayoutEffect(() => {
    for (const key of [...Array.from(keys), 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  return children
}

test.each([
  ['a shortcut', '7', (hear: (text: string) => void) => useShortcuts({ 7: () => hear('7') })],
  ['a digit of a keypad', '7', (hear: (text: string) => void) => useTypedKeys(hear, () => {})],
  ['a scan', '6112345678907', (hear: (text: string) => void) => useWedge(hear)],
])('%s is heard although the screen is not painted yet', (_name, keys, useKeys) => {
  const heard = vi.fn<(text: string) => void>()
  const Screen = () => {
    useKeys(heard)
    return null
  }
  draw(
    <PressedAtOnce keys={keys}>
      <Screen />
    </PressedAtOnce>,
  )
  expect(heard).toHaveBeenCalledWith(keys)
})

describe('useShortcuts', () => {
  test('a letter, « ? », a function key and a combination', async () => {
    const pressed: string[] = []
    const note = (name: string) => () => void pressed.push(name)
    const { user } = draw(
      <Keyed shortcuts={{ f: note('f'), '?': note('?'), F2: note('F2'), 'mod+K': note('mod+K') }} />,
    )
    await user.keyboard('f?{F2}{Control>}k{/Control}')
    expect(pressed).toEqual(['f', '?', 'F2', 'mod+K'])
  })

  test('letters typed in a field are for the field; F2 and Ctrl+K still work', async () => {
    const [letter, always] = [vi.fn(), vi.fn()]
    const { user } = draw(<Keyed shortcuts={{ f: letter, Escape: letter, F2: always, 'mod+k': always }} />)
    await user.click(screen.getByLabelText('Nom'))
    await user.keyboard('f{Escape}{F2}{Control>}k{/Control}')
    expect(letter).not.toHaveBeenCalled()
    expect(always).toHaveBeenCalledTimes(2)
    await user.click(screen.getByLabelText('Coché'))
    await user.keyboard('f')
    expect(letter).toHaveBeenCalledTimes(1)
  })

  test('G then S is one gesture, and G then something else is not', async () => {
    const [stock, sales, letter] = [vi.fn(), vi.fn(), vi.fn()]
    const { user } = draw(<Keyed shortcuts={{ 'g s': stock, 'g v': sales, s: letter }} />)
    await user.keyboard('gs')
    expect(stock).toHaveBeenCalledTimes(1)
    await user.keyboard('s')
    expect(letter).toHaveBeenCalledTimes(1)
    await user.keyboard('gxv')
    expect(sales).not.toHaveBeenCalled()
  })

  test('G long before S is two presses', () => {
    const [stock, letter] = [vi.fn(), vi.fn()]
    draw(<Keyed shortcuts={{ 'g s': stock, s: letter }} />)
    const press = (key: string, at: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: at })
      fireEvent(document.body, event)
    }
    press('g', 1_000)
    press('s', 2_100)
    expect(stock).not.toHaveBeenCalled()
    expect(letter).toHaveBeenCalledTimes(1)
    press('g', 5_000)
    press('s', 5_900)
    expect(stock).toHaveBeenCalledTimes(1)
  })

  test('what a closer element took is not taken again, and a key held down counts once', () => {
    const gesture = vi.fn()
    draw(<Keyed shortcuts={{ f: gesture }} />)
    const taken = new KeyboardEvent('keydown', { key: 'f', bubbles: true, cancelable: true })
    taken.preventDefault()
    fireEvent(document.body, taken)
    fireEvent.keyDown(document.body, { key: 'f', repeat: true })
    expect(gesture).not.toHaveBeenCalled()
  })

  test('nothing is left once the screen is gone or switched off', async () => {
    const gesture = vi.fn()
    const { user, rerender, unmount } = draw(<Keyed shortcuts={{ f: gesture }} />)
    rerender(<Keyed shortcuts={{ f: gesture }} isEnabled={false} />)
    await user.keyboard('f')
    rerender(<Keyed shortcuts={{ f: gesture }} />)
    unmount()
    await user.keyboard('f')
    expect(gesture).not.toHaveBeenCalled()
  })
})

describe('SidePanel', () => {
  test('is closed by its button and by Échap, from a field too; a choice that is open takes Échap first', async () => {
    const onClose = vi.fn()
    const { user } = draw(
      <SidePanel title="Coartem" onClose={onClose}>
        <input aria-label="Prix" />
        <input aria-label="Motif" aria-expanded="true" role="combobox" aria-controls="none" />
      </SidePanel>,
    )
    expect(screen.getByRole('complementary', { name: 'Coartem' })).toBeTruthy()
    await user.click(screen.getByLabelText('Motif'))
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('Prix'))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('heading', { name: 'Coartem' }))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
    await user.click(screen.getByRole('button', { name: 'Fermer' }))
    expect(onClose).toHaveBeenCalledTimes(3)
  })
})

describe('keys on screen', () => {
  test('the bar names what works, sequences with « puis »', () => {
    draw(
      <KeyBar
        hints={[
          { keys: ['Entrée'], label: 'Ouvrir' },
          { keys: ['G', 'S'], label: 'Stock' },
        ]}
        end="Liste à jour à 11:42"
      />,
    )
    expect(screen.getByLabelText('Touches du clavier').textContent).toBe('EntréeOuvrirGpuisSStockListe à jour à 11:42')
  })

  test('the list of shortcuts closes', async () => {
    const onClose = vi.fn()
    const { user } = draw(
      <ShortcutsModal
        opened
        onClose={onClose}
        groups={[{ title: 'Partout', hints: [{ keys: ['Ctrl K'], label: 'Chercher' }] }]}
      />,
    )
    expect((await screen.findByRole('dialog', { name: 'Raccourcis du clavier' })).textContent).toContain('Chercher')
    await user.click(screen.getByRole('button', { name: 'Fermer' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe('FilterChips', () => {
  test('a chip takes its filter off, « Filtre » opens the choice, results are counted', async () => {
    const onRemove = vi.fn()
    const { user } = draw(
      <FilterChips
        chips={[{ key: 'sold', label: 'Vendus ce mois' }]}
        onRemove={onRemove}
        resultCount={17}
        addMenu={(close) => (
          <button type="button" onClick={close}>
            Rangement
          </button>
        )}
      />,
    )
    expect(screen.getByRole('status').textContent).toBe('17\u00a0résultats')
    await user.click(screen.getByRole('button', { name: 'Retirer le filtre Vendus ce mois' }))
    expect(onRemove.mock.calls).toEqual([['sold']])
    expect(screen.queryByRole('button', { name: 'Rangement' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filtre' }))
    await user.click(await screen.findByRole('button', { name: 'Rangement' }))
    expect(screen.queryByRole('button', { name: 'Rangement' })).toBeNull()
  })
})
