/** An hour is quiet with at most half of the sales of a mean hour, in percent. */
const quietPercent = 50

/** The hours of the day in which the shop is open and sells little, from its sales of each hour. */
export function quietHours(sales: readonly { hour: number; sales: number }[]): number[] {
  const open = sales.filter((each) => each.sales > 0)
  const sum = open.reduce((total, each) => total + each.sales, 0)
  return open
    .filter((each) => each.sales * open.length * 100 <= sum * quietPercent)
    .map(({ hour }) => hour)
    .toSorted((a, b) => a - b)
}
