import { atom } from 'jotai'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { missedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { formatMoney, type Currency } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'

export type MissedToday = { count: number; value: number }

/**
 * The missed sales of this terminal today, in the pharmacy's time zone. `value`: the sum of the known prices, in minor
 * units.
 */
export const missedTodayAtom = atom((get) => {
  const [notes, dayOf] = [get(missedNotesAtom), get(dayOfAtom)]
  return (now: Date): MissedToday => {
    const today = dayOf(now)
    const ofToday = notes.filter(({ missedAt }) => dayOf(new Date(missedAt)) === today)
    return { count: ofToday.length, value: ofToday.reduce((sum, note) => sum + note.value, 0) }
  }
})

/** « 3 manquées aujourd’hui, 7 500 F CFA ». */
export function missedTodayWords({ count, value }: MissedToday, currency: Currency): string {
  return [`${plural(count, 'manquée')} aujourd’hui`, value > 0 && formatMoney(value, currency)]
    .filter(Boolean)
    .join(', ')
}
