import { Money } from '#shared/ui/money.tsx'

/** Of the filtered sales, in minor units; null for members who may not see the takings. */
type Sums = { turnover: number | null; returned: number | null; paid: number | null }
type ShownSums = Sums & { turnover: number }

export function hasSums(sums: Sums): sums is ShownSums {
  return sums.turnover !== null
}

/** The turnover; what was brought back in these days; with a filter of payment types, what these types paid. */
export function SaleSums({ turnover, returned, paid }: ShownSums) {
  return (
    <>
      <Money amount={turnover} unit />
      {returned ? (
        <>
          {' '}
          (retours déduits : <Money amount={returned} />)
        </>
      ) : null}
      {paid !== null && (
        <>
          , dont <Money amount={paid} unit /> par ces moyens
        </>
      )}
    </>
  )
}
