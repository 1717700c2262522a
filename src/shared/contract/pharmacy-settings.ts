import * as z from 'zod'
import { accountForm } from '#shared/domain/accounting/chart.ts'
import { autoLockChoices, defaultAutoLock, defaultOfficeLock, officeLockChoices } from '#shared/domain/auto-lock.ts'
import { invoicings } from '#shared/domain/fiscal/profiles.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { terminalCodeForm } from '#shared/domain/terminal-code.ts'
import { Id, Money, Note, Text, UnitPrice } from '#shared/contract/values.ts'

/** A receipt printer in the pharmacy's network. The server sends it raw bytes, usually on port 9100. */
export const NetworkPrinter = z.object({
  id: Id,
  name: Text,
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.:-]{1,100}$/),
  port: z.int().min(1).max(65_535).default(9100),
})
export type NetworkPrinter = z.infer<typeof NetworkPrinter>
const NewServiceOffer = z.object({ id: Id, label: Text, price: UnitPrice })
/** A service without stock, offered at the counter: « Prise de tension ». */
export const ServiceOffer = NewServiceOffer.extend({ price: Money })
export type ServiceOffer = z.infer<typeof ServiceOffer>

/** The settings of a pharmacy as they are changed. */
export const ownSettings = {
  printers: z.array(NetworkPrinter).max(20),
  services: z.array(NewServiceOffer).max(100),
  /** Shown on the customer display between sales: « Lun.–sam. 8 h – 20 h ». */
  openingHours: z.string().trim().max(200),
  /** True when sellers prepare sales and a member who may close a register collects the money. */
  centralCashier: z.boolean(),
  /**
   * True when the counter shows what a drawer must hold, and the amounts of the day's sales, only after the drawer is
   * counted, even to members with `register.seeExpected`. Members without it never get these figures.
   */
  blindCount: z.boolean(),
  /** True when a medicine of list I needs its prescriber and date before the sale closes, as narcotics always do. */
  listOneNeedsPrescription: z.boolean(),
  /** A terminal that nobody touches for so long locks by itself, in all its windows. */
  autoLockMinutes: z.literal(autoLockChoices),
  /** The group in which the pharmacy sells everything (TPS: E); null: each product has its own. */
  taxRegime: z.enum(taxGroups).nullable(),
  /** The tax group of lines without stock: services, deliveries; null: not chosen. */
  voucherTaxGroup: z.enum(taxGroups).nullable(),
  /** While the fiscal platform does not answer: `block` refuses sales, `defer` closes them and certifies them later. */
  fiscalOutage: z.enum(['block', 'defer']),
  /** Which sales get a document, where the law of the country leaves a choice. */
  fiscalInvoices: z.enum(invoicings),
  /** Whether a sale in cash bears the stamp duty of the country. */
  stampDuty: z.boolean(),
  /** How the platform calls our tax groups, where the law of the country is not clear. */
  fiscalCodes: z.partialRecord(z.enum(taxGroups), z.string().min(1).max(20)),
  /** What a platform of accounts (FNE) knows: an establishment, its points of sale, and the contact given for walk-ins. */
  fiscalAccount: z
    .object({
      establishment: Text,
      pointOfSale: Text,
      email: z.email().max(200),
      /** Null: those of the pharmacy. */
      name: Note.default(null),
      phone: Note.default(null),
      /** A point of sale of its own for each terminal that has one, by its code. */
      tills: z
        .array(z.object({ terminalCode: z.string().trim().toUpperCase().regex(terminalCodeForm), pointOfSale: Text }))
        .max(100)
        .default([]),
    })
    .nullable(),
  /** Numbers of accounts that differ from the country's chart, by role, or `reason.` and the id of a disbursement reason. */
  accounts: z.record(z.string().regex(/^[a-z][A-Za-z0-9.-]{1,59}$/), z.string().regex(accountForm)),
  /**
   * Whether the pharmacy is compared with those of other owners: the platform counts its figures into the quartiles of
   * others, and it sees theirs.
   */
  comparesWithPeers: z.boolean(),
  /** The same while the window that was touched last is one of the back-office. */
  officeLockMinutes: z.literal(officeLockChoices),
}
/** The settings of a pharmacy, for all its terminals. Each terminal stores them with the name and the country. */
export const PharmacySettings = z.object({
  printers: ownSettings.printers.default([]),
  services: z.array(ServiceOffer).default([]),
  openingHours: ownSettings.openingHours.default(''),
  centralCashier: ownSettings.centralCashier.default(false),
  blindCount: ownSettings.blindCount.default(true),
  listOneNeedsPrescription: ownSettings.listOneNeedsPrescription.default(true),
  autoLockMinutes: ownSettings.autoLockMinutes.default(defaultAutoLock),
  officeLockMinutes: ownSettings.officeLockMinutes.default(defaultOfficeLock),
  taxRegime: ownSettings.taxRegime.default(null),
  voucherTaxGroup: ownSettings.voucherTaxGroup.default(null),
  fiscalOutage: ownSettings.fiscalOutage.default('defer'),
  fiscalInvoices: ownSettings.fiscalInvoices.default('all'),
  fiscalCodes: ownSettings.fiscalCodes.default({}),
  stampDuty: ownSettings.stampDuty.default(false),
  fiscalAccount: ownSettings.fiscalAccount.default(null),
  accounts: ownSettings.accounts.default({}),
  comparesWithPeers: ownSettings.comparesWithPeers.default(false),
})
export type PharmacySettings = z.infer<typeof PharmacySettings>
