/** Who stands in the demo pharmacy, as `npm start` prints them. */
export type Member = { lastName: string; name: RegExp; shortName: string; pin: string }

const member = (lastName: string, shortName: string, pin: string): Member => ({
  lastName,
  name: new RegExp(`^${lastName} `),
  shortName,
  pin,
})

/** vendeur */
export const aurele = member('DOSSOU', 'DOSSOU A.', '4417')
/** pharmacien */
export const rachelle = member('HOUNKPATIN', 'HOUNKPATIN R.', '7302')
/** vendeur */
export const fifame = member('ADJOVI', 'ADJOVI F.', '5826')
/** caissier */
export const koffi = member('SOGLO', 'SOGLO K.', '9164')
/** gestionnaire de stock */
export const mireille = member('TOSSOU', 'TOSSOU M.', '3085')
/** titulaire */
export const gilles = member('AZONHIHO', 'AZONHIHO G.', '1960')

export type Account = { email: string; password: string }
export const terminalAccount: Account = { email: 'comptoir@camp-guezo.example', password: 'officine-demo' }
export const adminAccount: Account = { email: 'admin@officine.example', password: 'officine-demo' }

// ── the pharmacy of Abidjan ──
export const lagune: Account = { email: 'comptoir@plateau-lagune.example', password: 'officine-demo' }
/** pharmacien */
export const adjoua = member('KOUASSI', 'KOUASSI A.', '6840')
/** caissier */
export const prisca = member('YAO', 'YAO P.', '8093')
/** titulaire there too */
export const gillesOfLagune = member('AZONHIHO', 'AZONHIHO G.', '1973')
