import type { FiscalMeans } from '#shared/domain/fiscal/fiscal-document.ts'
import type { TaxGroup, TaxRounding } from '#shared/domain/fiscal/tax.ts'

/**
 * How a platform works. `emcf`: a draft, then its confirmation (Bénin, RDC). `sign`: one call (Côte d’Ivoire).
 * `device`: a certified machine on a cable, without a network; not built. `none`: no platform.
 */
export type FiscalFamily = 'emcf' | 'sign' | 'device' | 'none'

/** Which sales get a document: each one, those whose customer asks for it, or none. */
export const invoicings = ['all', 'on-request', 'none'] as const
export type Invoicing = (typeof invoicings)[number]

/** A code that a tax group may be told as. `rate`: what the platform adds to it, in hundredths of a percent. */
export type CodeChoice = { code: string; rate: number; name: string }

/** Where a platform answers. Whole addresses: their last slash and their odd paths are theirs. */
export type FiscalAddresses = { invoice: string; info: string | null; verification: string | null }

/** What differs between the countries, as data. Every fact that the code of a family reads is here. */
export type FiscalProfile = {
  /** What pharmacists call the platform. */
  platform: string
  family: FiscalFamily
  /** The codes of the tax groups, kinds and means, as the platform spells them. */
  groupCodes: Readonly<Partial<Record<TaxGroup, string>>>
  /** The codes among which a pharmacy chooses for a group of their rate; empty: `groupCodes` decide. */
  codeChoices: readonly CodeChoice[]
  /** What a pharmacy of the country may choose; the first one unless it chooses. */
  invoicing: readonly [Invoicing, ...Invoicing[]]
  kindCodes: Readonly<{ sale: string; credit: string; exportSale: string | null; exportCredit: string | null }>
  meansCodes: Readonly<Record<FiscalMeans, string>>
  rounding: TaxRounding
  prices: 'with-tax' | 'without-tax'
  /** The field and the form of the seller’s tax number. */
  seller: { field: string; pattern: RegExp }
  /** Digits of a client’s tax number, checked before it is sent; null: any text. */
  clientTaxId: RegExp | null
  /** The last part of the addresses that end a draft. */
  gestures: { confirm: string; cancel: string }
  /** The form of the code of a document, without the dashes that some platforms write after each fourth sign. */
  code: { pattern: RegExp; dashes: boolean; example: string; words: string }
  /** The field of the answer that holds the code of 24 characters. */
  codeField: string
  confirmSendsTotals: boolean
  /** How an invoice is credited: by its code of 24 characters, or by the items of its answer, by quantity. */
  creditBy: 'code' | 'items'
  credential: 'jwt' | 'key'
  /** The platform asks for a contact of each client, an establishment and a point of sale of the seller’s account. */
  hasAccount: boolean
  qr: 'raw' | 'address'
  mostPending: number
  /** In ms, by the clock of the platform: a draft that is not confirmed expires. */
  draftLivesMs: number
  /** Clients may owe AIB, on account of their income tax. */
  aib: boolean
  /** « Timbre de quittance » on payments in cash, in minor units. */
  stampDuty: number
  test: FiscalAddresses
  production: FiscalAddresses | null
}

const nothing: FiscalAddresses = { invoice: '', info: null, verification: null }

const none: FiscalProfile = {
  platform: '',
  family: 'none',
  groupCodes: { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E', F: 'F' },
  codeChoices: [],
  invoicing: ['all'],
  kindCodes: { sale: 'FV', credit: 'FA', exportSale: 'EV', exportCredit: 'EA' },
  meansCodes: {
    cash: 'ESPECES',
    transfer: 'VIREMENT',
    card: 'CARTEBANCAIRE',
    mobile: 'MOBILEMONEY',
    cheque: 'CHEQUES',
    credit: 'CREDIT',
    other: 'AUTRE',
  },
  rounding: 'nearest',
  prices: 'with-tax',
  seller: { field: 'ifu', pattern: /^.+$/ },
  clientTaxId: null,
  gestures: { confirm: 'confirm', cancel: 'cancel' },
  code: {
    pattern: /^[\dA-Z]{24}$/,
    dashes: true,
    example: 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX',
    words: 'Le code a 24 lettres et chiffres, sans compter les tirets.',
  },
  codeField: 'codeMECeFDGI',
  confirmSendsTotals: false,
  creditBy: 'code',
  credential: 'jwt',
  hasAccount: false,
  qr: 'raw',
  mostPending: 10,
  draftLivesMs: 120_000,
  aib: false,
  stampDuty: 0,
  test: nothing,
  production: null,
}

/**
 * By the platform of the country. Sources: the specification of the e-MCF (Bénin, 2021), the interface of the FNE (Côte
 * d’Ivoire, 2025), the API of the DEF (RDC).
 */
const profiles = {
  none,
  'e-mecef': {
    ...none,
    platform: 'e-MECeF',
    family: 'emcf',
    seller: { field: 'ifu', pattern: /^\d{13}$/ },
    clientTaxId: /^\d{13}$/,
    aib: true,
    test: {
      invoice: 'https://developper.impots.bj/sygmef-emcf/api/invoice/',
      info: 'https://developper.impots.bj/sygmef-emcf/api/info/',
      verification: 'https://developper.impots.bj/sygmef-test/verification',
    },
    production: {
      invoice: 'https://sygmef.impots.bj/emcf/api/invoice/',
      info: 'https://sygmef.impots.bj/emcf/api/info/',
      verification: null,
    },
  },
  def: {
    ...none,
    platform: 'e-MCF DEF',
    family: 'emcf',
    seller: { field: 'nif', pattern: /^[A-Z]?\d{7,9}[A-Z]?$/ },
    gestures: { confirm: 'CONFIRM', cancel: 'CANCEL' },
    codeField: 'codeDEFDGI',
    confirmSendsTotals: true,
    test: { ...nothing, invoice: 'https://developper.dgirdc.cd/edef/api/invoice/' },
  },
  fne: {
    ...none,
    platform: 'FNE',
    family: 'sign',
    // The code of an exempt medicine is not settled: the pharmacy confirms it with its accountant.
    groupCodes: { A: 'TVAD', B: 'TVA', C: 'TVAC', D: 'TVAB', E: 'TVAD', F: 'TVAD' },
    codeChoices: [
      { code: 'TVA', rate: 1800, name: 'taux normal' },
      { code: 'TVAB', rate: 900, name: 'taux réduit' },
      { code: 'TVAC', rate: 0, name: 'exonération conventionnelle' },
      { code: 'TVAD', rate: 0, name: 'exonération légale' },
    ],
    // Sources contradict each other on whether pharmacies are obliged.
    invoicing: ['all', 'on-request', 'none'],
    kindCodes: { sale: 'sale', credit: 'refund', exportSale: null, exportCredit: null },
    meansCodes: {
      cash: 'cash',
      transfer: 'transfer',
      card: 'card',
      mobile: 'mobile-money',
      cheque: 'check',
      credit: 'deferred',
      other: 'deferred',
    },
    prices: 'without-tax',
    seller: { field: 'ncc', pattern: /^\d{7}[A-Z]$/ },
    clientTaxId: /^\d{7}[A-Z]$/,
    code: {
      pattern: /^[A-Z]?\d{7}[A-Z]\d{11}$/,
      dashes: false,
      example: 'A1234567X26000000123',
      words: 'La référence a la forme A1234567X26000000123\u00a0: une lettre, le NCC, puis onze chiffres.',
    },
    creditBy: 'items',
    credential: 'key',
    hasAccount: true,
    qr: 'address',
    stampDuty: 100,
    test: { ...nothing, invoice: 'http://54.247.95.108/ws/external/invoices/' },
  },
} as const satisfies Readonly<Record<string, FiscalProfile>>

export type FiscalPlatform = keyof typeof profiles
export const fiscalPlatforms = Object.keys(profiles) as [FiscalPlatform, ...FiscalPlatform[]]

export function fiscalProfile(platform: FiscalPlatform): FiscalProfile {
  return profiles[platform]
}

/** What a pharmacy chose, as far as its country lets it choose. */
export function invoicingOf({ invoicing }: FiscalProfile, chosen: Invoicing | undefined): Invoicing {
  return invoicing.find((each) => each === chosen) ?? invoicing[0]
}

/** Whether a sale gets a document. `isAsked`: its customer wants one. */
export function getsDocument(profile: FiscalProfile, chosen: Invoicing | undefined, isAsked: boolean): boolean {
  if (profile.family === 'none' || profile.family === 'device') return false
  switch (invoicingOf(profile, chosen)) {
    case 'all':
      return true
    case 'on-request':
      return isAsked
    case 'none':
      return false
  }
}

/** The codes that a group of this rate may be told as. */
export function codesFor({ codeChoices }: FiscalProfile, rate: number | null): CodeChoice[] {
  return codeChoices.filter((choice) => choice.rate === rate)
}

/** The profile with the codes that a pharmacy chose; one that the platform does not know is not told. */
export function withCodes(profile: FiscalProfile, chosen: FiscalProfile['groupCodes']): FiscalProfile {
  const known = Object.entries(chosen).filter(([, code]) => profile.codeChoices.some((choice) => choice.code === code))
  return { ...profile, groupCodes: { ...profile.groupCodes, ...Object.fromEntries(known) } }
}
