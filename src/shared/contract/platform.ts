import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { InvitationLink, InvitationMail } from '#shared/contract/invitations.ts'
import { resource } from '#shared/contract/resource.ts'
import { ById, Id, Instant, Note, PageQuery, Search, sortedBy, Text } from '#shared/contract/values.ts'

/** What an account of the platform may do: pharmacies, their groups and accounts. It sees no patient and no sale. */
const needed = { read: 'platform.manage', write: 'platform.manage' } as const

/** A zone of the IANA database: « Africa/Porto-Novo ». */
const TimeZone = z.string().max(60).refine(isTimeZone, { error: 'unknown' })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('fr', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** Who was invited first to run the pharmacy: its member with the role « titulaire ». */
const Owner = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  hasAccount: z.boolean(),
  invitedUntil: Instant.nullable(),
  invitationMail: InvitationMail,
})

/** `use`: counts only. `salesPerDay`: mean of the last 30 days, rounded. `lastContactAt`: the last call of a window. */
export const PlatformPharmacy = z.object({
  id: Id,
  name: z.string(),
  countryCode: z.string(),
  city: z.string(),
  address: z.string(),
  phone: z.string(),
  taxId: z.string().nullable(),
  timeZone: z.string(),
  domain: z.object({ id: Id, name: z.string() }),
  createdAt: Instant,
  suspendedAt: Instant.nullable(),
  owner: Owner.nullable(),
  members: z.int(),
  use: z.object({
    salesPerDay: z.int(),
    lastSaleAt: Instant.nullable(),
    lastContactAt: Instant.nullable(),
    /** Of the windows that called within the last seven days, the newest first. */
    versions: z.array(z.string()),
  }),
})
export type PlatformPharmacy = z.infer<typeof PlatformPharmacy>

const identity = { name: Text, city: Text, address: Text, phone: Text, taxId: Note.default(null) }

const pharmacyCalls = resource({
  path: '/platform/pharmacies',
  noun: 'pharmacy of the platform',
  item: PlatformPharmacy,
  create: z.object({
    ...identity,
    countryCode: z.string().regex(/^[A-Z]{2}$/),
    timeZone: TimeZone,
    /** Without one, the pharmacy begins a group of its own name. */
    domainId: Id.nullable().default(null),
    ownerFirstName: Text,
    ownerLastName: Text,
    ownerEmail: z.email(),
  }),
  // A country or a time zone never changes: sums and days were counted in them.
  patch: z.object({ ...identity, domainId: Id, suspended: z.boolean() }),
  ...needed,
  touches: ['platform', 'pharmacies'],
  query: PageQuery.extend({
    search: Search.optional(),
    only: z.enum(['active', 'suspended']).optional(),
    domainId: Id.optional(),
    sort: sortedBy('name', 'city', 'domain', 'sales', 'contact', 'members', 'state').optional(),
  }),
})

export const platformPharmacies = {
  ...pharmacyCalls,
  // A suspended pharmacy opens nowhere: nobody could confirm its copy.
  patch: { ...pharmacyCalls.patch, readiesCopy: true as const },
  inviteOwner: endpoint({
    method: 'POST',
    path: '/platform/pharmacies/{id}/invitation',
    summary: 'Invite the owner of a pharmacy: the secret of the link is answered once, and replaces the one before',
    permission: 'platform.manage',
    touches: ['platform', 'users', 'mails'],
    params: ById,
    reply: InvitationLink,
    status: 201,
  }),
}

/** A group of pharmacies under one owner. */
export const Domain = z.object({ id: Id, name: z.string(), pharmacies: z.int() })
export type Domain = z.infer<typeof Domain>

export const domains = resource({
  path: '/platform/domains',
  noun: 'group of pharmacies',
  item: Domain,
  create: z.object({ name: Text }),
  patch: z.object({ name: Text }),
  ...needed,
  touches: ['platform'],
  query: PageQuery.extend({ search: Search.optional(), sort: sortedBy('name', 'pharmacies').optional() }),
})

/**
 * Who signs in with an account of the sign-in service: a till of a pharmacy, a member who was invited, or the platform
 * itself (made by `npm run admin:create`).
 */
export const PlatformAccount = z.object({
  id: Id,
  kind: z.enum(['terminal', 'member', 'admin']),
  name: z.string(),
  email: z.string().nullable(),
  pharmacy: z.object({ id: Id, name: z.string() }).nullable(),
  active: z.boolean(),
  hasAccount: z.boolean(),
  invitedUntil: Instant.nullable(),
  invitationMail: InvitationMail,
})
export type PlatformAccount = z.infer<typeof PlatformAccount>

export const platformAccounts = {
  ...resource({
    path: '/platform/accounts',
    noun: 'account',
    item: PlatformAccount,
    create: z.object({ pharmacyId: Id, name: Text, email: z.email() }),
    patch: z.object({ active: z.boolean() }),
    ...needed,
    touches: ['platform', 'users'],
    query: PageQuery.extend({
      search: Search.optional(),
      kind: z.enum(['terminal', 'member', 'admin']).optional(),
      pharmacyId: Id.optional(),
      sort: sortedBy('name', 'kind', 'pharmacy', 'email', 'state').optional(),
    }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/platform/accounts/{id}/invitation',
    summary: 'Invite whoever sets up a till: the secret of the link is answered once, and replaces the one before',
    permission: 'platform.manage',
    touches: ['platform', 'users', 'mails'],
    params: ById,
    reply: InvitationLink,
    status: 201,
  }),
}
