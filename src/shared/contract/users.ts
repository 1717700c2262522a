import * as z from 'zod'
import { isIban } from '#shared/domain/iban.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { copyKinds } from '#shared/domain/backup/copy-kind.ts'
import { Country } from '#shared/contract/countries.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { FiscalToken } from '#shared/contract/mecef.ts'
import { InvitationMail } from '#shared/contract/invitations.ts'
import { serverCalls } from '#shared/contract/server-calls.ts'
import { resource } from '#shared/contract/resource.ts'
import { ownSettings, PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import {
  ById,
  Id,
  Instant,
  Note,
  PageQuery,
  Percent,
  Pin,
  Search,
  Secret,
  sortedBy,
  Text,
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
  /** It was restored from a backup, what for, and until when everything is there. Earlier servers do not say it. */
  copy: z
    .object({ kind: z.enum(copyKinds), holdsUntil: Instant })
    .nullable()
    .optional(),
})
export type Pharmacy = z.infer<typeof Pharmacy>

export const pharmacies = {
  ...serverCalls,
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
    inCopy: 'Opens a terminal',
    touchesNothing: 'The token changes the terminal, no answer',
    params: ById,
    reply: z.object({ token: Secret }),
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
    body: z.object(ownSettings).partial(),
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
    body: z.object({ printers: ownSettings.printers }),
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
