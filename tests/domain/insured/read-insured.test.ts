import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insuredFields, type InsuredField } from '#shared/domain/insured/insured-fields.ts'
import { readInsured, type Insured, type InsuredFieldTexts } from '#shared/domain/insured/read-insured.ts'
import { readDay } from '#shared/domain/insured/read-day.ts'
import { runs } from '#tests/support/extent.ts'

const options = { countryCode: 'BJ', today: '2026-11-21' }
const read = (fields: InsuredFieldTexts): Insured => {
  const reading = readInsured({ number: 'A1', lastName: 'DOSSOU', ...fields }, options)
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors))
  return reading.insured
}
const faults = (fields: InsuredFieldTexts): string[] => {
  const reading = readInsured({ number: 'A1', lastName: 'DOSSOU', ...fields }, options)
  return reading.ok ? [] : reading.errors.map(({ field, text }) => `${field}: ${text}`)
}

test('a whole row', () => {
  expect(
    read({
      firstName: 'Aurèle',
      birthDate: '31/12/1980',
      sex: 'Masculin',
      phone: '96 12 34 56',
      coverage: '80 %',
      holderNumber: ' A 0 ',
      relationship: 'Conjoint(e)',
      validFrom: '2026-01-01',
      validUntil: '31/12/2026',
      monthlyCeiling: '50 000 F CFA',
    }),
  ).toEqual({
    number: 'A1',
    lastName: 'DOSSOU',
    firstName: 'Aurèle',
    birthName: null,
    birthDate: '1980-12-31',
    sex: 'M',
    phone: '+2290196123456',
    coverage: 80,
    holderNumber: 'A 0',
    relationship: 'spouse',
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    monthlyCeiling: 50_000,
  })
})

test('empty cells, and what people write in them, say nothing', () => {
  const nothing = read({})
  expect(Object.entries(nothing).filter(([, value]) => value !== null && value !== '')).toEqual([
    ['number', 'A1'],
    ['lastName', 'DOSSOU'],
  ])
  for (const empty of ['', '  ', '-', '—', 'N/A', 'néant', '#N/A', 'null']) {
    const texts = Object.fromEntries(
      insuredFields
        .filter((field) => !['number', 'lastName', 'fullName', 'firstName'].includes(field))
        .map((field) => [field, empty]),
    )
    expect(read(texts)).toEqual(nothing)
  }
})

describe('dates', () => {
  test.each([
    ['31/12/1980', '1980-12-31'],
    ['1/2/1980', '1980-02-01'],
    ['01-02-1980', '1980-02-01'],
    ['1.2.1980', '1980-02-01'],
    ['1980-12-31', '1980-12-31'],
    ['1980/12/31', '1980-12-31'],
    ['1980-12-31T00:00:00.000Z', '1980-12-31'],
    ['31/12/1980 00:00', '1980-12-31'],
    ['29/02/2024', '2024-02-29'],
    ['31/12/80', '1980-12-31'],
    ['29586', '1980-12-31'],
    ['36526', '2000-01-01'],
    ['36526.0', '2000-01-01'],
  ])('%s is %s', (text, day) => expect(read({ birthDate: text }).birthDate).toBe(day))

  test.each([
    '31/02/1980',
    '29/02/2023',
    '00/01/1980',
    '12/31/1980',
    '1980',
    'hier',
    '1980-13-01',
    '31/12/198',
    '3/1980',
    '99999',
    '-5',
    '1e5',
    '4e4',
    '<b>',
    '31 décembre 1980',
  ])('%s is none', (text) => {
    expect(faults({ birthDate: text })).toEqual([
      `birthDate: « ${text} » n’est pas une date qui existe : jj/mm/aaaa est attendu, par exemple 31/12/1980.`,
    ])
    expect(faults({ validUntil: text })).toHaveLength(1)
  })

  test('nobody is born tomorrow, or before 1900; a card may end later', () => {
    expect(faults({ birthDate: '22/11/2026' })).toEqual([
      'birthDate: « 22/11/2026 » est à venir : une date de naissance passée est attendue.',
    ])
    expect(faults({ birthDate: '31/12/1899' })).toEqual([
      'birthDate: « 31/12/1899 » est avant 1900 : vérifiez l’année de naissance.',
    ])
    expect(read({ birthDate: '21/11/2026', validUntil: '31/12/30' })).toMatchObject({
      birthDate: '2026-11-21',
      validUntil: '2030-12-31',
    })
    expect(faults({ validFrom: '02/01/2026', validUntil: '01/01/2026' })).toEqual([
      'validUntil: La fin « 01/01/2026 » est avant le début « 02/01/2026 ».',
    ])
  })

  test('every day is read back from each way to write it, Excel’s number too', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-03-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10)
          const [year, month, of] = day.split('-')
          const serial = Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)
          const serials = serial >= 1900 && serial <= 2100 ? [] : [String(serial)]
          for (const text of [day, `${of}/${month}/${year}`, `${Number(of)}-${Number(month)}-${year}`, ...serials])
            expect([text, readDay(text, options.today)]).toEqual([text, day])
        },
      ),
    )
  })
})

describe('percents', () => {
  test.each([
    ['80', 80],
    ['80 %', 80],
    ['80%', 80],
    ['0,8', 80],
    ['0.8', 80],
    ['80,00', 80],
    ['0', 0],
    ['0%', 0],
    ['100', 100],
    ['1', 1],
    ['1,0', 100],
    ['0,07', 7],
    ['0,555', null],
    ['+70', 70],
  ])('%s is %s', (text, percent) =>
    percent === null
      ? expect(faults({ coverage: text })).toHaveLength(1)
      : expect(read({ coverage: text }).coverage).toBe(percent),
  )

  test.each(['-1', '101', '80,5', '80,5 %', '0,8 %', 'beaucoup', '8O', '80 pour cent', '1e2', '%'])(
    '%s is refused with what is expected',
    (text) =>
      expect(faults({ coverage: text })).toEqual([
        `coverage: « ${text} » n’est pas un taux : un nombre entier de 0 à 100 est attendu.`,
      ]),
  )

  test('each percent is read back as a number, with its sign and as a share', () => {
    for (let percent = 0; percent <= 100; percent++) {
      expect(read({ coverage: String(percent) }).coverage).toBe(percent)
      expect(read({ coverage: `${percent} %` }).coverage).toBe(percent)
      // a share of one percent or less cannot be told from a percent only where it is whole
      if (percent > 0 && percent < 100) expect(read({ coverage: String(percent / 100) }).coverage).toBe(percent)
    }
  })
})

describe('sex, telephone, relationship, ceiling', () => {
  test.each([
    ['F', 'F'],
    ['f', 'F'],
    ['Féminin', 'F'],
    ['FEMME', 'F'],
    ['Mme', 'F'],
    ['M', 'M'],
    ['H', 'M'],
    ['Masculin', 'M'],
    ['homme', 'M'],
    ['M.', 'M'],
  ])('%s is %s', (text, sex) => expect(read({ sex: text }).sex).toBe(sex))
  test('a sex, a number or a relation that nobody knows', () => {
    expect(faults({ sex: 'X' })).toEqual(['sex: « X » n’est pas un sexe : F ou M est attendu.'])
    expect(faults({ phone: '12' })).toEqual([
      expect.stringMatching(/^phone: « 12 » : Ce numéro n’a pas le bon nombre de chiffres/),
    ])
    expect(faults({ phone: 'demander' })).toHaveLength(1)
    expect(faults({ relationship: 'voisin' })).toEqual([
      'relationship: « voisin » n’est pas un lien connu : assuré, conjoint, enfant, parent ou autre est attendu.',
    ])
  })
  test.each([
    ['Assuré', 'holder'],
    ['ASSURÉ PRINCIPAL', 'holder'],
    ['adhérent', 'holder'],
    ['Conjoint', 'spouse'],
    ['épouse', 'spouse'],
    ['ENFANT', 'child'],
    ['Fille', 'child'],
    ['enfant 2', 'child'],
    ['Mère', 'parent'],
    ['sœur', 'sibling'],
    ['Ayant droit', 'other'],
    ['Spouse', 'spouse'],
  ])('%s is %s', (text, kind) => expect(read({ relationship: text }).relationship).toBe(kind))
  test.each([
    ['50000', 50_000],
    ['50 000', 50_000],
    ['50.000', 50_000],
    ['50 000 FCFA', 50_000],
    ['0', 0],
    ['1.250.000 XOF', 1_250_000],
  ])('%s is %i', (text, amount) => expect(read({ monthlyCeiling: text }).monthlyCeiling).toBe(amount))
  test('a ceiling that is none', () => {
    for (const text of ['-5', 'illimité', '12,5', '1e9', '99999999999999999'])
      expect(faults({ monthlyCeiling: text })).toHaveLength(1)
    expect(
      readInsured({ number: '1', lastName: 'X', monthlyCeiling: '12,50' }, { ...options, currencyDecimals: 2 }),
    ).toMatchObject({ insured: { monthlyCeiling: 1250 } })
    // 12 digits with two decimals are beyond the cap of every sale
    expect(
      readInsured({ number: '1', lastName: 'X', monthlyCeiling: '999999999999' }, { ...options, currencyDecimals: 2 }),
    ).toMatchObject({ ok: false, errors: [{ field: 'monthlyCeiling' }] })
  })
})

describe('names', () => {
  test.each([
    ['DOSSOU Aurèle', 'DOSSOU', 'Aurèle'],
    ['Aurèle DOSSOU', 'DOSSOU', 'Aurèle'],
    ['DE SOUZA Ama Rose', 'DE SOUZA', 'Ama Rose'],
    ['DOSSOU, Aurèle', 'DOSSOU', 'Aurèle'],
    ['Dossou Aurèle', 'Dossou', 'Aurèle'],
    ['DOSSOU AURELE', 'DOSSOU', 'AURELE'],
    ['Mme HOUNKPÈ Rose', 'HOUNKPÈ', 'Rose'],
    ['DOSSOU K. Aurèle', 'DOSSOU', 'K. Aurèle'],
    ['N’DIAYE Fatou', 'N’DIAYE', 'Fatou'],
    ['王 小明', '王', '小明'],
    ['محمد علي', 'محمد', 'علي'],
    ['Ọlá', 'Ọlá', ''],
  ])('%s', (fullName, lastName, firstName) =>
    expect(readInsured({ number: '1', fullName }, options)).toMatchObject({
      ok: true,
      insured: { lastName, firstName },
    }),
  )

  test.each([
    'DOSSOU née KOUASSI Ama',
    'DOSSOU Née KOUASSI Ama',
    'DOSSOU NEE KOUASSI AMA',
    'Mme DOSSOU née KOUASSI Ama',
    'DOSSOU Ama née KOUASSI',
    'DOSSOU AMA NÉE KOUASSI',
    'Ama DOSSOU née KOUASSI',
    'DOSSOU (née KOUASSI) Ama',
    'DOSSOU AMA (NÉE KOUASSI)',
    'DOSSOU ( née KOUASSI ) AMA',
    'DOSSOU née KOUASSI, Ama',
    'KOUASSI ép. DOSSOU Ama',
    'KOUASSI épse DOSSOU Ama',
    'KOUASSI EPSE DOSSOU AMA',
    'KOUASSI épouse DOSSOU Ama',
    'KOUASSI Ama ép. DOSSOU',
    'KOUASSI veuve DOSSOU Ama',
    'KOUASSI Vve DOSSOU Ama',
  ])('« %s » is Ama DOSSOU, born KOUASSI', (fullName) => {
    const reading = readInsured({ number: '1', fullName }, options)
    expect(reading).toMatchObject({ ok: true, insured: { lastName: 'DOSSOU', birthName: 'KOUASSI' } })
    expect(reading.ok && reading.insured.firstName.toLowerCase()).toBe('ama')
  })

  test.each([
    [{ lastName: 'DOSSOU née KOUASSI', firstName: 'Ama' }],
    [{ lastName: 'DOSSOU (née KOUASSI)', firstName: 'Ama' }],
    [{ lastName: 'KOUASSI épse DOSSOU', firstName: 'Ama' }],
    [{ lastName: 'DOSSOU', firstName: 'Ama née KOUASSI' }],
    [{ lastName: 'DOSSOU', firstName: 'Ama (née KOUASSI)' }],
    [{ lastName: 'KOUASSI', firstName: 'Ama ép. DOSSOU' }],
  ])('%j is the same person', (columns) => {
    expect(read(columns)).toMatchObject({ lastName: 'DOSSOU', firstName: 'Ama', birthName: 'KOUASSI' })
  })

  test('names of several words stay whole where capitals tell; a marker at an end is a name', () => {
    expect(read({ lastName: '', fullName: 'DE SOUZA née DA SILVA Ama Rose' })).toMatchObject({
      lastName: 'DE SOUZA',
      birthName: 'DA SILVA',
      firstName: 'Ama Rose',
    })
    expect(read({ lastName: '', fullName: 'Dossou née Kouassi Ama Rose' })).toMatchObject({
      lastName: 'Dossou',
      birthName: 'Kouassi',
      firstName: 'Ama Rose',
    })
    for (const fullName of ['NEE Ama', 'DOSSOU Ama Née', 'EP DOSSOU'])
      expect(read({ lastName: '', fullName }).birthName).toBeNull()
  })

  test('however a list writes a married name, it is the same person', () => {
    const part = fc
      .stringMatching(/^[A-Z]{3,10}$/)
      .filter((word) => !/^(?:NEE|EPS|EPSE|EPOUSE|VVE|VEUVE|MME|MLLE|MRS|MISS|MONSIEUR|MADAME)$/.test(word))
    fc.assert(
      fc.property(part, part, part, (husband, birth, given) => {
        const firstName = given[0] + given.slice(1).toLowerCase()
        for (const fullName of [
          `${husband} née ${birth} ${firstName}`,
          `${husband} ${firstName} née ${birth}`,
          `${husband} ${firstName} (née ${birth})`,
          `${birth} épse ${husband} ${firstName}`,
          `${birth} veuve ${husband} ${firstName}`,
        ])
          expect(read({ lastName: '', fullName })).toMatchObject({ lastName: husband, birthName: birth, firstName })
      }),
      { numRuns: runs(100) },
    )
  })

  test('its own columns go before the whole; markup is a name like another, kept as it is', () => {
    expect(read({ fullName: 'X Y', firstName: 'Ama' })).toMatchObject({ lastName: 'DOSSOU', firstName: 'Ama' })
    expect(read({ lastName: '<b>O’Neil</b>' }).lastName).toBe('<b>O’Neil</b>')
    expect(read({ lastName: ' DE\u00a0\u200fSOUZA ' }).lastName).toBe('DE SOUZA')
  })

  test('a number is of 200 characters at most, one’s own and that of the insured', () => {
    for (const field of ['number', 'holderNumber'] as const) {
      expect(read({ [field]: 'A'.repeat(200) })[field]).toBe('A'.repeat(200))
      expect(readInsured({ number: 'A1', fullName: 'DOSSOU Aurèle', [field]: 'A'.repeat(201) }, options)).toMatchObject(
        {
          ok: false,
          errors: [{ field, text: `« ${'A'.repeat(20)}… » est trop long : 200 caractères au plus.` }],
        },
      )
    }
  })

  test('without a name or a number there is no insured person', () => {
    expect(faults({ lastName: ' ' })).toEqual(['lastName: Le nom manque.'])
    expect(faults({ lastName: '123' })).toEqual(['lastName: « 123 » n’est pas un nom.'])
    expect(faults({ number: '' })).toEqual(['number: Le numéro de police manque.'])
    expect(faults({ number: '1,2E+11' })).toEqual([
      'number: « 1,2E+11 » est un numéro arrondi par le tableur. Mettez la colonne au format texte.',
    ])
    expect(faults({ lastName: 'x'.repeat(101) })).toHaveLength(1)
    expect(readInsured({ number: '', lastName: 'DOSSOU', birthDate: 'x' }, options)).toMatchObject({
      ok: false,
      name: 'DOSSOU',
      number: '',
      errors: [{ field: 'number' }, { field: 'birthDate' }],
    })
  })
})

describe('rows that name no insured person', () => {
  test.each<[InsuredFieldTexts, string, string]>([
    [{ number: 'TOTAL', fullName: '' }, 'number', '« TOTAL » : ligne de total, sans assuré.'],
    [
      { number: '', fullName: 'Total général : 45' },
      'fullName',
      '« Total général : 45 » : ligne de total, sans assuré.',
    ],
    [
      { number: 'Sous-total', lastName: '12', coverage: 'x' },
      'number',
      '« Sous-total » : ligne de total, sans assuré.',
    ],
    [{ number: '45', lastName: 'TOTAL ASSURÉS' }, 'lastName', '« TOTAL ASSURÉS » : ligne de total, sans assuré.'],
    [{ lastName: 'Nombre d’assurés : 45' }, 'lastName', '« Nombre d’assurés : 45 » : ligne de total, sans assuré.'],
    [{ number: '', fullName: 'RAS' }, 'fullName', '« RAS » : ligne sans assuré.'],
    [{ number: '12', fullName: 'R.A.S', phone: '-' }, 'fullName', '« R.A.S » : ligne sans assuré.'],
    [{ number: 'néant' }, 'number', '« néant » : ligne sans assuré.'],
    [{ number: '', fullName: '' }, 'number', 'Ligne vide ou de séparation.'],
    [{ number: '-----', fullName: '*****', birthDate: '=====' }, 'number', 'Ligne vide ou de séparation.'],
    [{}, 'number', 'Ligne vide ou de séparation.'],
  ])('%j is set aside', (fields, field, text) => {
    expect(readInsured(fields, options)).toMatchObject({ ok: false, errors: [], setAside: [{ field, text }] })
  })

  test('who has a name or a number of his own is no total', () => {
    expect(read({ lastName: 'TOTAL', firstName: 'Jean' })).toMatchObject({ lastName: 'TOTAL' })
    expect(read({ number: 'TOTAL', lastName: 'DOSSOU' })).toMatchObject({ number: 'TOTAL' })
    expect(read({ lastName: '', fullName: 'TOTALINE Afi' })).toMatchObject({ lastName: 'TOTALINE' })
    expect(readInsured({ number: '12', fullName: '' }, options)).toMatchObject({ errors: [{ text: 'Le nom manque.' }] })
  })
})

test('a birth date of which only the year is known is left out and told; one of a card is a fault', () => {
  for (const birthDate of ['00/00/1978', '0/0/1978', '00-00-78', '1978-00-00', '00/00/0000'])
    expect(readInsured({ number: 'A1', lastName: 'DOSSOU', birthDate }, options)).toMatchObject({
      ok: true,
      insured: { birthDate: null },
      setAside: [
        {
          field: 'birthDate',
          text: `« ${birthDate} » : jour et mois inconnus, la date de naissance reste vide.`,
        },
      ],
    })
  expect(faults({ birthDate: '00/05/1978' })).toHaveLength(1)
  expect(faults({ validUntil: '00/00/2026' })).toHaveLength(1)
})

test('any row at all is an insured person or faults of its own fields, each in a sentence', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('31/02/2020', '80', '-1', 'M', 'DOSSOU', '0196123456', 'conjoint', '45000'),
  )
  const anyRow = fc.dictionary(fc.constantFrom(...insuredFields), anyText) as fc.Arbitrary<
    Partial<Record<InsuredField, string>>
  >
  fc.assert(
    fc.property(anyRow, (fields) => {
      const reading = readInsured(fields, options)
      if (reading.ok) {
        expect(reading.insured.lastName).not.toBe('')
        expect(reading.insured.number).not.toBe('')
      } else
        for (const { field, text } of reading.errors) {
          expect(insuredFields).toContain(field)
          expect(text).toMatch(/\.$/)
        }
    }),
    { numRuns: runs(1000) },
  )
})
