import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { draw } from '#tests/ui/draw.tsx'

const notRead = /^Date non comprise\s: tapez 12031975, hier ou \+30$/
const field = () => screen.getByLabelText<HTMLInputElement>('Date')

function aField(given: Partial<Parameters<typeof TypedDayInput>[0]> = {}) {
  const onChange = vi.fn()
  function Field() {
    const [value, setValue] = useState<string | null>('2026-11-21')
    return (
      <TypedDayInput
        label="Date"
        today="2026-11-21"
        value={value}
        onChange={(next) => {
          onChange(next)
          setValue(next)
        }}
        {...given}
      />
    )
  }
  return { ...draw(<Field />), onChange }
}

test('a typed day is taken by Entrée or by leaving the field, and shown whole', async () => {
  const { user, onChange } = aField()
  expect(field().value).toBe('samedi 21/11/2026')
  await user.clear(field())
  await user.type(field(), '12031975')
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['1975-03-12']])
  expect(field().value).toBe('mercredi 12/03/1975')
  await user.clear(field())
  await user.type(field(), '+30')
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith('2026-12-21')
})

test('a text that is no date is said and kept, and changes nothing', async () => {
  const { user, onChange } = aField()
  await user.clear(field())
  await user.type(field(), 'bientôt')
  expect(screen.queryByText(notRead)).toBeNull()
  await user.tab()
  expect(screen.getByText(notRead)).toBeTruthy()
  expect(field().value).toBe('bientôt')
  expect(onChange).not.toHaveBeenCalled()
})

test('in a form the text that is no date is the value, so that the form refuses it', async () => {
  const { user, onChange } = aField({ isLive: true })
  await user.clear(field())
  await user.type(field(), 'hie')
  expect(onChange).toHaveBeenLastCalledWith('hie')
  await user.type(field(), 'r')
  expect(onChange).toHaveBeenLastCalledWith('2026-11-20')
  await user.tab()
  expect(field().value).toBe('vendredi 20/11/2026')
})

test('an emptied field has no date', async () => {
  const { user, onChange } = aField()
  await user.clear(field())
  await user.tab()
  expect(onChange.mock.calls).toEqual([[null]])
})

test('a day after the last one is refused', async () => {
  const { user, onChange } = aField({ max: '2026-11-21' })
  await user.clear(field())
  await user.type(field(), 'demain{Enter}')
  expect(screen.getByText('Au plus tard le 21/11/2026.')).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
})

test('two digits of a year follow the rule of the field', async () => {
  const { user, onChange } = aField({ century: 'past' })
  await user.clear(field())
  await user.type(field(), '120330{Enter}')
  expect(onChange.mock.calls).toEqual([['1930-03-12']])
})

test('↓ opens the calendar, and a day chosen there is taken', async () => {
  const { user, onChange } = aField()
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('button', { name: '4 novembre 2026' }))
  expect(onChange.mock.calls).toEqual([['2026-11-04']])
  expect(field().value).toBe('mercredi 04/11/2026')
})
