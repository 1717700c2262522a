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

/** The first and the last listed year. */
export function yearRange(yearsAhead: number): [number, number] {
  const last = Number(wallClockFromDate(pharmacyNow()).slice(0, 4)) + yearsAhead
  return [last - listedYears + 1, last]
}

/** The props of a calendar: French labels, a list of years, large targets at the counter. */
export function calendarProps(yearsAhead = usualYearsAhead) {
  return {
    withNativeLevelSelect: true,
    yearsSelectRange: yearRange(yearsAhead),
    ariaLabels: calendarLabels,
    classNames: { day: classes.day, calendarHeader: classes.header, monthsListControl: classes.month },
  }
}
