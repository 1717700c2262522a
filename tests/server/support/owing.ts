import { randomUUID } from 'node:crypto'
import type { NewDues } from '#shared/contract/dues.ts'

type Sold = { id: string; records: readonly { id: string }[] }

/** What a sale did not hand over, as a till notes it: so many units of its first lines. */
export function owing(sale: Sold, quantities: readonly number[] = [1], rest: Partial<NewDues> = {}): NewDues {
  return {
    saleId: sale.id,
    name: 'HOUNTONDJI Adjoa',
    phone: '01 96 12 34 56',
    note: null,
    lines: quantities.map((quantity, place) => ({ id: randomUUID(), lineId: sale.records[place]!.id, quantity })),
    ...rest,
  }
}
