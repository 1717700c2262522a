import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'

/**
 * The numbering plan of a country: calling code, and the digit groups for each length of a national number, the usual
 * length first.
 */
export type PhonePlan = {
  code: string
  groups: readonly (readonly number[])[]
  /** Lengths at which a leading 0 is a trunk prefix, dialled only within the country. */
  withTrunk?: readonly number[]
  /**
   * Numbers of a length that the country gave up. `renewed`: those that got a prefix; `kept`: those that stay as they
   * were; `refusal`: why the others cannot be read.
   */
  former?: { length: number; renewed?: { begins: RegExp; prefix: string }; kept?: RegExp; refusal?: string }
}

/** A currency: notes and coins in circulation and the smallest coin still given back, in its major unit. */
export type CurrencyData = {
  symbol: string
  decimals: number
  notes: readonly number[]
  coins: readonly number[]
  cashStep: number
}

/** What is known of a country before a pharmacy of it says anything. Its name comes from `Intl`. */
type CountryData = {
  currency: keyof typeof currencies
  timeZone: string
  /** What papers call the tax number, and its usual form. */
  taxId: { name: string; form?: { pattern: RegExp; text: string } }
  /** What papers call the number at the register of commerce. */
  tradeRegister: string
  /** Mobile money, by the names that customers use. */
  operators: readonly string[]
  phone: PhonePlan
}

const francs = [10_000, 5000, 2000, 1000, 500] as const

export const currencies = {
  XOF: { symbol: 'F CFA', decimals: 0, notes: francs, coins: [500, 250, 200, 100, 50, 25, 10, 5, 1], cashStep: 5 },
  XAF: { symbol: 'FCFA', decimals: 0, notes: francs, coins: [500, 100, 50, 25, 10, 5, 2, 1], cashStep: 5 },
  BIF: { symbol: 'FBu', decimals: 0, notes: [...francs, 100], coins: [50, 10, 5, 1], cashStep: 10 },
  // Centimes are not used any more.
  CDF: { symbol: 'FC', decimals: 0, notes: [20_000, 10_000, 5000, 1000, 500, 200, 100, 50], coins: [], cashStep: 50 },
  DJF: {
    symbol: 'Fdj',
    decimals: 0,
    notes: [10_000, 5000, 2000, 1000],
    coins: [500, 250, 100, 50, 20, 10, 5],
    cashStep: 5,
  },
  DZD: { symbol: 'DA', decimals: 2, notes: [2000, 1000, 500, 200], coins: [200, 100, 50, 20, 10, 5], cashStep: 5 },
  EUR: {
    symbol: '€',
    decimals: 2,
    notes: [200, 100, 50, 20, 10, 5],
    coins: [2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
    cashStep: 0.01,
  },
  GHS: {
    symbol: 'GH₵',
    decimals: 2,
    notes: [200, 100, 50, 20, 10, 5, 2, 1],
    coins: [2, 1, 0.5, 0.2, 0.1, 0.05],
    cashStep: 0.05,
  },
  GNF: {
    symbol: 'FG',
    decimals: 0,
    notes: [20_000, ...francs, 100],
    coins: [50, 25, 10, 5, 1],
    cashStep: 5,
  },
  KMF: { symbol: 'FC', decimals: 0, notes: francs, coins: [250, 100, 50, 25], cashStep: 25 },
  MAD: {
    symbol: 'DH',
    decimals: 2,
    notes: [200, 100, 50, 20],
    coins: [10, 5, 2, 1, 0.5, 0.2, 0.1],
    cashStep: 0.1,
  },
  MGA: { symbol: 'Ar', decimals: 0, notes: [20_000, ...francs, 200, 100], coins: [50, 20, 10, 5], cashStep: 5 },
  MRU: { symbol: 'UM', decimals: 2, notes: [1000, 500, 200, 100, 50], coins: [20, 10, 5, 1, 0.2], cashStep: 0.2 },
  NGN: { symbol: '₦', decimals: 2, notes: [1000, 500, 200, 100, 50, 20, 10, 5], coins: [2, 1, 0.5], cashStep: 0.5 },
  RWF: { symbol: 'FRw', decimals: 0, notes: [5000, 2000, 1000, 500], coins: [100, 50, 20, 10, 5, 1], cashStep: 5 },
  TND: {
    symbol: 'DT',
    decimals: 3,
    notes: [50, 20, 10, 5],
    coins: [5, 2, 1, 0.5, 0.2, 0.1, 0.05],
    cashStep: 0.05,
  },
} as const satisfies Readonly<Record<string, CurrencyData>>

const pairs = [2, 2, 2, 2] as const
const rccm = 'RCCM'

/** The countries of the CFA francs, their neighbours, and France, by ISO 3166. */
export const countryData: Readonly<Record<string, CountryData>> = {
  BJ: {
    currency: 'XOF',
    timeZone: 'Africa/Porto-Novo',
    taxId: { name: 'IFU', form: { pattern: /^\d{13}$/, text: '13 chiffres' } },
    tradeRegister: rccm,
    operators: ['MTN MoMo', 'Moov Money', 'Celtiis Cash'],
    phone: {
      code: '229',
      groups: [[2, 2, 2, 2, 2], pairs],
      // Since 30 November 2024: 01 before the former 8 digits, except special numbers that begin with 8.
      former: { length: 8, renewed: { begins: /^[24569]/, prefix: '01' }, kept: /^8/ },
    },
  },
  BF: {
    currency: 'XOF',
    timeZone: 'Africa/Ouagadougou',
    taxId: { name: 'IFU', form: { pattern: /^\d{8}[A-Z]$/, text: '8 chiffres et une lettre' } },
    tradeRegister: rccm,
    operators: ['Orange Money', 'Moov Money', 'Wave'],
    phone: { code: '226', groups: [pairs] },
  },
  BI: {
    currency: 'BIF',
    timeZone: 'Africa/Bujumbura',
    taxId: { name: 'NIF' },
    tradeRegister: 'RC',
    operators: ['Lumicash', 'EcoCash'],
    phone: { code: '257', groups: [pairs] },
  },
  CD: {
    currency: 'CDF',
    timeZone: 'Africa/Kinshasa',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['M-Pesa', 'Orange Money', 'Airtel Money', 'Afrimoney'],
    phone: {
      code: '243',
      groups: [
        [2, 3, 4],
        [2, 5],
        [2, 2, 4],
        [2, 2, 3, 3],
      ],
      withTrunk: [8, 9, 10, 11],
    },
  },
  CF: {
    currency: 'XAF',
    timeZone: 'Africa/Bangui',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Orange Money'],
    phone: { code: '236', groups: [pairs] },
  },
  CG: {
    currency: 'XAF',
    timeZone: 'Africa/Brazzaville',
    taxId: { name: 'NIU' },
    tradeRegister: rccm,
    operators: ['MTN MoMo', 'Airtel Money'],
    phone: { code: '242', groups: [[2, 3, 4]] },
  },
  CI: {
    currency: 'XOF',
    timeZone: 'Africa/Abidjan',
    taxId: { name: 'NCC', form: { pattern: /^\d{7}[A-Z]$/, text: '7 chiffres et une lettre' } },
    tradeRegister: rccm,
    operators: ['Orange Money', 'MTN MoMo', 'Moov Money', 'Wave'],
    phone: {
      code: '225',
      groups: [[2, 2, 2, 2, 2]],
      former: {
        length: 8,
        refusal: 'Ce numéro ivoirien a 8 chiffres : depuis 2021 il en faut 10, avec 01, 05, 07, 21, 25 ou 27 devant.',
      },
    },
  },
  CM: {
    currency: 'XAF',
    timeZone: 'Africa/Douala',
    taxId: { name: 'NIU', form: { pattern: /^[A-Z]\d{12}[A-Z]$/, text: 'une lettre, 12 chiffres et une lettre' } },
    tradeRegister: rccm,
    operators: ['MTN MoMo', 'Orange Money'],
    phone: { code: '237', groups: [[1, 2, 2, 2, 2], pairs] },
  },
  DJ: {
    currency: 'DJF',
    timeZone: 'Africa/Djibouti',
    taxId: { name: 'NIF' },
    tradeRegister: 'RCS',
    operators: ['D-Money', 'Waafi'],
    phone: { code: '253', groups: [pairs] },
  },
  DZ: {
    currency: 'DZD',
    timeZone: 'Africa/Algiers',
    taxId: { name: 'NIF', form: { pattern: /^(\d{15}|\d{20})$/, text: '15 ou 20 chiffres' } },
    tradeRegister: 'RC',
    operators: ['BaridiMob'],
    phone: { code: '213', groups: [[3, 2, 2, 2], pairs], withTrunk: [9, 10] },
  },
  FR: {
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    taxId: { name: 'N° de TVA' },
    tradeRegister: 'RCS',
    operators: [],
    phone: { code: '33', groups: [[1, 2, 2, 2, 2]], withTrunk: [10] },
  },
  GA: {
    currency: 'XAF',
    timeZone: 'Africa/Libreville',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Airtel Money', 'Moov Money'],
    // Libreville's numbers from before 2019 begin with a 0 that belongs to the number: only before 8 digits is it a
    // trunk prefix.
    phone: { code: '241', groups: [pairs, [1, 2, 2, 2]], withTrunk: [9] },
  },
  GH: {
    currency: 'GHS',
    timeZone: 'Africa/Accra',
    taxId: { name: 'TIN' },
    tradeRegister: 'RC',
    operators: ['MTN MoMo', 'Telecel Cash', 'AirtelTigo Money'],
    phone: { code: '233', groups: [[2, 3, 4]], withTrunk: [10] },
  },
  GN: {
    currency: 'GNF',
    timeZone: 'Africa/Conakry',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Orange Money', 'MTN MoMo'],
    phone: { code: '224', groups: [[3, 2, 2, 2], pairs] },
  },
  GQ: {
    currency: 'XAF',
    timeZone: 'Africa/Malabo',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: [],
    phone: { code: '240', groups: [[3, 3, 3]] },
  },
  GW: {
    currency: 'XOF',
    timeZone: 'Africa/Bissau',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Orange Money'],
    phone: {
      code: '245',
      groups: [
        [3, 3, 3],
        [3, 4],
      ],
    },
  },
  KM: {
    currency: 'KMF',
    timeZone: 'Indian/Comoro',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['MVola', 'Holo'],
    phone: { code: '269', groups: [[3, 2, 2]] },
  },
  MA: {
    currency: 'MAD',
    timeZone: 'Africa/Casablanca',
    taxId: { name: 'ICE', form: { pattern: /^\d{15}$/, text: '15 chiffres' } },
    tradeRegister: 'RC',
    operators: ['Orange Money', 'inwi money', 'MT Cash'],
    phone: { code: '212', groups: [[1, 2, 2, 2, 2]], withTrunk: [10] },
  },
  MG: {
    currency: 'MGA',
    timeZone: 'Indian/Antananarivo',
    taxId: { name: 'NIF', form: { pattern: /^\d{10}$/, text: '10 chiffres' } },
    tradeRegister: 'RCS',
    operators: ['MVola', 'Orange Money', 'Airtel Money'],
    phone: { code: '261', groups: [[2, 2, 3, 2]], withTrunk: [10] },
  },
  ML: {
    currency: 'XOF',
    timeZone: 'Africa/Bamako',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Orange Money', 'Moov Money', 'Wave'],
    phone: { code: '223', groups: [pairs] },
  },
  MR: {
    currency: 'MRU',
    timeZone: 'Africa/Nouakchott',
    taxId: { name: 'NIF' },
    tradeRegister: 'RC',
    operators: ['Bankily', 'Masrvi', 'Sedad'],
    phone: { code: '222', groups: [pairs] },
  },
  NE: {
    currency: 'XOF',
    timeZone: 'Africa/Niamey',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Airtel Money', 'Moov Money'],
    phone: { code: '227', groups: [pairs] },
  },
  NG: {
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    taxId: { name: 'TIN' },
    tradeRegister: 'RC',
    operators: ['OPay', 'PalmPay'],
    phone: {
      code: '234',
      groups: [
        [3, 3, 4],
        [1, 3, 4],
      ],
      withTrunk: [9, 11],
    },
  },
  RW: {
    currency: 'RWF',
    timeZone: 'Africa/Kigali',
    taxId: { name: 'TIN', form: { pattern: /^\d{9}$/, text: '9 chiffres' } },
    tradeRegister: 'RDB',
    operators: ['MTN MoMo', 'Airtel Money'],
    phone: { code: '250', groups: [[3, 3, 3]], withTrunk: [10] },
  },
  SN: {
    currency: 'XOF',
    timeZone: 'Africa/Dakar',
    taxId: { name: 'NINEA' },
    tradeRegister: rccm,
    operators: ['Wave', 'Orange Money', 'Mixx by Yas'],
    phone: { code: '221', groups: [[2, 3, 2, 2]] },
  },
  TD: {
    currency: 'XAF',
    timeZone: 'Africa/Ndjamena',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Airtel Money', 'Moov Money'],
    phone: { code: '235', groups: [pairs] },
  },
  TG: {
    currency: 'XOF',
    timeZone: 'Africa/Lome',
    taxId: { name: 'NIF' },
    tradeRegister: rccm,
    operators: ['Mixx by Yas', 'Moov Money'],
    phone: { code: '228', groups: [pairs] },
  },
  TN: {
    currency: 'TND',
    timeZone: 'Africa/Tunis',
    taxId: { name: 'Matricule fiscal' },
    tradeRegister: 'RNE',
    operators: ['D17', 'Flouci'],
    phone: { code: '216', groups: [[2, 3, 3]] },
  },
}

/** The platforms of fiscal invoices, by the names that screens show. */
export const fiscalPlatforms = {
  none: 'Aucune',
  'e-mecef': 'e-MECeF (Bénin)',
  fne: 'FNE (Côte d’Ivoire)',
  def: 'DEF (RDC)',
} as const satisfies Record<FiscalPlatform, string>

/** ISO 4217 of the countries that `countryData` does not have: who shares a currency, then who has an own one. */
const sharedCurrencies: Readonly<Record<string, string>> = {
  EUR: `AD AT AX BE BG BL CY DE EE ES FI GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT`,
  USD: `AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI`,
  AUD: `AU CC CX HM KI NF NR TV`,
  CHF: `CH LI`,
  DKK: `DK FO GL`,
  GBP: `GB GG GS IM JE`,
  ILS: `IL PS`,
  NOK: `BV NO SJ`,
  NZD: `CK NU NZ PN TK`,
  XCD: `AG AI DM GD KN LC MS VC`,
  XCG: `CW SX`,
  XPF: `NC PF WF`,
}
const ownCurrencies = `AE:AED AF:AFN AL:ALL AM:AMD AO:AOA AR:ARS AW:AWG AZ:AZN BA:BAM BB:BBD BD:BDT BH:BHD BM:BMD BN:BND
  BO:BOB BR:BRL BS:BSD BT:BTN BW:BWP BY:BYN BZ:BZD CA:CAD CL:CLP CN:CNY CO:COP CR:CRC CU:CUP CV:CVE CZ:CZK DO:DOP EG:EGP
  EH:MAD ER:ERN ET:ETB FJ:FJD FK:FKP GE:GEL GI:GIP GM:GMD GT:GTQ GY:GYD HK:HKD HN:HNL HT:HTG HU:HUF ID:IDR IN:INR IQ:IQD
  IR:IRR IS:ISK JM:JMD JO:JOD JP:JPY KE:KES KG:KGS KH:KHR KP:KPW KR:KRW KW:KWD KY:KYD KZ:KZT LA:LAK LB:LBP LK:LKR LR:LRD
  LS:LSL LY:LYD MD:MDL MK:MKD MM:MMK MN:MNT MO:MOP MU:MUR MV:MVR MW:MWK MX:MXN MY:MYR MZ:MZN NA:NAD NI:NIO NP:NPR OM:OMR
  PE:PEN PG:PGK PH:PHP PK:PKR PL:PLN PY:PYG QA:QAR RO:RON RS:RSD RU:RUB SA:SAR SB:SBD SC:SCR SD:SDG SE:SEK SG:SGD SH:SHP
  SL:SLE SO:SOS SR:SRD SS:SSP ST:STN SY:SYP SZ:SZL TH:THB TJ:TJS TM:TMT TO:TOP TR:TRY TT:TTD TW:TWD TZ:TZS UA:UAH UG:UGX
  UY:UYU UZ:UZS VE:VES VN:VND VU:VUV WS:WST YE:YER ZA:ZAR ZM:ZMW ZW:ZWG`

/** The currency of every other country, by its code. */
export const worldCurrencies: ReadonlyMap<string, string> = new Map([
  ...Object.entries(sharedCurrencies).flatMap(([currency, codes]) =>
    codes.split(/\s+/).map((code): [string, string] => [code, currency]),
  ),
  ...ownCurrencies.split(/\s+/).map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
])

/** The members of the OHADA, whose law prescribes the chart of SYSCOHADA. */
export const ohadaCountries: ReadonlySet<string> = new Set(
  'BF BJ CD CF CG CI CM GA GN GQ GW KM ML NE SN TD TG'.split(' '),
)
