import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClockSkew } from '#shared/pharmacy-time.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { draw } from '#tests/ui/draw.tsx'

const zones = [
  ['Africa/Porto-Novo', -60],
  ['America/New_York', 300],
  ['Pacific/Auckland', -780],
] as const

const machineZone = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = machineZone
})

const utc = (day: string) => new Date(`${day}T00:00:00.000Z`)
const field = () => screen.getByLabelText('Date')

describe.each(zones)('in %s', (zone, offsetMinutes) => {
  beforeEach(() => {
    process.env['TZ'] = zone
    // Or the three runs would all be one.
    expect(new Date(2026, 10, 21).getTimezoneOffset()).toBe(offsetMinutes)
  })

  test('a day is shown as the weekday and dd/MM/yyyy, and given back at UTC midnight', async () => {
    const onChange = vi.fn()
    const { user } = draw(<DatePicker label="Date" value={utc('2026-11-21')} onChange={onChange} />)
    expect(field().textContent).toBe('samedi 21/11/2026')
    await user.click(field())
    await user.click(await screen.findByRole('button', { name: '4 novembre 2026' }))
    expect(onChange.mock.calls).toEqual([[utc('2026-11-04')]])
  })

  test('a month gives its first day at UTC midnight', async () => {
    const onChange = vi.fn()
    const { user } = draw(<DatePicker label="Date" mode="month" value={utc('2027-03-01')} onChange={onChange} />)
    expect(field().textContent).toBe('mars 2027')
    await user.click(field())
    await user.click(await screen.findByRole('button', { name: 'août' }))
    expect(onChange.mock.calls).toEqual([[utc('2027-08-01')]])
  })

  test('a year gives its first day at UTC midnight', async () => {
    const onChange = vi.fn()
    const { user } = draw(<DatePicker label="Date" mode="year" value={utc('2020-01-01')} onChange={onChange} />)
    const input = screen.getByRole('combobox', { name: 'Date' })
    expect(input).toHaveProperty('value', '2020')
    await user.click(input)
    await user.click(await screen.findByRole('option', { name: '2019' }))
    expect(onChange.mock.calls).toEqual([[utc('2019-01-01')]])
  })

  test('with time, the very instant of the wall clock here', async () => {
    const onChange = vi.fn()
    const { user } = draw(
      <DatePicker label="Date" withTime value={new Date(2026, 10, 21, 11, 42)} onChange={onChange} />,
    )
    expect(field().textContent).toBe('samedi 21/11/2026 11:42')
    await user.click(field())
    await user.click(await screen.findByRole('button', { name: '4 novembre 2026' }))
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 10, 4, 11, 42))
  })
})

describe('with a clock that is a year and two months off', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2025-09-14T10:00:00.000Z'), toFake: ['Date'] })
    setClockSkew(Date.parse('2026-11-21T10:00:00.000Z') - Date.now())
  })
  afterEach(() => {
    setClockSkew(null)
    vi.useRealTimers()
  })

  const day = <DatePicker label="Date" value={null} onChange={() => {}} />
  const moment = <DatePicker label="Date" withTime value={null} onChange={() => {}} />
  const typed = <TypedDayInput label="Date" value={null} today="2026-11-21" onChange={() => {}} />
  test.each([
    ['day', day],
    ['moment', moment],
    ['typed day', typed],
  ])('the calendar of a %s opens on the month of the pharmacy', async (_, drawn) => {
    const { user } = draw(drawn)
    await user.click(screen.queryByRole('button', { name: 'Ouvrir le calendrier' }) ?? field())
    expect(await screen.findByRole('button', { name: '4 novembre 2026' })).toBeTruthy()
  })

  test('the months are those of the year of the pharmacy', async () => {
    const { user } = draw(<DatePicker label="Date" mode="month" value={null} onChange={() => {}} />)
    await user.click(field())
    expect(await screen.findByRole('combobox', { name: 'Année affichée' })).toHaveProperty('value', '2026')
  })
})

describe('DatePicker', () => {
  test('asks to choose while empty', () => {
    draw(<DatePicker label="Date" value={null} onChange={() => {}} />)
    expect(field().textContent).toBe('Sélectionner')
  })

  test('hours and minutes stand under « horaire »', async () => {
    const onChange = vi.fn()
    const { user } = draw(
      <DatePicker label="Date" withTime value={new Date(2026, 10, 21, 11, 42)} onChange={onChange} />,
    )
    await user.click(field())
    expect(await screen.findByText('horaire')).toBeTruthy()
    await user.click(screen.getByLabelText('Minutes'))
    await user.keyboard('05')
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 10, 21, 11, 5)))
  })

  test('the week starts on Monday, in French', async () => {
    const { user } = draw(<DatePicker label="Date" value={utc('2026-11-21')} onChange={() => {}} />)
    await user.click(field())
    const calendar = await screen.findByRole('table')
    expect(
      within(calendar)
        .getAllByRole('columnheader')
        .map((day) => day.textContent),
    ).toEqual(['lu', 'ma', 'me', 'je', 've', 'sa', 'di'])
  })

  test.each([
    ['day', 10],
    ['month', 10],
    ['day', 0],
  ] as const)('the year list of the %s calendar has 100 years, %d ahead', async (mode, yearsAhead) => {
    const { user } = draw(
      <DatePicker
        label="Date"
        mode={mode}
        yearsAhead={yearsAhead}
        value={utc(`${new Date().getFullYear()}-01-15`)}
        onChange={() => {}}
      />,
    )
    await user.click(field())
    const lists = await screen.findAllByRole<HTMLSelectElement>('combobox', { name: /affichée?s?$/ })
    const years = lists.at(-1)?.options
    expect(years).toHaveLength(100)
    expect(years?.item(99)?.value).toBe(String(new Date().getFullYear() + yearsAhead))
  })

  test('the year field lists 100 years too, and those out of bounds cannot be taken', async () => {
    const { user } = draw(
      <DatePicker
        label="Date"
        mode="year"
        yearsAhead={0}
        value={null}
        onChange={() => {}}
        maxDate={utc('2020-12-31')}
      />,
    )
    await user.click(screen.getByRole('combobox', { name: 'Date' }))
    const years = await screen.findAllByRole('option')
    expect(years).toHaveLength(100)
    expect(screen.getByRole('option', { name: '2021' }).dataset['comboboxDisabled']).toBe('true')
    expect(screen.getByRole('option', { name: '2020' }).dataset['comboboxDisabled']).toBeUndefined()
  })

  test.each(['day', 'month', 'year'] as const)('a clearable %s is emptied to null', async (mode) => {
    const onChange = vi.fn()
    const { user } = draw(
      <DatePicker label="Date" mode={mode} clearable value={utc('2026-01-01')} onChange={onChange} />,
    )
    await user.click(screen.getByRole('button', { name: 'Effacer la date', hidden: true }))
    expect(onChange.mock.calls).toEqual([[null]])
  })

  test('what is not clearable cannot be emptied, even by choosing the same day again', async () => {
    const onChange = vi.fn()
    const { user } = draw(<DatePicker label="Date" value={utc('2026-11-21')} onChange={onChange} />)
    expect(screen.queryByRole('button', { name: 'Effacer la date', hidden: true })).toBeNull()
    await user.click(field())
    await user.click(await screen.findByRole('button', { name: '21 novembre 2026' }))
    expect(onChange).not.toHaveBeenCalledWith(null)
  })

  test('days out of bounds cannot be taken', async () => {
    const { user } = draw(
      <DatePicker
        label="Date"
        value={utc('2026-11-21')}
        onChange={() => {}}
        minDate={utc('2026-11-10')}
        maxDate={utc('2026-11-25')}
      />,
    )
    await user.click(field())
    expect(await screen.findByRole('button', { name: '9 novembre 2026' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: '10 novembre 2026' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: '25 novembre 2026' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: '26 novembre 2026' })).toHaveProperty('disabled', true)
  })
})
