/**
 * Other names of substances mapped to the referential's, as folded words; several words when one name stands for two
 * substances.
 */
export const synonyms: Readonly<Record<string, string>> = {
  acetaminophene: 'paracetamol',
  aspirine: 'acetylsalicylique',
  acetylsalicylate: 'acetylsalicylique',
  adrenaline: 'epinephrine',
  noradrenaline: 'norepinephrine',
  albuterol: 'salbutamol',
  frusemide: 'furosemide',
  lignocaine: 'lidocaine',
  pethidine: 'meperidine',
  rifampin: 'rifampicine',
  inh: 'isoniazide',
  glyburide: 'glibenclamide',
  alphamethyldopa: 'methyldopa',
  chlorpheniramine: 'chlorphenamine',
  cyclosporine: 'ciclosporine',
  colecalciferol: 'cholecalciferol',
  hyoscine: 'scopolamine',
  butylhyoscine: 'butylscopolamine',
  oestrogenes: 'estrogenes',
  azt: 'zidovudine',
  '3tc': 'lamivudine',
  hctz: 'hydrochlorothiazide',
  thyroxine: 'levothyroxine',
  clavulanate: 'clavulanique',
  valproate: 'valproique',
  divalproate: 'valproique',
  folinate: 'folinique',
  ascorbate: 'ascorbique',
  alendronate: 'alendronique',
  risedronate: 'risedronique',
  ibandronate: 'ibandronique',
  zoledronate: 'zoledronique',
  fusidate: 'fusidique',
  cromoglicate: 'cromoglicique',
  ferreux: 'fer',
  ferrique: 'fer',
  cotrimoxazole: 'sulfamethoxazole trimethoprime',
  coamoxiclav: 'amoxicilline clavulanique',
  coartem: 'artemether lumefantrine',
}

/** Names of several words, replaced before anything else. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bco[ -]?trimoxazole\b/g, 'cotrimoxazole'],
  [/\bco[ -]?amoxiclav\b/g, 'coamoxiclav'],
  [/\bl[ -]thyroxine\b/g, 'levothyroxine'],
  [/\balpha[ -]methyl ?dopa\b/g, 'methyldopa'],
  [/\bbutyl[ -]?bromure (?:de |d')?(?:scopolamine|hyoscine)\b/g, 'butylscopolamine'],
  [/\bpenicilline? ?g\b/g, 'benzylpenicilline'],
  [/\bpenicilline? ?v\b/g, 'phenoxymethylpenicilline'],
  [/\bvit(?:amines?)?\.? ?a\b/g, 'retinol'],
  [/\bvit(?:amines?)?\.? ?c\b/g, 'ascorbique'],
  [/\bvit(?:amines?)?\.? ?d ?2\b/g, 'ergocalciferol'],
  [/\bvit(?:amines?)?\.? ?d ?3?\b/g, 'cholecalciferol'],
  [/\bvit(?:amines?)?\.? ?e\b/g, 'tocopherol'],
  [/\bvit(?:amines?)?\.? ?k ?1\b/g, 'phytomenadione'],
  [/\bvit(?:amines?)?\.? ?b ?1\b/g, 'thiamine'],
  [/\bvit(?:amines?)?\.? ?b ?2\b/g, 'riboflavine'],
  [/\bvit(?:amines?)?\.? ?b ?6\b/g, 'pyridoxine'],
  [/\bvit(?:amines?)?\.? ?b ?9\b/g, 'folique'],
  [/\bvit(?:amines?)?\.? ?b ?12\b/g, 'cyanocobalamine'],
]

/** Words for salts, esters and water, which do not change the substance. */
export const salts: ReadonlySet<string> = new Set(
  `chlorhydrate dichlorhydrate monochlorhydrate trichlorhydrate hydrochlorure hydrochloride bromhydrate hydrobromure
  bromure dibromure iodure maleate hydrogenomaleate fumarate difumarate hemifumarate hydrogenofumarate succinate
  hemisuccinate tartrate hydrogenotartrate bitartrate tartrique mesilate mesylate besilate besylate tosilate camsilate
  edisilate esilate isetionate diisethionate napsilate embonate pamoate acetate diacetate propionate dipropionate
  valerate butyrate hexanoate undecanoate enantate decanoate palmitate stearate laurylsulfate estolate ethylsuccinate
  benzoate benzathine procaine axetil proxetil pivoxil medoxomil cilexetil mofetil etexilate disoproxil alafenamide
  etabonate metasulfobenzoate furoate pivalate trometamol tromethamine meglumine erbumine arginine lysine
  tertbutylamine malate oxalate xinafoate nicotinate salicylate orotate aspartate pidolate hydrogenosulfate bisulfate
  monosulfate phosphate diphosphate dihydrogenophosphate hydrogenophosphate sulfate nitrate dinitrate citrate
  dihydrogenocitrate gluconate digluconate lactate carbonate bicarbonate hydrogenocarbonate chlorure dichlorure
  glycerophosphate oxyde hydroxyde peroxyde sodique disodique trisodique monosodique hemisodique potassique
  monopotassique dipotassique calcique hemicalcique magnesique monocalcique anhydre hydrate hydratee monohydrate
  monohydratee dihydrate dihydratee trihydrate trihydratee tetrahydrate tetrahydratee pentahydrate pentahydratee
  hexahydrate hexahydratee heptahydrate heptahydratee hemihydrate hemihydratee sesquihydrate sesquihydratee
  hemipentahydrate hemipentahydratee micronise micronisee betadex clathrate solvate`.split(/\s+/),
)

/** With a mineral these are distinct substances: « chlorure de potassium » is not « gluconate de potassium ». */
export const anions: ReadonlySet<string> = new Set(
  `chlorure dichlorure carbonate bicarbonate hydrogenocarbonate sulfate gluconate citrate phosphate dihydrogenophosphate
  hydrogenophosphate lactate fumarate oxyde hydroxyde nitrate acetate bromure iodure aspartate pidolate
  glycerophosphate orotate succinate peroxyde`.split(/\s+/),
)

export const minerals: ReadonlySet<string> = new Set(
  'sodium potassium calcium magnesium zinc fer aluminium lithium ammonium cuivre manganese bismuth argent baryum strontium'.split(
    ' ',
  ),
)
/** Minerals that may follow the name of an acid without changing the substance: « diclofénac sodium ». */
export const cations: ReadonlySet<string> = new Set(['sodium', 'potassium', 'calcium', 'magnesium'])

/** Words that do not distinguish substances: « de », « sous forme de », « acide ». */
export const fillers: ReadonlySet<string> = new Set(
  'de d du des la le les l et en a au aux pour sous forme equivalant correspondant soit base acide ac ac. dl l'.split(
    ' ',
  ),
)
