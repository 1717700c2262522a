import { wallClockFromDate } from './calendar-day.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import classes from './date-picker.module.css'

const listedYears = 100
/** How many of them are in the future, unless a field sets another number. */
export const usualYearsAhead = 10

const calendarLabels = {
  monthLevelControl: 'Mois et année affichés',
  yearLevelControl: 'Année affichée',
  decadeLevelControl: 'Années affichées',
  nextMonth: 'Mois suivant',
  previousMonth: 'Mois précédent',
  nextYear: 'Année suivante',
  previousYear: 'Année précédente',
  nextDecade: 'Dix années suivantes',
  previousDecade: 'Dix années précédentes',
}

/** Today at the pharmacy, as `2026-11-21`. */
function pharmacyDay(): string {
  return wallClockFromDate(pharmacyNow()).slice(0, 10)
}

/** The first and the last listed year. */
export function yearRange(yearsAhead: number): [number, number] {
  const last = Number(pharmacyDay().slice(0, 4)) + yearsAhead
  return [last - listedYears + 1, last]
}

/** The props of a calendar: French labels, a list of years, large targets at the counter; first shown at today's month. */
export function calendarProps(yearsAhead = usualYearsAhead) {
  return {
    // Without it the component shows the month of the device's clock.
    defaultDate: pharmacyDay(),
    withNativeLevelSelect: true,
    yearsSelectRange: yearRange(yearsAhead),
    ariaLabels: calendarLabels,
    classNames: { day: classes.day, calendarHeader: classes.header, monthsListControl: classes.month },
  }
}
