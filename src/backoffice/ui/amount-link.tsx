import { Money } from '#shared/ui/money.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'

/** An amount that opens the rows that it adds up; without an address, only the amount. */
export function AmountLink({ to, amount, unit = false }: { to: string | null; amount: number; unit?: boolean }) {
  const money = <Money amount={amount} unit={unit} />
  return to === null ? money : <TextLink to={to}>{money}</TextLink>
}
