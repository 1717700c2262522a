import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import { minor } from '#shared/domain/money.ts'
import { expectedByMeans, isSameMeans, type Means } from '#shared/domain/register/totals.ts'
import { Money } from '#shared/ui/money.tsx'
import { addressOfExpected } from '#backoffice/cash-registers/register-addresses.ts'
import { meansName } from '#backoffice/ui/movement-words.ts'
import { type Fact, FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { AmountLink } from '#backoffice/ui/amount-link.tsx'

/**
 * What the register must hold now, by means: the sum of its movements, which opens them, and the differences that
 * earlier counts found.
 */
export function ExpectedSheet({ report: { register, totals, expected } }: { report: RegisterReport }) {
  const moved = expectedByMeans(totals.map((total) => ({ ...total, amount: minor(total.amount) })))
  const factsOf = (means: Means & { expected: number }): Fact[] => {
    const name = meansName(means)
    const amount = moved.find((each) => isSameMeans(each, means))?.expected ?? 0
    const link = <AmountLink to={addressOfExpected(register.id, means)} amount={amount} unit={means.type === 'CASH'} />
    if (amount === means.expected) return [[name, link]]
    return [
      [name, <Money key="expected" amount={means.expected} unit={means.type === 'CASH'} />],
      [`${name}, mouvements`, link],
      [`${name}, écart déjà compté`, <Money key="gap" amount={means.expected - amount} signed />],
    ]
  }
  return (
    <Sheet title="Attendu à présent">
      <FactList facts={(expected ?? []).flatMap(factsOf)} />
    </Sheet>
  )
}
