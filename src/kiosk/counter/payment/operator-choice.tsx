import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import { OneOf } from '#kiosk/ui/one-of.tsx'

interface OperatorChoiceProps {
  /** Mobile-money operators of the country. */
  operators: readonly string[]
  value: string | null
  onChoose: (operator: string) => void
}

/**
 * Chooses the mobile money operator with one touch. A country without known operators shows no choice and never blocks
 * a sale.
 */
export function OperatorChoice({ operators, value, onChoose }: OperatorChoiceProps) {
  if (operators.length === 0)
    return <CommittedField label="Opérateur" value={value} onCommit={(typed) => typed !== null && onChoose(typed)} />
  return <OneOf label="Opérateur" names={operators} value={value} onChoose={onChoose} />
}
