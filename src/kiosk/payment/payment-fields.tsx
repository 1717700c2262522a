import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { OperatorChoice } from '#kiosk/ui/operator-choice.tsx'
import type { Payment } from '#shared/domain/payment.ts'
import classes from './payment.module.css'

interface PaymentFieldsProps {
  payment: Payment
  /** Mobile-money operators of the country. */
  operators: readonly string[]
  onDetails: (payment: Payment) => void
}

/** What a payment needs beside its amount. Only the operator and the bank are asked for; numbers help to find it again. */
export function PaymentFields({ payment, operators, onDetails }: PaymentFieldsProps) {
  if (payment.type === 'MOBILE_MONEY')
    return (
      <div className={classes.details}>
        <OperatorChoice operators={operators} value={payment.phoneOperator} onChoose={(phoneOperator) => onDetails({ ...payment, phoneOperator })} />
        <TextField label="Référence de la transaction" value={payment.transactionReference} onCommit={(transactionReference) => onDetails({ ...payment, transactionReference })} />
      </div>
    )
  if (payment.type === 'CHEQUE')
    return (
      <div className={classes.details}>
        <TextField label="Banque" value={payment.bank} onCommit={(bank) => onDetails({ ...payment, bank })} />
        <TextField label="Numéro du chèque" value={payment.chequeNumber} onCommit={(chequeNumber) => onDetails({ ...payment, chequeNumber })} />
      </div>
    )
  return null
}

/** Written to the sale when the field is left or Entrée pressed: every letter would be a writing on the disk. */
function TextField({ label, value, onCommit }: { label: string; value: string | null; onCommit: (value: string | null) => void }) {
  const typed = useRef(value ?? '')
  const commit = () => {
    const text = typed.current.trim() || null
    if (text !== value) onCommit(text)
  }
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  // A scan leaves the screen without leaving the field.
  useEffect(() => () => latest.current(), [])
  return (
    <TextInput
      label={label}
      size="sm"
      maxLength={100}
      defaultValue={value ?? ''}
      onChange={(event) => {
        typed.current = event.currentTarget.value
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
