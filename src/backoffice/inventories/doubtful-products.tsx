import { Checkbox, Input, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { inventories } from '#shared/contract/inventories.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { doubtWords } from '#backoffice/inventories/inventory-words.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

interface DoubtfulProductsProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

/** What is counted in one quiet hour. */
const proposed = 12

/** The products whose stock is most doubtful, with the reasons. The first dozen is ticked: what one quiet hour takes. */
export function DoubtfulProducts({ value, onChange, error }: DoubtfulProductsProps) {
  const { data } = useAnswer(inventories.doubtful, { query: { size: 40 } })
  const isFilled = useRef(false)
  useEffect(() => {
    if (!data || isFilled.current) return
    isFilled.current = true
    onChange(data.products.slice(0, proposed).map(({ id }) => id))
  }, [data, onChange])
  if (!data) return <Loader />
  const { products, quietHours } = data
  if (products.length === 0) return <p className={text.quiet}>Aucun produit à compter.</p>
  return (
    <Input.Wrapper
      label="Produits à compter"
      description={
        quietHours.length > 0
          ? `Heures calmes\u00a0: ${quietHours.map((hour) => `${hour}\u00a0h`).join(', ')}.`
          : undefined
      }
      error={error}
      labelElement="div"
    >
      <Stack gap={8} mt={8} role="group" aria-label="Produits à compter">
        {products.map(({ id, label, lots, reasons }) => (
          <Checkbox
            key={id}
            label={label}
            description={[plural(lots, 'lot'), ...reasons.map((reason) => doubtWords[reason])].join(', ')}
            checked={value.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...value, id] : value.filter((each) => each !== id))
            }
          />
        ))}
      </Stack>
    </Input.Wrapper>
  )
}
