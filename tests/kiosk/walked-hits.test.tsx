import { act, renderHook } from '@testing-library/react'
import type { UIEvent } from 'react'
import { expect, test } from 'vitest'
import { rowsAtOnce, useWalkedHits } from '#kiosk/ui/use-walked-hits.ts'

const hits = Array.from({ length: 50 }, (_, index) => index)
const walked = () => renderHook(({ query }) => useWalkedHits(query, hits), { initialProps: { query: 'doli' } })
const scrolledTo = (scrollTop: number) =>
  ({ currentTarget: { scrollTop, scrollHeight: 1680, clientHeight: 560 } }) as unknown as UIEvent

test('a search makes its first rows only; scrolling towards their end makes the next, up to the last', () => {
  const { result } = walked()
  expect(result.current.rows).toEqual(hits.slice(0, rowsAtOnce()))
  act(() => result.current.onScroll(scrolledTo(200)))
  expect(result.current.rows).toHaveLength(rowsAtOnce())
  for (let round = 0; round < 6; round++) act(() => result.current.onScroll(scrolledTo(1100)))
  expect(result.current.rows).toEqual(hits)
})

test('a tablet that is turned shows as many rows as it is high then', () => {
  const { result } = walked()
  const height = window.innerHeight
  try {
    act(() => {
      window.innerHeight = 1280
      window.dispatchEvent(new Event('resize'))
    })
    expect(result.current.rows).toHaveLength(16)
  } finally {
    window.innerHeight = height
  }
})

test('the arrows walk through all hits and stop at both ends', () => {
  const { result } = walked()
  act(() => result.current.step(-1))
  expect(result.current.at).toBe(0)
  for (let press = 0; press < 60; press++) {
    act(() => result.current.step(1))
    expect(result.current.rows[result.current.at]).toBe(Math.min(press + 1, 49))
  }
})

test('another search begins at its top', () => {
  const { result, rerender } = walked()
  for (let press = 0; press < 25; press++) act(() => result.current.step(1))
  rerender({ query: 'dolip' })
  expect(result.current.at).toBe(0)
  expect(result.current.rows).toHaveLength(rowsAtOnce())
})

test('without a hit there is nothing to add', () => {
  const { result } = renderHook(() => useWalkedHits('zzz', []))
  act(() => result.current.step(1))
  expect(result.current.rows[result.current.at]).toBeUndefined()
})

test('where nothing is marked before an arrow, the first one marks the first hit, and the only hit is marked', () => {
  const { result, rerender } = renderHook(({ query, found }) => useWalkedHits(query, found, { startsUnmarked: true }), {
    initialProps: { query: 'doli', found: hits },
  })
  expect(result.current.at).toBe(-1)
  act(() => result.current.step(1))
  expect(result.current.at).toBe(0)
  rerender({ query: 'dolip', found: hits })
  expect(result.current.at).toBe(-1)
  rerender({ query: 'dolipr', found: hits.slice(0, 1) })
  expect(result.current.at).toBe(0)
})
