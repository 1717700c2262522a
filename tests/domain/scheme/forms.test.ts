import { expect, test } from 'vitest'
import { formOf } from '#shared/domain/scheme/forms.ts'

test.each([
  [
    'tablet',
    'CP',
    'cpr',
    'Comprimé',
    'comprimé pelliculé sécable',
    'PARACETAMOL 500MG CP B/20',
    'COMP',
    'tabs',
    'comprimé enrobé gastro-résistant',
  ],
  ['tablet lp', 'CP LP', 'comprimé à libération prolongée', 'CPR L.P.', 'comprimé pelliculé à libération modifiée'],
  ['effervescent-tablet', 'CP EFF', 'comprimé effervescent(e)', 'cpr efferv.'],
  ['orodispersible-tablet', 'comprimé orodispersible', 'CPR ORODISP', 'LYOC'],
  ['capsule', 'gél', 'GELULE', 'Gél.', 'gélule gastro-résistante', 'capsule molle', 'AMOXICILLINE 500MG GEL B/12'],
  ['gel', 'DICLOFENAC 1% GEL TUBE 50G', 'gel', 'gel pour application'],
  ['syrup', 'SIROP', 'sp', 'sirop sans sucre'],
  ['oral-suspension', 'susp buv', 'SUSP. BUVABLE FL 60ML', 'poudre pour suspension buvable', 'PDR SUSP BUV'],
  ['sachet', 'SACHET', 'poudre pour suspension buvable en sachet-dose', 'poudre pour solution buvable'],
  ['oral-drops', 'solution buvable en gouttes', 'GTTES BUV'],
  ['oral-solution', 'solution buvable', 'SOL BUV AMP', 'amp buv'],
  [
    'injection',
    'INJ',
    'sol inj',
    'poudre pour solution injectable',
    'solution pour perfusion',
    'AMP INJ',
    'suspension injectable',
  ],
  ['suppository', 'SUPPO', 'suppositoire'],
  ['ointment', 'pommade', 'POM'],
  ['cream', 'crème', 'CREME'],
  ['eye-drops', 'collyre', 'collyre en solution', 'COLLY FL5ML', 'GTTES OPHT'],
  ['eye-ointment', 'pommade ophtalmique', 'POM OPHT'],
  ['inhaler', 'suspension pour inhalation', 'AEROSOL', 'poudre pour inhalation en gélule'],
  ['ovule', 'ovule', 'CP VAG', 'comprimé vaginal'],
])('%s', (form, ...texts) => {
  for (const text of texts) expect([text, formOf(text)]).toEqual([text, form])
})

test('what names no form is none', () => {
  for (const text of ['', 'PARACETAMOL', 'B/20', '漢字']) expect(formOf(text)).toBeNull()
})
