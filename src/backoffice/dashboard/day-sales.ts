/** The sales that the figures of a day count: those that stand. */
export function addressOfDaySales(day: string): string {
  return `/ventes?du=${day}&au=${day}&etat=cloturees`
}
