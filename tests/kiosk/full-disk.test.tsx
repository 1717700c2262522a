import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fillDisk } from '#tests/support/full-disk.ts'
import { aCounter, button, lineOf, lines, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const [coartem, doliprane] = ['3400930145449', '3400935955838']

test('what was scanned while the disk was full waits, and comes back with « Remettre »', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan(coartem!)
  await lineOf('Coartem')
  await waitFor(() => expect(sales()[0]?.records).toHaveLength(1))
  const free = fillDisk()
  scan(doliprane!)
  expect((await screen.findByText(/1\s+saisie de cette vente attend ici/)).textContent).toMatch(
    /^Ce poste n’a plus de place.*Libérer de la place/,
  )
  scan(coartem!)
  expect(await screen.findByText(/2\s+saisies de cette vente attendent ici/)).toBeTruthy()
  expect(lines()).toHaveLength(1)

  await user.click(await button(/^Remettre$/))
  expect(await screen.findByText(/2\s+saisies de cette vente attendent ici/)).toBeTruthy()

  free()
  await user.click(await button(/^Remettre$/))
  expect(await screen.findByText('Tout est revenu dans la vente.')).toBeTruthy()
  expect(sales()[0]?.records).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
})

test('the next scan that the disk takes brings along what it had refused, once', async () => {
  const { sales } = await aCounter({ products: theShelf })
  scan(coartem!)
  await lineOf('Coartem')
  await waitFor(() => expect(sales()[0]?.records).toHaveLength(1))
  const free = fillDisk()
  for (let box = 0; box < 12; box++) scan(coartem!)
  expect(await screen.findByText(/12\s+saisies de cette vente attendent ici/)).toBeTruthy()
  free()
  scan(doliprane!)
  await lineOf('Doliprane')
  await waitFor(() => expect(sales()[0]?.records).toMatchObject([{ quantity: 13 }, { quantity: 1 }]))
  scan(doliprane!)
  await waitFor(() => expect(sales()[0]?.records).toMatchObject([{ quantity: 13 }, { quantity: 2 }]))
})
