import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface CountInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** An integer. An emptied field counts as `min`, and stays empty while it is typed in. */
export function CountInput({ value, min, max, onChange, ...props }: CountInputProps) {
  const [isEmptied, setIsEmptied] = useState(false)
  return (
    <NumberInput
      {...props}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={isEmptied ? '' : value}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setIsEmptied(false)}
      onChange={(next) => {
        setIsEmptied(next === '')
        onChange(Math.max(min, Number(next)))
      }}
    />
  )
}
