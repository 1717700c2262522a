import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { createRef, useState } from 'react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SearchBar } from '#shared/ui/search-bar.tsx'
import { keysTaken } from '#shared/ui/use-scanned-field.ts'
import { draw } from '#tests/ui/draw.tsx'
import { runs } from '#tests/support/extent.ts'

function Searching(props: Partial<Parameters<typeof SearchBar>[0]> & { start?: string }) {
  const [text, setText] = useState(props.start ?? '')
  return <SearchBar placeholder="Chercher un produit" {...props} value={text} onChange={setText} />
}

const widen = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number; height: number }) => void } }
  ).happyDOM.setViewport({ width, height: 768 })
afterEach(() => widen(1024))

const field = () => screen.getByRole('searchbox', { name: 'Chercher un produit' }) as HTMLInputElement

/** A key at that moment of the page's clock: does the field keep it back? */
function isHeld(key: string, atMs: number): boolean {
  const event = createEvent.keyDown(field(), { key })
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  return !fireEvent(field(), event)
}

describe('SearchBar', () => {
  test.each([
    [0, '0\u00a0résultat'],
    [1, '1\u00a0résultat'],
    [1_204, '1\u202f204\u00a0résultats'],
  ])('%d results', (resultCount, words) => {
    draw(<Searching resultCount={resultCount} />)
    expect(screen.getByRole('status').textContent).toBe(words)
  })

  test('a small screen shows the number alone', () => {
    widen(400)
    draw(<Searching resultCount={1_204} />)
    expect(screen.getByRole('status').textContent).toBe('1\u202f204')
  })

  test('nothing is counted before there is something to count', () => {
    draw(<Searching />)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('the button empties the field and keeps the focus in it', async () => {
    const { user } = draw(<Searching start="amoxi" />)
    await user.click(screen.getByRole('button', { name: 'Effacer la recherche' }))
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    expect(screen.queryByRole('button', { name: 'Effacer la recherche' })).toBeNull()
  })

  test('Échap empties first; only the next one goes on', async () => {
    const behind = vi.fn()
    const { user } = draw(
      <div onKeyDown={(event) => event.key === 'Escape' && behind()}>
        <Searching start="amoxi" />
      </div>,
    )
    await user.click(field())
    await user.keyboard('{Escape}')
    expect(field().value).toBe('')
    expect(behind).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(behind).toHaveBeenCalledTimes(1)
  })

  test('Entrée gives what is typed, arrows go to the list', async () => {
    const [onSubmit, onKeyDown] = [vi.fn(), vi.fn()]
    const { user } = draw(<Searching onSubmit={onSubmit} onKeyDown={(event) => onKeyDown(event.key)} />)
    await user.type(field(), 'amoxi{Enter}{ArrowDown}')
    expect(onSubmit.mock.calls).toEqual([['amoxi']])
    expect(onKeyDown).toHaveBeenLastCalledWith('ArrowDown')
  })

  test('whoever draws it can put the focus in it', () => {
    const ref = createRef<HTMLInputElement>()
    draw(<Searching ref={ref} />)
    ref.current?.focus()
    expect(document.activeElement).toBe(field())
  })

  describe('scanners type into it', () => {
    const heard = vi.fn()
    const scanned = () => {
      heard.mockClear()
      const submit = vi.fn()
      const { user } = draw(<ScannedInto onHeard={heard} onSubmit={submit} />)
      return { user, submit }
    }

    test('letters are told one by one', async () => {
      const { user } = scanned()
      await user.type(field(), 'par')
      expect(heard.mock.calls).toEqual([['p'], ['pa'], ['par']])
    })

    test('keys that come as fast as a scanner’s are told together, and those it takes back never', async () => {
      scanned()
      for (const text of ['3', '34', '340']) write(text)
      write('')
      for (const text of ['5', '50']) write(text)
      await vi.waitFor(() => expect(heard.mock.calls).toEqual([['50']]), { timeout: 15_000 })
    })

    test('such keys are written when no scan took them', () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      scanned()
      for (const [place, key] of ['3', '4', '0', '0'].entries()) expect(isHeld(key, 1000 + 10 * place)).toBe(true)
      expect(field().value).toBe('')
      act(() => void vi.advanceTimersByTime(60))
      expect(field().value).toBe('3400')
      expect(heard.mock.calls).toEqual([['3400']])

      // A hand's key is the browser's to write; the one right behind it is held, and a scan takes it.
      expect(isHeld('1', 5000)).toBe(false)
      write('31400')
      expect(isHeld('2', 5010)).toBe(true)
      fireEvent(field(), new Event(keysTaken))
      act(() => void vi.advanceTimersByTime(60))
      expect(field().value).toBe('31400')
    })

    test('a key that leaves the field, or changes its text otherwise, comes after what was typed before it', async () => {
      const { user } = scanned()
      await user.type(field(), '1203{Backspace}')
      expect(field().value).toBe('120')
      await user.keyboard('45{ArrowLeft}')
      expect(field().value).toBe('12045')
      await user.keyboard('{Control>}a{/Control}7')
      await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('7'), { timeout: 15_000 })
      expect(field().value).toBe('7')
    })

    test('whatever is typed quickly or slowly is what the field says in the end', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom('3', '0', 'a', ' ', '-'), fc.boolean()), { minLength: 1, maxLength: 8 }),
          async (keys) => {
            const { user } = scanned()
            await user.click(field())
            for (const [key, isSlow] of keys) {
              await user.keyboard(key)
              if (isSlow) await new Promise((resume) => setTimeout(resume, 45))
            }
            await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(keys.map(([key]) => key).join('')), {
              timeout: 15_000,
            })
            expect(field().value).toBe(keys.map(([key]) => key).join(''))
            cleanup()
          },
        ),
        { numRuns: runs(25) },
      )
    })

    test('Entrée means all that was typed, Échap empties it, and what its owner writes is shown', async () => {
      const { user, submit } = scanned()
      await user.type(field(), '3400{Enter}')
      expect(submit).toHaveBeenLastCalledWith('3400')
      await user.keyboard('7{Escape}')
      expect(field().value).toBe('')
      expect(heard).toHaveBeenLastCalledWith('')
      await user.click(screen.getByRole('button', { name: 'Chercher autre chose' }))
      expect(field().value).toBe('amoxi')
    })
  })
})

function ScannedInto({ onHeard, onSubmit }: { onHeard: (text: string) => void; onSubmit: (text: string) => void }) {
  const [text, setText] = useState('')
  const change = (next: string) => {
    onHeard(next)
    setText(next)
  }
  return (
    <>
      <SearchBar placeholder="Chercher un produit" isScanned value={text} onChange={change} onSubmit={onSubmit} />
      <button onClick={() => setText('amoxi')}>Chercher autre chose</button>
    </>
  )
}

function write(text: string): void {
  fireEvent.input(field(), { target: { value: text } })
}
