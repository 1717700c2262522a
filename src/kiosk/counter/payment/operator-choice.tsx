import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import { OneOf } from '#kiosk/ui/one-of.tsx'

interface OperatorChoiceProps {
  /** Mobile-money operators of the country. */
  operators: readonly string[]
  value: string | null
  onChoose: (operator: string) => void
}

/** One touch: which operator the customer paid with. A country whose operators are not known yet never blocks a customer. */
export function OperatorChoice({ operators, value, onChoose }: OperatorChoiceProps) {
  if (operators.length === 0)
    return <CommittedField label="Opérateur" value={value} onCommit={(typed) => typed !== null && onChoose(typed)} />
  return <OneOf label="Opérateur" names={operators} value={value} onChoose={onChoose} />
}
