import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { Due, NewDues } from '#shared/contract/dues.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { leftToOwe } from '#shared/domain/dues.ts'
import { formatPhone, phoneRefusalText, readPhone } from '#shared/domain/phone.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import type { TypedDues } from './due-atoms.ts'

/** A line that may be owed. `left`: sold, neither returned nor owed already. */
export type OwableLine = { line: Sale['records'][number]; left: number; quantity: number }

/**
 * The draft of dues, with the sale's patient to call. Dues that were sent without an answer keep their content, so that
 * a retry sends the same body.
 */
export function useDueDraft(sale: Sale, noted: readonly Due[], sent: NewDues | null) {
  const { countryCode } = useAtomValue(tradeAtom)
  const patient = useAtomValue(personsAtom).get(sale.patientId ?? '')
  const lefts = owableUnits(sale, noted)
  const owable = sale.records.filter(({ id }) => lefts.get(id)! > 0)
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [name, setName] = useState(sale.patientName ?? '')
  const [phone, setPhone] = useState(patient?.phone ? formatPhone(patient.phone, countryCode) : '')
  const [note, setNote] = useState('')

  const lines = sale.records.map((line): OwableLine => {
    const left = lefts.get(line.id)!
    // Where one line alone can be owed, it is the one.
    const proposed = owable.length === 1 ? Math.min(1, left) : 0
    const quantity = sent
      ? (sent.lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0)
      : Math.min(quantities[line.id] ?? proposed, left)
    return { line, left, quantity }
  })
  const reading = readPhone(phone, countryCode)
  const typed: TypedDues = sent ?? {
    saleId: sale.id,
    name: name.trim(),
    phone: phone.trim() === '' ? null : phone.trim(),
    note: note.trim() === '' ? null : note.trim(),
    lines: lines.flatMap(({ line, quantity }) => (quantity > 0 ? [{ lineId: line.id, quantity }] : [])),
  }
  return {
    lines,
    typed,
    fields: {
      name: sent?.name ?? name,
      phone: sent ? (sent.phone ?? '') : phone,
      note: sent ? (sent.note ?? '') : note,
    },
    phoneProblem: !sent && reading.kind === 'invalid' ? phoneRefusalText(reading.reason, countryCode) : null,
    setQuantity: (lineId: string, quantity: number) => setQuantities((before) => ({ ...before, [lineId]: quantity })),
    setName,
    setPhone,
    setNote,
  }
}

/** By line, the most units that can still be noted as owed. */
export function owableUnits(sale: Pick<Sale, 'records' | 'returns'>, noted: readonly Due[]): Map<string, number> {
  const back = sale.returns.flatMap(({ lines }) => lines)
  return new Map(
    sale.records.map(({ id, quantity }) => [
      id,
      leftToOwe({
        sold: quantity,
        returned: sumOf(back, id),
        owed: noted.reduce((sum, due) => sum + (due.lineId === id ? due.owed : 0), 0),
      }),
    ]),
  )
}

function sumOf(lines: readonly { lineId: string; quantity: number }[], id: string): number {
  return lines.reduce((sum, { lineId, quantity }) => sum + (lineId === id ? quantity : 0), 0)
}
