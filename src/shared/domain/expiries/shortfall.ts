import type { Demand } from '#shared/domain/expiries/demand.ts'

/**
 * For the demand D of some days and a number of units: the probability that D is below it, and the expected units that
 * stay. `mean` of D in units.
 *
 * D has a Poisson distribution when customers come independently (`spread` 1). Sales of a pharmacy are more variable:
 * several boxes on one prescription, epidemics. With a spread above 1, D has the negative binomial distribution of the
 * same mean and of variance spread × mean; a Poisson distribution would make a lot look safer than it is.
 */
export function shortfall(
  { mean, spread }: { mean: number; spread: Demand['spread'] },
  units: number,
): { below: number; missing: number } {
  if (units <= 0) return { below: 0, missing: 0 }
  if (mean < noDemand) return { below: 1, missing: units }
  const deviation = Math.sqrt(spread * mean)
  // Outside of these bounds the probability is below 1e-15.
  const from = Math.max(0, Math.floor(mean - 10 * deviation - 10))
  if (units <= from) return { below: 0, missing: 0 }
  if (units > mean + 20 * deviation + 40 * spread) return { below: 1, missing: units - mean }
  const next = stepOf(mean, spread)
  let probability = firstOf(mean, spread, from)
  let below = 0
  let missing = 0
  for (let sold = from; sold < units; sold++) {
    below += probability
    missing += probability * (units - sold)
    probability *= next(sold)
  }
  return { below: Math.min(1, below), missing: Math.min(units, Math.max(missing, units - mean, 0)) }
}

/** A smaller mean is no demand; it would underflow. */
const noDemand = 1e-9
/** Below this spread the negative binomial distribution equals Poisson's to the precision of the numbers. */
const almostPoisson = 1.0001

/** P(D = k + 1) / P(D = k). */
function stepOf(mean: number, spread: number): (k: number) => number {
  if (spread < almostPoisson) return (k) => mean / (k + 1)
  const size = mean / (spread - 1)
  const fail = (spread - 1) / spread
  return (k) => ((size + k) / (k + 1)) * fail
}

/** P(D = k). */
function firstOf(mean: number, spread: number, k: number): number {
  if (spread < almostPoisson) return Math.exp(k * Math.log(mean) - mean - logGamma(k + 1))
  const size = mean / (spread - 1)
  return Math.exp(
    logGamma(k + size) -
      logGamma(size) -
      logGamma(k + 1) -
      size * Math.log(spread) +
      k * (Math.log(spread - 1) - Math.log(spread)),
  )
}

/** Stirling's series, exact to 1e-11 from 10 on; smaller arguments are shifted. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x)
  return (
    (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  )
}
