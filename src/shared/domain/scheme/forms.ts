import { fold } from '#shared/domain/search/fold.ts'

/**
 * Dosage forms as far as scheme lists distinguish them: a film-coated or scored tablet is a tablet; prolonged-release
 * and orodispersible ones are different.
 */
type Base =
  | 'tablet'
  | 'effervescent-tablet'
  | 'orodispersible-tablet'
  | 'chewable-tablet'
  | 'sublingual-tablet'
  | 'capsule'
  | 'syrup'
  | 'oral-solution'
  | 'oral-drops'
  | 'oral-suspension'
  | 'sachet'
  | 'injection'
  | 'suppository'
  | 'ovule'
  | 'ointment'
  | 'cream'
  | 'gel'
  | 'skin-solution'
  | 'eye-drops'
  | 'eye-ointment'
  | 'ear-drops'
  | 'nasal'
  | 'inhaler'
  | 'nebuliser'
  | 'enema'
  | 'patch'
  | 'mouth-wash'
  | 'lozenge'
  | 'granules'
  | 'shampoo'
  | 'foam'

/** `lp`: prolonged release (libération prolongée), as on labels. */
export type DosageForm = Base | `${Base} lp`

/** The first matching pattern wins, narrow ones first: « poudre pour suspension buvable en sachet » is a sachet. */
const forms: readonly (readonly [RegExp, Base])[] = [
  [/\bpom(?:made)?s?\b.*\b(?:opht|oph)\w*|\bgel opht\w*/, 'eye-ointment'],
  [/\b(?:collyres?|coll|colly|gttes? opht\w*|gouttes? opht\w*|sol opht\w*)\b|\bopht\w*/, 'eye-drops'],
  [/\bauric\w*|\bgttes? aur\w*|\bsol aur\w*|\baur\b/, 'ear-drops'],
  [/\bnas(?:ale?|aux)?\b|\bpulv nas\w*/, 'nasal'],
  [/\bnebul\w*|\bneb\b/, 'nebuliser'],
  [/\b(?:inhal\w*|inh|aerosols?|aer|diskus|turbuhaler|autohaler)\b/, 'inhaler'],
  [/\b(?:inj\w*|perf\w*|ampoules? inj\w*|im|iv|stylos?|seringues?|ser|cart)\b/, 'injection'],
  [/\b(?:suppos?|suppositoires?)\b/, 'suppository'],
  [/\b(?:cpr?|comp(?:rimes?)?|ovules?|caps\w*) vag\w*|\bovules?\b|\bov\b/, 'ovule'],
  [/\b(?:lavements?|rectale?s?|rect|lav)\b/, 'enema'],
  [/\b(?:patchs?|transd\w*|dispositifs? transdermiques?|emplatres?)\b/, 'patch'],
  [/\b(?:bains? de bouche|bain b|collutoires?|collut)\b/, 'mouth-wash'],
  [/\b(?:pastilles?|past|gommes?|a sucer)\b/, 'lozenge'],
  [/\b(?:eff|efferv|effervescente?s?)\b/, 'effervescent-tablet'],
  [
    /\b(?:orodisp\w*|orod|odt|lyophilisats?|lyoc|lyot)\b|\bdispersibles?\b|\bdisp\b|\bfilm oro\w*/,
    'orodispersible-tablet',
  ],
  [/\b(?:a croquer|croq\w*|cpr? croq|a macher)\b/, 'chewable-tablet'],
  [/\b(?:subling\w*|sublinguale?s?)\b/, 'sublingual-tablet'],
  [/\b(?:sachets?|sach|sac|sch)\b/, 'sachet'],
  [/\b(?:sirops?|srp|sp|syrup)\b/, 'syrup'],
  [/\b(?:gouttes?|gttes?|gtt|drops)\b/, 'oral-drops'],
  [/\bsusp\w*.*\b(?:buv\w*|orale?|bu)\b|\bsusp\w*|\bpdr buv\w*/, 'oral-suspension'],
  [
    /\b(?:poudres?|pdr|granules?|gran|granulats?) (?:pour |pr |p )?(?:sol\w* )?(?:buv\w*|orale?s?)\b|\bgranules? pour sol\w*/,
    'sachet',
  ],
  [/\b(?:sol\w*|amp\w*)\b.*\b(?:buv\w*|orale?s?)\b|\bbuv\w*/, 'oral-solution'],
  [/\b(?:shamp\w*)\b/, 'shampoo'],
  [/\b(?:mousse)\b/, 'foam'],
  [/\b(?:creme?s?|cr|emulsions?)\b/, 'cream'],
  [/\b(?:pommades?|pom|pde|onguents?)\b/, 'ointment'],
  [/\b(?:gelules?|gelu|gle|gell|caps?|capsules?)\b/, 'capsule'],
  [/\b(?:cpr?s?|cps|comp(?:r|s)?|comprimes?|tab(?:lets?)?|tabs|drag(?:ees?)?)\b/, 'tablet'],
  [/\bgranules?\b/, 'granules'],
  [/\bgels?\b/, 'gel'],
  [/\b(?:lotions?|lot|sol\w* (?:pour )?appl\w*|appl\w*|solutions?|sol)\b/, 'skin-solution'],
]

const prolonged = /\b(?:lp|lm|xr|sr|retard|ret|liberation (?:prolongee|modifiee)|lib prol\w*)\b/

/** The dosage form in a text of an administration, a laboratory or the referential; null when there is none. */
export function formOf(text: string): DosageForm | null {
  // « gél » abbreviates « gélule »; without the accent only the rest of the label distinguishes it from a gel.
  const folded = fold(text.replaceAll(/(?<!\p{L})gél(?!\p{L})/giu, 'gélule'))
    .replaceAll(/\bl\.\s?([pm])\b/g, 'l$1')
    .replaceAll(/[^\p{L}\d%]+/gu, ' ')
  const form = formIn(folded)
  return form !== null && prolonged.test(folded) ? `${form} lp` : form
}

function formIn(folded: string): Base | null {
  const found = forms.find(([pattern]) => pattern.test(folded))?.[1] ?? null
  if (found !== 'gel') return found
  const onSkin = /%|\bg\b|\btb\b|\btube\b|\bderm\w*|\bappl\w*|\bpompe\b|\bcutane/.test(folded) || !/\d/.test(folded)
  return onSkin ? 'gel' : 'capsule'
}
