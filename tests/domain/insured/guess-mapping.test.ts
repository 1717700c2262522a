import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessMapping } from '#shared/domain/insured/guess-mapping.ts'
import { insuredFields } from '#shared/domain/insured/insured-fields.ts'

test.each([
  [
    'an insurer',
    [
      'N° police',
      'Nom',
      'Prénoms',
      'Date de naissance',
      'Sexe',
      'Téléphone',
      'Taux de couverture',
      'Assuré principal',
      'Lien',
      "Date d'effet",
      'Échéance',
      'Plafond mensuel',
    ],
    {
      number: 'N° police',
      lastName: 'Nom',
      firstName: 'Prénoms',
      birthDate: 'Date de naissance',
      sex: 'Sexe',
      phone: 'Téléphone',
      coverage: 'Taux de couverture',
      holderNumber: 'Assuré principal',
      relationship: 'Lien',
      validFrom: "Date d'effet",
      validUntil: 'Échéance',
      monthlyCeiling: 'Plafond mensuel',
    },
  ],
  [
    'an employer',
    ['MATRICULE', 'NOM ET PRENOMS', 'Né(e) le', 'SEXE', 'TEL', 'TAUX'],
    {
      number: 'MATRICULE',
      fullName: 'NOM ET PRENOMS',
      birthDate: 'Né(e) le',
      sex: 'SEXE',
      phone: 'TEL',
      coverage: 'TAUX',
    },
  ],
  [
    'with qualities',
    ['Matricule', 'Nom', 'Prénom(s)', 'Qualité', 'Matricule assuré principal', 'Date naiss.'],
    {
      number: 'Matricule',
      lastName: 'Nom',
      firstName: 'Prénom(s)',
      relationship: 'Qualité',
      holderNumber: 'Matricule assuré principal',
      birthDate: 'Date naiss.',
    },
  ],
  [
    'in English',
    [
      'Policy number',
      'Last name',
      'First name',
      'Date of birth',
      'Gender',
      'Phone',
      'Coverage',
      'Policy holder',
      'Relationship',
      'Valid from',
      'Expiry date',
      'Ceiling',
    ],
    {
      number: 'Policy number',
      lastName: 'Last name',
      firstName: 'First name',
      birthDate: 'Date of birth',
      sex: 'Gender',
      phone: 'Phone',
      coverage: 'Coverage',
      holderNumber: 'Policy holder',
      relationship: 'Relationship',
      validFrom: 'Valid from',
      validUntil: 'Expiry date',
      monthlyCeiling: 'Ceiling',
    },
  ],
  ['one name only', ['N°', 'Noms'], { number: 'N°', fullName: 'Noms' }],
  ['the names of both, and each', ['Nom et prénoms', 'Nom', 'Prénoms'], { lastName: 'Nom', firstName: 'Prénoms' }],
  [
    'numbers in words',
    ['Numéro de police', 'Nom complet', 'Numéro de téléphone'],
    { number: 'Numéro de police', fullName: 'Nom complet', phone: 'Numéro de téléphone' },
  ],
  ['nothing of that', ['Couleur', '', 'x', '漢字', '12/05/1980'], {}],
])('%s', (_who, headers, mapping) => expect(guessMapping(headers)).toEqual(mapping))

test('a column is at most one field, a field at most one column, and both exist', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom(
            'Nom',
            'Prénoms',
            'Matricule',
            'Police',
            'Tel',
            'Téléphone',
            'Né le',
            'Date',
            'Assuré',
            'Taux',
            'Fin',
            'Lien',
          ),
        ),
        { maxLength: 15 },
      ),
      (headers) => {
        const mapping = Object.entries(guessMapping(headers))
        for (const [field, header] of mapping) {
          expect(insuredFields).toContain(field)
          expect(headers).toContain(header)
        }
        expect(new Set(mapping.map(([, header]) => header)).size).toBe(mapping.length)
      },
    ),
  )
})
