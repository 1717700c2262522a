import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  missingPrescription,
  needsOfList,
  prescriptionNeeds,
  type MedicineList,
} from '#shared/domain/listed-medicines.ts'
import type { Prescription } from '#shared/domain/local-sale.ts'
import { anySale } from '#tests/domain/support/any-sale.ts'

const strict = { listOneNeedsPrescription: true }
const byDoctor: Prescription = {
  prescriber: 'Dr Kpadé',
  prescriberAddress: null,
  prescribedOn: '2026-11-20',
  patientName: null,
  patientAddress: null,
}
const missingFor = (list: MedicineList, said: { patientId?: string; prescription?: Prescription }, rules = strict) =>
  missingPrescription(
    { records: ['line'], patientId: said.patientId ?? null, prescription: said.prescription ?? null },
    () => list,
    rules,
  )?.missing ?? []

describe('before a sale closes', () => {
  test('a narcotic needs its patient, prescriber and date', () => {
    expect(missingFor('narcotic', {})).toEqual(['patient', 'prescriber', 'prescribedOn'])
    expect(missingFor('narcotic', { prescription: byDoctor })).toEqual(['patient'])
    expect(missingFor('narcotic', { patientId: 'c1', prescription: { ...byDoctor, prescribedOn: null } })).toEqual([
      'prescribedOn',
    ])
    expect(missingFor('narcotic', { patientId: 'c1', prescription: byDoctor })).toEqual([])
  })

  test('the name on the prescription counts as the patient; blanks count as nothing', () => {
    expect(missingFor('narcotic', { prescription: { ...byDoctor, patientName: 'ZINSOU Léa' } })).toEqual([])
    expect(missingFor('narcotic', { patientId: 'c1', prescription: { ...byDoctor, prescriber: '  ' } })).toEqual([
      'prescriber',
    ])
  })

  test('list I needs prescriber and date where the pharmacy asks for them; list II and the others nothing', () => {
    expect(missingFor('list-1', {})).toEqual(['prescriber', 'prescribedOn'])
    expect(missingFor('list-1', {}, { listOneNeedsPrescription: false })).toEqual([])
    expect(missingFor('list-2', {})).toEqual([])
    expect(missingFor('none', {})).toEqual([])
  })

  test('only the lines that lack something are named', () => {
    const lists = new Map<string, MedicineList>([
      ['a', 'none'],
      ['b', 'list-1'],
      ['c', 'narcotic'],
    ])
    const sale = { records: [...lists.keys()], patientId: null, prescription: byDoctor }
    expect(missingPrescription(sale, (line) => lists.get(line)!, strict)).toEqual({
      lines: ['c'],
      missing: ['patient'],
    })
  })
})

test('what is asked for is exactly what the lists of the lines need and the sale does not say', () => {
  const anyList = fc.constantFrom<MedicineList>('none', 'list-1', 'list-2', 'narcotic')
  fc.assert(
    fc.property(anySale, fc.infiniteStream(anyList), fc.boolean(), (sale, lists, listOneNeedsPrescription) => {
      const listOf = new Map(sale.records.map((record) => [record, lists.next().value as MedicineList]))
      const rules = { listOneNeedsPrescription }
      const found = missingPrescription(sale, (record) => listOf.get(record)!, rules)
      const asked = new Set(sale.records.flatMap((record) => needsOfList(listOf.get(record)!, rules)))
      const { prescriber, prescribedOn, patientName } = sale.prescription ?? {}
      const given = {
        patient: sale.patientId !== null || !!patientName?.trim(),
        prescriber: !!prescriber?.trim(),
        prescribedOn: !!prescribedOn,
      }
      expect(found?.missing ?? []).toEqual(prescriptionNeeds.filter((need) => asked.has(need) && !given[need]))
      expect(found === null).toBe((found?.lines ?? []).length === 0)
    }),
  )
})
