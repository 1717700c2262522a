import { type Supplier, suppliers } from '#shared/contract/suppliers.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField, wholeNumberField } from '#backoffice/ui/records/record-fields.tsx'

type SupplierValues = { name: string; returnDays: string }

/** The record of a supplier: name, and until when it takes a lot back. */
export const supplierRecord: RecordDeclaration<Supplier, SupplierValues> = {
  noun: noun('fournisseur', 'm'),
  calls: suppliers,
  needs: suppliers.patch.permission,
  nameOf: ({ name }) => name,
  nameField: 'name',
  initial: (name) => ({ name, returnDays: '' }),
  valuesOf: ({ name, returnDays }) => ({ name, returnDays: returnDays === null ? '' : String(returnDays) }),
  bodyOf: ({ name, returnDays }) => ({ name, returnDays: returnDays.trim() === '' ? null : Number(returnDays) }),
  fields: [
    textField('name', 'Nom'),
    wholeNumberField('returnDays', 'Reprend jusqu’à combien de jours avant péremption', {
      description: 'Vide\u00a0: il ne reprend pas.',
    }),
  ],
  archive: { note: 'Ses lots le gardent comme fournisseur.' },
}

/** « jusqu’à 90 j avant péremption » */
export function returnWords({ returnDays }: Pick<Supplier, 'returnDays'>): string {
  if (returnDays === null) return 'Ne reprend pas'
  return returnDays === 0 ? 'Jusqu’à la péremption' : `Jusqu’à ${returnDays}\u00a0j avant péremption`
}
