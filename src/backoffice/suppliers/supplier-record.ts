import { type Supplier, suppliers } from '#shared/contract/suppliers.ts'
import { deliveryDaysField } from '#backoffice/suppliers/delivery-days.tsx'
import { contactsField } from '#backoffice/suppliers/supplier-contacts.tsx'
import type { SupplierValues } from '#backoffice/suppliers/supplier-values.ts'
import { SupplierCodes } from '#backoffice/suppliers/supplier-codes.tsx'
import { useWholesalerChoices } from '#backoffice/suppliers/wholesaler-choices.ts'
import { selectField } from '#backoffice/ui/records/select-field.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { phoneField, textField, wholeNumberField } from '#backoffice/ui/records/record-fields.tsx'

/** The record of a supplier: how it is reached, when it delivers, until when it is paid and takes a lot back. */
export const supplierRecord: RecordDeclaration<Supplier, SupplierValues> = {
  noun: noun('fournisseur', 'm'),
  calls: suppliers,
  needs: suppliers.patch.permission,
  nameOf: ({ name }) => name,
  nameField: 'name',
  initial: (name) => ({
    name,
    wholesalerId: '',
    customerNumber: '',
    phone: '',
    email: '',
    address: '',
    deliveryDays: [],
    paymentDays: '',
    returnDays: '',
    minimumOrder: '',
    creditLimit: '',
    contacts: [],
    note: '',
  }),
  valuesOf: (supplier) => ({
    name: supplier.name,
    wholesalerId: supplier.wholesalerId ?? '',
    customerNumber: supplier.customerNumber ?? '',
    phone: supplier.phone ?? '',
    email: supplier.email ?? '',
    address: supplier.address ?? '',
    deliveryDays: supplier.deliveryDays.map(String),
    paymentDays: numberText(supplier.paymentDays),
    returnDays: numberText(supplier.returnDays),
    minimumOrder: numberText(supplier.minimumOrder),
    creditLimit: numberText(supplier.creditLimit),
    contacts: supplier.contacts.map(({ name, role, phone, email }, index) => ({
      id: String(index),
      name,
      role: role ?? '',
      phone: phone ?? '',
      email: email ?? '',
    })),
    note: supplier.note ?? '',
  }),
  bodyOf: ({ wholesalerId, deliveryDays, paymentDays, returnDays, minimumOrder, creditLimit, contacts, ...texts }) => ({
    ...texts,
    wholesalerId: wholesalerId || null,
    deliveryDays: deliveryDays.map(Number),
    paymentDays: wholeNumber(paymentDays),
    returnDays: wholeNumber(returnDays),
    minimumOrder: wholeNumber(minimumOrder),
    creditLimit: wholeNumber(creditLimit),
    contacts: contacts.map(({ name, role, phone, email }) => ({ name, role, phone, email })),
  }),
  fields: [
    textField('name', 'Nom'),
    selectField('wholesalerId', 'Grossiste du pays', useWholesalerChoices, {
      optional: true,
      description: 'Pour lire son tarif et ses codes.',
    }),
    textField('customerNumber', 'Notre n° de client', { required: false }),
    phoneField('phone', 'Téléphone'),
    textField('email', 'E-mail', { required: false, type: 'email' }),
    textField('address', 'Adresse', { required: false }),
    deliveryDaysField,
    wholeNumberField('paymentDays', 'Délai de paiement, en jours', { description: 'Vide\u00a0: non convenu.' }),
    wholeNumberField('returnDays', 'Reprend jusqu’à combien de jours avant péremption', {
      description: 'Vide\u00a0: il ne reprend pas.',
    }),
    wholeNumberField('minimumOrder', 'Minimum de commande, HT', { description: 'Vide\u00a0: aucun.' }),
    wholeNumberField('creditLimit', 'Encours autorisé', { description: 'Vide\u00a0: non convenu.' }),
    contactsField,
    textField('note', 'Note', { required: false }),
  ],
  archive: { note: 'Ses lots le gardent comme fournisseur.' },
  Below: SupplierCodes,
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value)
}

/** A text that is no number stays one: the schema of the call refuses it at its field. */
function wholeNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** « jusqu’à 90 j avant péremption » */
export function returnWords({ returnDays }: Pick<Supplier, 'returnDays'>): string {
  if (returnDays === null) return 'Ne reprend pas'
  return returnDays === 0 ? 'Jusqu’à la péremption' : `Jusqu’à ${returnDays}\u00a0j avant péremption`
}
