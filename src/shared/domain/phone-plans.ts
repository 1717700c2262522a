/**
 * The numbering plan of a country: calling code, and the digit groups for each length of a national number, the usual
 * length first.
 */
export type PhonePlan = {
  code: string
  groups: readonly (readonly number[])[]
  /** Lengths at which a leading 0 is a trunk prefix, dialled only within the country. */
  withTrunk?: readonly number[]
}

const pairs = [2, 2, 2, 2] as const

/** The countries of our pharmacies, their neighbours, and France. */
export const phonePlans: Readonly<Record<string, PhonePlan>> = {
  BJ: { code: '229', groups: [[2, 2, 2, 2, 2], pairs] },
  BF: { code: '226', groups: [pairs] },
  CD: {
    code: '243',
    groups: [
      [2, 3, 4],
      [2, 5],
      [2, 2, 4],
      [2, 2, 3, 3],
    ],
    withTrunk: [8, 9, 10, 11],
  },
  CF: { code: '236', groups: [pairs] },
  CG: { code: '242', groups: [[2, 3, 4]] },
  CI: { code: '225', groups: [[2, 2, 2, 2, 2]] },
  CM: { code: '237', groups: [[1, 2, 2, 2, 2], pairs] },
  FR: { code: '33', groups: [[1, 2, 2, 2, 2]], withTrunk: [10] },
  // Libreville's numbers from before 2019 begin with a 0 that belongs to the number: only before 8 digits is it a trunk
  // prefix.
  GA: { code: '241', groups: [pairs, [1, 2, 2, 2]], withTrunk: [9] },
  GN: { code: '224', groups: [[3, 2, 2, 2], pairs] },
  GQ: { code: '240', groups: [[3, 3, 3]] },
  GW: {
    code: '245',
    groups: [
      [3, 3, 3],
      [3, 4],
    ],
  },
  ML: { code: '223', groups: [pairs] },
  MR: { code: '222', groups: [pairs] },
  NE: { code: '227', groups: [pairs] },
  SN: { code: '221', groups: [[2, 3, 2, 2]] },
  TD: { code: '235', groups: [pairs] },
  TG: { code: '228', groups: [pairs] },
}
