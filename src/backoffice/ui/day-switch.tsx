import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addDays } from '#shared/domain/dates.ts'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import classes from '#backoffice/ui/day-switch.module.css'

interface DaySwitchProps {
  day: string
  today: string
  onChange: (day: string) => void
}

/** Chooses a day: previous, next, any, or today. */
export function DaySwitch({ day, today, onChange }: DaySwitchProps) {
  const isToday = day === today
  const goBack = () => onChange(addDays(day, -1))
  const goOn = () => {
    if (!isToday) onChange(addDays(day, 1))
  }
  useShortcuts({ ArrowLeft: goBack, ArrowRight: goOn })
  return (
    <div className={classes.days}>
      <Button variant="default" disabled={isToday} onClick={() => onChange(today)}>
        Aujourd’hui
      </Button>
      <div className={classes.steps}>
        <ActionIcon aria-label="Jour précédent" onClick={goBack}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <TypedDayInput
          aria-label="Jour"
          today={today}
          value={day}
          max={today}
          yearsAhead={0}
          onChange={(next) => next !== null && onChange(next)}
        />
        <ActionIcon aria-label="Jour suivant" disabled={isToday} onClick={goOn}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
