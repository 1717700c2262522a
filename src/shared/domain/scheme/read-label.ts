import { fold } from '#shared/domain/search/fold.ts'

/** The end of a medicine's name: its strength, form or package. */
const endOfName = new RegExp(
  String.raw`\s(?:\d[\d.,]*\s*(?:mg|g|gr|µg|mcg|microg\w*|ui|mui|mu|u|ml|%|mmol|ng|ch|dh)?\b|[\d.,]+%|cpr?s?|comp\w*|gel|gelu\w*|gle|gell|caps?|capsules?|sirops?|susp\w*|sol|solution|inj\w*|perf\w*|suppo\w*|pommades?|pom|cremes?|collyres?|colly?|sachets?|sach|pdr|poudre|granules?|ovules?|gouttes?|gttes?|b/|bt|bte|boite|fl|flacon|tube|tb|amp\w*|eff|efferv\w*|inhal\w*|inh|buv\w*|nasale?|patch|transd\w*|lotion|past\w*)(?=[\s/.,(]|$)|[,;]\s|\s\(|\s[b]/`,
  'u',
)

/** The name at the beginning of a label, folded: « PARACETAMOL 500MG CP B/20 » → « paracetamol ». */
export function nameIn(label: string): string {
  const folded = fold(label).trim()
  const end = endOfName.exec(folded)
  return end ? folded.slice(0, end.index).trim() : folded
}

/** Words for patient groups and release, which are not part of the name. */
export const audience: ReadonlySet<string> = new Set(
  'adulte adultes adult ad enfant enfants enf nourrisson nourrissons nourr nour nr jeune jeunes bebe senior lp lm gr ss sans sucre generique generiques gen dci sec'.split(
    ' ',
  ),
)
