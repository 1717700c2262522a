import * as z from 'zod'
import { autoLockChoices, defaultAutoLock, defaultOfficeLock, officeLockChoices } from '#shared/domain/auto-lock.ts'
import { isIban } from '#shared/domain/iban.ts'
import { invoicings } from '#shared/domain/fiscal/profiles.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { terminalCodeForm } from '#shared/domain/terminal-code.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { Country } from '#shared/contract/countries.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { FiscalToken } from '#shared/contract/mecef.ts'
import { InvitationMail } from '#shared/contract/invitations.ts'
import { resource } from '#shared/contract/resource.ts'
import {
  ById,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  Percent,
  Pin,
  Search,
  sortedBy,
  Text,
  UnitPrice,
} from '#shared/contract/values.ts'

/**
 * `discountLimit`: the largest discount of the role, in percent of a sale's total; null: no limit for members who may
 * discount.
 */
export const Role = z.object({
  id: Id,
  name: Text,
  permissions: z.array(z.enum(permissions)),
  discountLimit: Percent.nullable(),
  members: z.int(),
})
export type Role = z.infer<typeof Role>
/** Each right once: no more than there are. */
const Permissions = z
  .array(z.enum(permissions))
  .max(permissions.length)
  .refine((held) => new Set(held).size === held.length, 'twice')
const NewRole = z.object({
  name: Text,
  permissions: Permissions,
  discountLimit: Percent.nullable().default(null),
})

export const roles = resource({
  path: '/roles',
  noun: 'role',
  item: Role,
  create: NewRole,
  patch: NewRole.partial(),
  read: 'member',
  write: 'role.manage',
  touches: ['users'],
  query: PageQuery.extend({
    search: Search.optional(),
    sort: sortedBy('name', 'limit', 'rights', 'members').optional(),
  }),
})

/** A member of the pharmacy. The PIN never leaves the server; `hasPin` says whether one is set. */
export const User = z.object({
  id: Id,
  firstName: Text,
  lastName: Text,
  email: z.email().nullable(),
  roles: z.array(z.object({ id: Id, name: z.string() })),
  hasPin: z.boolean(),
  active: z.boolean(),
  /** Whether an account of the sign-in service is his own. */
  hasAccount: z.boolean(),
  /** Until when his open invitation may be accepted; null: none is open. A past instant: it is over. */
  invitedUntil: Instant.nullable(),
  invitationMail: InvitationMail,
  /** The last unlock with a network, and the code that its terminal shows: `K7QF`. Null: none yet. */
  lastSeen: z.object({ at: Instant, terminalCode: z.string() }).nullable(),
})
export type User = z.infer<typeof User>
const RoleIds = z.array(Id).min(1).max(100)
const NewUser = z.object({
  firstName: Text,
  lastName: Text,
  email: z.email().nullable().default(null),
  roleIds: RoleIds,
  /** Without one, the member chooses it by an invitation. */
  pin: Pin.optional(),
})
const UserPatch = z
  .object({
    firstName: Text,
    lastName: Text,
    email: z.email().nullable(),
    roleIds: RoleIds,
    pin: Pin,
    active: z.boolean(),
  })
  .partial()

export const users = {
  ...resource({
    path: '/users',
    noun: 'user',
    item: User,
    create: NewUser,
    patch: UserPatch,
    read: 'member',
    write: 'user.manage',
    touches: ['users'],
    query: PageQuery.extend({
      search: Search.optional(),
      only: z.enum(['active', 'inactive']).optional(),
      roleId: Id.optional(),
      sort: sortedBy('name', 'roles', 'email', 'lastSeen', 'state').optional(),
    }),
  }),
  ofAccount: endpoint({
    method: 'GET',
    path: '/users/firebase/{id}',
    summary: 'The member whom an account of the sign-in service belongs to',
    permission: 'member',
    params: z.object({ id: z.string().min(1).max(128) }),
    reply: User,
  }),
  weakPins: endpoint({
    method: 'GET',
    path: '/users/weak-pins',
    summary: 'The members, among those whom the caller manages, with a PIN from before that is easy to guess',
    permission: 'audit.see',
    reply: z.array(User.pick({ id: true, firstName: true, lastName: true })),
  }),
  all: endpoint({
    method: 'GET',
    path: '/users/all',
    summary: 'All users of the pharmacy',
    permission: 'member',
    reply: z.array(User),
  }),
}

/** A member who may unlock this terminal: what the lock screen shows, and what he can be asked for. */
export const Member = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.string()),
  /** To know who can be asked for a right. Earlier servers do not send them. */
  permissions: z.array(z.string()).optional(),
  /** The largest discount in percent, null without a limit. Earlier servers do not send it. */
  discountLimit: z.int().nullable().optional(),
})
export type Member = z.infer<typeof Member>

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

const settings = {
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
  /** The same while the window that was touched last is one of the back-office. */
  officeLockMinutes: z.literal(officeLockChoices),
}
/** The settings of a pharmacy, for all its terminals. Each terminal stores them with the name and the country. */
export const PharmacySettings = z.object({
  printers: settings.printers.default([]),
  services: z.array(ServiceOffer).default([]),
  openingHours: settings.openingHours.default(''),
  centralCashier: settings.centralCashier.default(false),
  blindCount: settings.blindCount.default(true),
  listOneNeedsPrescription: settings.listOneNeedsPrescription.default(true),
  autoLockMinutes: settings.autoLockMinutes.default(defaultAutoLock),
  officeLockMinutes: settings.officeLockMinutes.default(defaultOfficeLock),
  taxRegime: settings.taxRegime.default(null),
  voucherTaxGroup: settings.voucherTaxGroup.default(null),
  fiscalOutage: settings.fiscalOutage.default('defer'),
  fiscalInvoices: settings.fiscalInvoices.default('all'),
  fiscalCodes: settings.fiscalCodes.default({}),
  stampDuty: settings.stampDuty.default(false),
  fiscalAccount: settings.fiscalAccount.default(null),
})
export type PharmacySettings = z.infer<typeof PharmacySettings>

export const accountKinds = ['bank', 'mobile-money'] as const
/** Where payers send their money. `number`: the RIB of a bank account, the telephone of mobile money. */
export const BankAccount = z.object({
  id: Id,
  kind: z.enum(accountKinds),
  /** The bank or the operator. */
  name: Text,
  number: Text,
  iban: z.string().nullable(),
})
export type BankAccount = z.infer<typeof BankAccount>
const NewBankAccount = BankAccount.extend({ iban: Note.refine((text) => text === null || isIban(text), 'not an IBAN') })

export const Pharmacy = z.object({
  id: Id,
  domainId: Id,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  phone: z.string(),
  taxId: z.string().nullable(),
  /** Earlier servers send neither this nor the accounts. */
  tradeRegister: z.string().nullable().optional(),
  bankAccounts: z.array(BankAccount).optional(),
  timeZone: z.string(),
  country: Country,
  settings: PharmacySettings,
  /** When the token of the fiscal platform was set; the token itself never leaves the server. Earlier servers do not say it. */
  fiscalTokenSetAt: Instant.nullable().optional(),
  /** The machine and the end of the token, as it says them itself. */
  fiscalNim: z.string().nullable().optional(),
  fiscalTokenExpiresAt: Instant.nullable().optional(),
})
export type Pharmacy = z.infer<typeof Pharmacy>

export const pharmacies = {
  mine: endpoint({
    method: 'GET',
    path: '/pharmacies',
    summary: 'The pharmacies that the account of this terminal may open',
    permission: 'terminal',
    reply: z.array(Pharmacy.pick({ id: true, name: true, city: true })),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/pharmacies/{id}/entry',
    summary: 'A custom token with which this terminal opens another pharmacy of its account',
    permission: 'terminal',
    touchesNothing: 'The token changes the terminal, no answer',
    params: ById,
    reply: z.object({ token: z.string() }),
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/pharmacies/{id}',
    summary: 'Read one pharmacy',
    permission: 'terminal',
    params: ById,
    reply: Pharmacy,
  }),
  users: endpoint({
    method: 'GET',
    path: '/pharmacies/{id}/users',
    summary: 'The members who may unlock a terminal',
    permission: 'terminal',
    params: ById,
    reply: z.array(Member),
  }),
  // No defaults: a field that the change omits keeps its value.
  changeSettings: endpoint({
    method: 'PATCH',
    path: '/pharmacies/settings',
    summary: 'Change what is set for all terminals',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    body: z.object(settings).partial(),
    reply: Pharmacy,
  }),
  changeIdentity: endpoint({
    method: 'PATCH',
    path: '/pharmacies/identity',
    summary: 'Change what receipts and papers say of the pharmacy',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    body: z
      .object({
        name: Text,
        address: Text,
        city: Text,
        phone: Text,
        taxId: Note,
        tradeRegister: Note,
        bankAccounts: z.array(NewBankAccount).max(10),
      })
      .partial(),
    reply: Pharmacy,
  }),
  setFiscalToken: endpoint({
    method: 'PUT',
    path: '/pharmacies/fiscal-token',
    summary: 'Set the token of the fiscal platform, or take it away; it can be replaced, never read',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    body: z.object({ token: FiscalToken.nullable() }),
    reply: Pharmacy,
  }),
  changePrinters: endpoint({
    method: 'PUT',
    path: '/pharmacies/printer-settings',
    summary: 'Set the network printers of the pharmacy',
    permission: 'settings.edit',
    touches: ['pharmacies'],
    body: z.object({ printers: settings.printers }),
    reply: Pharmacy,
  }),
  roles: endpoint({
    method: 'GET',
    path: '/pharmacies/{id}/roles',
    summary: 'The roles of a pharmacy',
    permission: 'member',
    params: ById,
    reply: z.array(Role),
  }),
}
