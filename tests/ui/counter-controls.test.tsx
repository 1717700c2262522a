import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Keypad } from '#shared/ui/keypad.tsx'
import { QuickNotes } from '#shared/ui/quick-notes.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import { typedAmount } from '#shared/ui/typed-amount.ts'
import { draw } from '#tests/ui/draw.tsx'

function Typing() {
  const [amount, setAmount] = useState(0)
  return (
    <>
      <input aria-label="Référence" />
      <output>{amount}</output>
      <Keypad onKey={(key) => setAmount((typed) => typedAmount(typed, key))} />
    </>
  )
}

describe('Keypad', () => {
  test('types 5 000 with two keys and corrects it', async () => {
    const { user } = draw(<Typing />)
    await user.click(screen.getByRole('button', { name: '5' }))
    await user.click(screen.getByRole('button', { name: '000' }))
    expect(screen.getByRole('status').textContent).toBe('5000')
    await user.click(screen.getByRole('button', { name: 'Effacer' }))
    expect(screen.getByRole('status').textContent).toBe('500')
  })

  test('touching a key leaves the focus where it was', async () => {
    const { user } = draw(<Typing />)
    await user.click(screen.getByLabelText('Référence'))
    await user.click(screen.getByRole('button', { name: '7' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Référence'))
  })

  test('a PIN pad has no 000', () => {
    draw(<Keypad corner="none" onKey={() => {}} />)
    expect(screen.queryByRole('button', { name: '000' })).toBeNull()
    expect(screen.getAllByRole('button')).toHaveLength(11)
  })
})

describe('QuickNotes', () => {
  test('each note says the change it gives and hands over its amount', async () => {
    const onPick = vi.fn()
    const { user } = draw(
      <QuickNotes
        notes={[
          { amount: 4_890, hint: 'compte juste' },
          { amount: 10_000, hint: 'rendu 5 110' },
        ]}
        selected={4_890}
        onPick={onPick}
      />,
    )
    await user.click(screen.getByRole('button', { name: /10.000.*rendu 5 110/ }))
    expect(onPick.mock.calls).toEqual([[10_000]])
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain('4\u202f890')
  })
})

function Counting({ max }: { max?: number }) {
  const [count, setCount] = useState(1)
  return <Stepper label="Coartem" value={count} onChange={setCount} max={max} />
}

describe('Stepper', () => {
  const count = () => screen.getByRole('spinbutton', { name: 'Coartem' })

  test('goes one by one between its bounds', async () => {
    const { user } = draw(<Counting max={2} />)
    expect(screen.getByRole('button', { name: 'Une de moins, Coartem' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Une de plus, Coartem' }))
    expect(count().textContent).toBe('2')
    expect(screen.getByRole('button', { name: 'Une de plus, Coartem' })).toHaveProperty('disabled', true)
  })

  test('answers to the keys of a spin button and stops at the bound', async () => {
    const { user } = draw(<Counting max={15} />)
    count().focus()
    await user.keyboard('{ArrowUp}{PageUp}')
    expect(count().getAttribute('aria-valuenow')).toBe('12')
    await user.keyboard('{PageUp}')
    expect(count().textContent).toBe('15')
    await user.keyboard('{Home}')
    expect(count().textContent).toBe('1')
  })
})
