import type { Insertable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'

/** Wholesalers by country. All but the demo's own two exist, so they have no phone and no address here. */
const wholesalers: Readonly<Record<string, readonly string[]>> = {
  BJ: ['Golfe Répartition', 'Sahel Pharma', 'GAPOB', 'UBPHAR', 'UBIPHARM Bénin'],
  CI: ['Golfe Répartition', 'Sahel Pharma', 'COPHARMED', 'DPCI', 'LABOREX Côte d’Ivoire', 'TEDIS PHARMA', 'UBIPHARM'],
}

/** `returnDays` null: the supplier takes nothing back. `deliveryDays`: 1 is Monday. */
const suppliers = [
  {
    name: 'Golfe Répartition',
    mail: 'golfe-repartition.example',
    returnDays: 90,
    deliveryDays: [1, 2, 3, 4, 5, 6],
    paymentDays: 30,
    note: 'Commande avant 11 h, livrée le jour même.',
    people: [
      ['Clarisse KPODAR', 'Commerciale'],
      ['Service retours', 'Avoirs et réclamations'],
    ],
  },
  {
    name: 'Sahel Pharma',
    mail: 'sahel-pharma.example',
    returnDays: 45,
    deliveryDays: [2, 5],
    paymentDays: 45,
    note: null,
    people: [['Issouf SANGARÉ', 'Délégué']],
  },
  {
    name: 'Dépôt Saint-Luc',
    mail: null,
    returnDays: null,
    deliveryDays: [4],
    paymentDays: 0,
    note: 'Payé à la livraison.',
    people: [],
  },
] as const
/** Share of the lots of each supplier; of the others, the supplier is not known. */
const shares = [45, 25, 15, 15] as const
const prefixes: Readonly<Record<string, string>> = { BJ: '+229 01', CI: '+225 27' }

export type DemoSupplier = (typeof suppliers)[number]['name']

/** Inserted with the countries. */
export const wholesalerRows: Insertable<Tables['wholesalers']>[] = Object.entries(wholesalers).flatMap(
  ([country_code, names]) => names.map((name) => ({ id: wholesalerId(country_code, name), country_code, name })),
)

/** The suppliers of the pharmacy. */
export function supplierRows({ id, slug, countryCode }: DemoPharmacy): Insertable<Tables['suppliers']>[] {
  return suppliers.map(({ name, mail, returnDays, deliveryDays, paymentDays, note, people }) => {
    const random = seededRandom('supplier details', slug, name)
    const phone = () => `${prefixes[countryCode]} ${[1, 2, 3, 4].map(() => random.int(10, 99)).join(' ')}`
    return {
      pharmacy_id: id,
      id: supplierId(id, name),
      name,
      return_days: returnDays,
      customer_number: mail && `C${random.int(10_000, 99_999)}`,
      phone: phone(),
      email: mail && `commandes@${mail}`,
      contacts: people.map(([person, role]) => ({ name: person, role, phone: phone(), email: null })),
      delivery_days: deliveryDays,
      payment_days: paymentDays,
      note,
      wholesaler_id: wholesalers[countryCode]?.includes(name) ? wholesalerId(countryCode, name) : null,
    }
  })
}

/** The supplier of a lot; null for a lot from before suppliers were noted. */
export function supplierOfLot(pharmacyId: string, lotId: string): string | null {
  const supplier = suppliers[seededRandom('supplier', lotId).weighted(shares)]
  return supplier ? supplierId(pharmacyId, supplier.name) : null
}

export function supplierId(pharmacyId: string, name: DemoSupplier): string {
  return demoId('supplier', pharmacyId, name)
}

function wholesalerId(countryCode: string, name: string): string {
  return demoId('wholesaler', countryCode, name)
}
