import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { latePart } from '#shared/ui/late-part.tsx'
import { draw } from '#tests/ui/draw.tsx'

const missing = 'Cette partie n’a pas pu être chargée. Vérifiez le réseau, puis réessayez.'

function Drug({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`${name} ${count}`}</button>
}

test('a part loads when it is shown, and waits meanwhile', async () => {
  let bring: (part: typeof Drug) => void = () => {}
  const Late = latePart(() => new Promise<typeof Drug>((resolve) => (bring = resolve)), <p>Un instant</p>)
  draw(<Late name="Doliprane" />)
  expect(screen.getByText('Un instant')).toBeTruthy()
  bring(Drug)
  expect(await screen.findByText('Doliprane 0')).toBeTruthy()
  expect(screen.queryByText('Un instant')).toBeNull()
})

test('a part that was loaded ahead is shown at once, is loaded once, and keeps its state', async () => {
  const load = vi.fn(() => Promise.resolve(Drug))
  const Late = latePart(load, <p>Un instant</p>)
  await Late.load()
  const { user, rerender } = draw(<Late name="Doliprane" />)
  await user.click(screen.getByText('Doliprane 0'))
  rerender(<Late name="Efferalgan" />)
  expect(screen.getByText('Efferalgan 1')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that cannot be loaded says so, and is asked for again', async () => {
  const load = vi.fn(() => Promise.resolve(Drug)).mockRejectedValueOnce(new Error('no network'))
  const Late = latePart(load)
  const { user } = draw(<Late name="Doliprane" />)
  expect((await screen.findByRole('alert')).textContent).toContain(missing)
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Doliprane 0')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that was left before it came changes nothing', async () => {
  let bring: (part: typeof Drug) => void = () => {}
  const Late = latePart(() => new Promise<typeof Drug>((resolve) => (bring = resolve)))
  const { rerender } = draw(<Late name="Doliprane" />)
  rerender(<p>Ailleurs</p>)
  bring(Drug)
  await Late.load()
  expect(screen.getByText('Ailleurs')).toBeTruthy()
})
