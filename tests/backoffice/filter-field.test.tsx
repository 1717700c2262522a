import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { draw } from '#tests/ui/draw.tsx'

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filtrer les produits' })

function aField() {
  const told: string[] = []
  const drawn = (isInMemory: boolean) => (
    <FilterField
      label="Filtrer les produits"
      value=""
      onChange={(value) => told.push(value)}
      isInMemory={isInMemory}
      onSubmit={() => undefined}
    />
  )
  const { rerender } = draw(drawn(false))
  return { told, comeIntoMemory: () => rerender(drawn(true)) }
}

const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a search that waits for the next key is told, though the list comes into memory meanwhile', async () => {
  const { told, comeIntoMemory } = aField()
  type('doli')
  expect(told).toEqual([])
  comeIntoMemory()
  await waitFor(() => expect(told).toEqual(['doli']))
})

test('a list in memory is searched at each key', () => {
  const { told, comeIntoMemory } = aField()
  comeIntoMemory()
  type('d')
  type('do')
  expect(told).toEqual(['d', 'do'])
})
