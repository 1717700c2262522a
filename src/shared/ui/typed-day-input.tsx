import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { isDay, utcMidnight } from '#shared/domain/dates.ts'
import { type CenturyRule, readTypedDay } from '#shared/domain/typed-day.ts'
import { latePart } from './late-part.tsx'

const DayCalendar = latePart(async () => (await import('./day-calendar.tsx')).DayCalendar)

interface TypedDayInputProps {
  /** A calendar day as `2026-11-21`; with `isLive` also a text that is no date. */
  value: string | null
  /** Null when the field is emptied. */
  onChange: (value: string | null) => void
  /** The calendar day of the pharmacy: « hier » and « +30 » are relative to it. */
  today: string
  /** Which century two digits of a year mean. */
  century?: CenturyRule
  /**
   * Each key changes the value, and a text that is no date is a value too: a form refuses it instead of saving without
   * the date. Otherwise only Entrée and leaving the field change the value, and only to a date.
   */
  isLive?: boolean
  label?: ReactNode
  'aria-label'?: string
  description?: ReactNode
  error?: ReactNode
  /** The last day that may be chosen. */
  max?: string
  /** How many of the 100 years listed in the calendar are in the future. */
  yearsAhead?: number
  /** False inside another popover, which would treat a click in a portal as a click outside. */
  withinPortal?: boolean
}

/** A day that is typed (« 12031975 », « hier », « +30 ») or chosen in the calendar, which ↓ opens. */
export function TypedDayInput(props: TypedDayInputProps) {
  const { value, onChange, today, century = 'near', isLive = false, max, yearsAhead, withinPortal = true } = props
  // The text while it is typed; null: the field shows its value.
  const [text, setText] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const shown = text ?? (value === null ? '' : isDay(value) ? longDay(value) : value)
  const read = readTypedDay(shown, today, century)
  const fault = faultOf(read, max)

  const type = (typed: string) => {
    setText(typed)
    setIsLeft(false)
    const next = readTypedDay(typed, today, century)
    if (isLive) onChange(next.kind === 'none' ? null : next.kind === 'day' ? next.day : typed)
  }
  const finish = () => {
    setIsLeft(true)
    if (text === null || fault !== null) return
    setText(null)
    if (!isLive) onChange(read.kind === 'day' ? read.day : null)
  }
  const choose = (day: string | null) => {
    setIsOpen(false)
    setText(null)
    onChange(day)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      trapFocus
      withinPortal={withinPortal}
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          ref={field}
          label={props.label}
          aria-label={props['aria-label']}
          description={props.description}
          error={fault !== null && (isLeft || props.error) ? fault : props.error}
          autoComplete="off"
          placeholder={century === 'near' ? '12031975, hier, +30' : '12031975'}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={finish}
          onKeyDown={onKeyDown}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={-1}
              aria-label="Ouvrir le calendrier"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(true)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendrier" tabIndex={-1}>
        <DayCalendar
          value={read.kind === 'day' ? read.day : null}
          shown={read.kind === 'day' ? read.day : today}
          max={max}
          yearsAhead={yearsAhead}
          onChoose={choose}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function faultOf(read: ReturnType<typeof readTypedDay>, max: string | undefined): string | null {
  if (read.kind === 'unread') return 'Date non comprise\u00a0: tapez 12031975, hier ou +30'
  if (read.kind === 'impossible') return 'Cette date n’existe pas.'
  return read.kind === 'day' && max && read.day > max ? `Au plus tard le ${slashed(max)}.` : null
}

const weekdayName = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' })

/** « samedi 21/11/2026 »; `readTypedDay` reads it back. */
function longDay(day: string): string {
  return `${weekdayName.format(utcMidnight(day))} ${slashed(day)}`
}

function slashed(day: string): string {
  return day.split('-').toReversed().join('/')
}
