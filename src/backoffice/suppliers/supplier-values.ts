export type TypedContact = { id: string; name: string; role: string; phone: string; email: string }

/** The values of a supplier's form. */
export type SupplierValues = {
  name: string
  /** Empty: a supplier of its own. */
  wholesalerId: string
  customerNumber: string
  phone: string
  email: string
  address: string
  /** As the chips hold them: `1` is Monday. */
  deliveryDays: string[]
  paymentDays: string
  returnDays: string
  minimumOrder: string
  creditLimit: string
  contacts: TypedContact[]
  note: string
}
