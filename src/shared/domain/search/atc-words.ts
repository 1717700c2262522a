import { atcLevels } from '#shared/domain/atc.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'

/**
 * The use and class of medicines in the words of a counter, by the beginning of their ATC code. A code has the words of
 * each of its beginnings.
 */
const words: ReadonlyMap<string, string> = new Map(
  `
  A01 bouche dents aphtes
  A02 estomac brûlures acidité ulcère reflux
  A03 spasmes ventre antispasmodique
  A04 nausées vomissements
  A05 foie bile
  A06 constipation laxatif
  A07 diarrhée antidiarrhéique
  A07CA réhydratation
  A09 digestion
  A10 diabète antidiabétique
  A10A insuline
  A11 vitamines
  A12 minéraux
  A13 fatigue fortifiant
  B01 anticoagulant caillots
  B02 saignements hémorragie
  B03 anémie fer
  B05 perfusion soluté
  C01 cœur
  C02 hypertension tension
  C03 hypertension tension diurétique
  C05A hémorroïdes
  C05B jambes veines
  C05C jambes veines
  C07 hypertension tension cœur
  C08 hypertension tension
  C09 hypertension tension
  C10 cholestérol
  D01 mycose champignons antifongique
  D02 peau
  D03 plaie cicatrisation
  D04 démangeaisons peau
  D05 psoriasis peau
  D06 peau infection antibiotique
  D07 peau eczéma corticoïde
  D08 désinfectant antiseptique plaie
  D10 acné peau
  D11 peau verrues
  G01 vaginal mycose
  G02 gynécologie
  G03A contraception pilule
  G03C ménopause hormone
  G03D hormone règles
  G04 prostate urinaire
  H02 corticoïde cortisone
  H03 thyroïde
  J01 antibiotique infection
  J02 mycose antifongique
  J04 tuberculose antituberculeux
  J05 virus antiviral
  J07 vaccin
  L01 cancer anticancéreux
  L02 cancer
  M01 douleur inflammation rhumatisme
  M02 douleur muscles
  M03 muscles contractures
  M04 goutte
  M05 os ostéoporose
  N01 anesthésie
  N02A douleur antalgique antidouleur
  N02B douleur fièvre antalgique antidouleur tête
  N02C migraine tête
  N03 épilepsie convulsions antiépileptique
  N04 parkinson
  N05A psychose neuroleptique
  N05B anxiété stress calmant
  N05C sommeil insomnie calmant
  N06A dépression antidépresseur
  N07C vertiges
  P01A amibes parasites
  P01B paludisme antipaludique palu malaria
  P02 vers vermifuge parasites
  P03 gale poux parasites
  R01 nez rhume
  R02 gorge angine
  R03 asthme bronches
  R05 toux
  R05C toux grasse
  R05D toux sèche
  R06 allergie antiallergique antihistaminique
  S01 yeux collyre
  S02 oreilles
  `
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', ...said] = line.trim().split(' ')
      return [code, said.join(' ')]
    }),
)

/** The words of an ATC code, one text for each beginning that has some: `P01BF01` → « paludisme antipaludique … ». */
export function atcWords(code: string | null): string[] {
  if (code === null) return []
  return atcLevels.flatMap((length) => (code.length < length ? [] : (words.get(code.slice(0, length)) ?? [])))
}

/** The beginnings of ATC codes that have a word, in the singular as `fold` writes it: `palu` → `P01B`. */
export function atcCodesOf(word: string): string[] {
  return Array.from(words)
    .filter(([, said]) => wordsOf(said).some((each) => each === word || each === `${word}s`))
    .map(([code]) => code)
}
