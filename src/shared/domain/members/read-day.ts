import { addDays, utcMidnight } from '#shared/domain/dates.ts'

/** The day in a cell as `2026-11-21`; null when it is not a valid date. */
export function readDay(text: string, today: string): string | null {
  // Spreadsheets append midnight to a day.
  const typed = text.trim().replace(/[T ]0{1,2}:00(?::00(?:\.0+)?)?Z?$/, '')
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const european = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(typed)
  if (european) return dayOf(fullYear(european[3]!, today), Number(european[2]), Number(european[1]))
  return /^\d{1,5}(?:\.\d+)?$/.test(typed) ? ofSerial(Math.floor(Number(typed))) : null
}

/**
 * Two-digit years: at most 10 years in the future, else the previous century. In 2026 « 31/12/56 » is 1956, « 01/01/26
 * » is 2026.
 */
function fullYear(text: string, today: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  const century = Number(today.slice(0, 2)) * 100
  return century + year > Number(today.slice(0, 4)) + 10 ? century - 100 + year : century + year
}

function dayOf(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  try {
    utcMidnight(text)
    return text
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * An Excel serial: days since 30 December 1899, valid from March 1900 (Excel has a 29 February 1900 that did not exist)
 * to 2099. « 1980 » alone is a year, not a serial.
 */
function ofSerial(serial: number): string | null {
  const isYear = serial >= 1900 && serial <= 2100
  return serial >= 61 && serial <= 73_050 && !isYear ? addDays('1899-12-30', serial) : null
}
