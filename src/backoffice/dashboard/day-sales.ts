/** The sales that the figures of a day count: those that stand. */
export function addressOfDaySales(day: string): string {
  return `/ventes?du=${day}&au=${day}&etat=cloturees`
}

/** The registers that were open on a day. */
export function addressOfDayRegisters(day: string): string {
  return `/caisses?du=${day}&au=${day}`
}
