import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTypedTime } from '#shared/domain/typed-time.ts'

test.each([
  ['08:05', '08:05'],
  ['8:05', '08:05'],
  [' 8h05 ', '08:05'],
  ['18H', '18:00'],
  ['8 h 05', '08:05'],
  ['8.05', '08:05'],
  ['805', '08:05'],
  ['2359', '23:59'],
  ['00:00', '00:00'],
  ['24:00', null],
  ['12:60', null],
  ['8', null],
  ['8:5', null],
  ['', null],
  ['midi', null],
  ['12345', null],
])('« %s » is read as %s', (typed, time) => {
  expect(readTypedTime(typed)).toBe(time)
})

test('every minute of a day is read in each format', () => {
  const format = fc.constantFrom(':', 'h', '.', '', ' h ')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      format,
      (hours, minutes, separator) => {
        const minute = String(minutes).padStart(2, '0')
        expect(readTypedTime(`${hours}${separator}${minute}`)).toBe(`${String(hours).padStart(2, '0')}:${minute}`)
      },
    ),
  )
})
