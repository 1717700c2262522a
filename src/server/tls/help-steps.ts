export type System = 'windows' | 'android' | 'ipad' | 'mac' | 'linux'
/** A drawn window of a system: its title, its lines, and which of them is touched. */
export type Picture = { title: string; lines: readonly string[]; touched: number }
type Steps = { system: System; title: string; lines: readonly string[]; pictures: readonly Picture[] }

/** How each system learns to trust an authority, in the words of its own screens. */
export const steps: readonly Steps[] = [
  {
    system: 'windows',
    title: 'Windows 10 et 11 (Chrome, Edge)',
    lines: [
      'Ouvrez le fichier téléchargé <strong>officine.crt</strong>, puis touchez « Installer un certificat… ».',
      'Choisissez « Ordinateur local » (« Utilisateur actuel » si vous n’êtes pas administrateur), puis « Suivant ».',
      'Touchez « Placer tous les certificats dans le magasin suivant », « Parcourir… », et choisissez <strong>Autorités de certification racines de confiance</strong>.',
      'Touchez « Suivant », « Terminer », puis « Oui ».',
    ],
    pictures: [
      { title: 'Certificat', lines: ['Général', 'Installer un certificat…', 'OK'], touched: 1 },
      {
        title: 'Magasin de certificats',
        lines: ['Personnel', 'Autorités de certification racines de confiance', 'Autres personnes'],
        touched: 1,
      },
    ],
  },
  {
    system: 'android',
    title: 'Tablette Android (Chrome)',
    lines: [
      'Ouvrez « Paramètres », cherchez <strong>certificat</strong>, puis « Installer un certificat » et « Certificat CA ».',
      'Android prévient que le réseau peut être surveillé : touchez « Installer quand même ». Ce certificat ne vaut que pour le réseau de la pharmacie.',
      'Choisissez <strong>officine.crt</strong> dans les téléchargements.',
    ],
    pictures: [
      {
        title: 'Installer un certificat',
        lines: ['Certificat CA', 'Certificat utilisateur VPN et application', 'Certificat Wi-Fi'],
        touched: 0,
      },
    ],
  },
  {
    system: 'ipad',
    title: 'iPad (Safari)',
    lines: [
      'Touchez « Autoriser » : le profil est téléchargé.',
      'Ouvrez « Réglages », « Profil téléchargé », puis « Installer ».',
      'Dans « Réglages », « Général », « Informations », « Réglages de confiance des certificats », allumez <strong>Officine, serveur de la pharmacie</strong>.',
    ],
    pictures: [
      {
        title: 'Réglages de confiance des certificats',
        lines: ['Activer la confiance totale', 'Officine, serveur de la pharmacie'],
        touched: 1,
      },
    ],
  },
  {
    system: 'mac',
    title: 'Mac (Chrome, Safari)',
    lines: [
      'Ouvrez <strong>officine.crt</strong> : le Trousseau d’accès l’ajoute à « session ».',
      'Ouvrez-le par un double clic, dépliez « Se fier », et choisissez « Toujours approuver ».',
    ],
    pictures: [
      {
        title: 'Se fier',
        lines: ['Lors de l’utilisation de ce certificat : Toujours approuver', 'SSL : Toujours approuver'],
        touched: 0,
      },
    ],
  },
  {
    system: 'linux',
    title: 'Linux (Chrome, Chromium, Firefox)',
    lines: [
      'Chrome : « Paramètres », « Confidentialité et sécurité », « Sécurité », « Gérer les certificats », « Autorités de certification », « Importer », puis cochez « Faire confiance pour identifier des sites ».',
      'Firefox, sur tous les systèmes : « Paramètres », « Vie privée et sécurité », « Afficher les certificats », « Autorités », « Importer », puis cochez « Confirmer pour les sites web ».',
    ],
    pictures: [{ title: 'Autorités', lines: ['Afficher…', 'Importer…', 'Exporter…'], touched: 1 }],
  },
]

const lineHeight = 34

/** A drawing of a screen: the systems change their look, the words stay. */
export function picture({ title, lines, touched }: Picture): string {
  const height = 44 + lines.length * lineHeight
  const rows = lines.map((line, at) => {
    const y = 40 + at * lineHeight
    const frame = at === touched ? `<rect class="touched" x="8" y="${y}" width="404" height="28" rx="4"/>` : ''
    return `${frame}<text x="18" y="${y + 19}">${line}</text>`
  })
  return `<svg role="img" viewBox="0 0 420 ${height}" aria-label="${title} : ${lines[touched]!}"><rect class="window" x="1" y="1" width="418" height="${height - 2}" rx="8"/><rect class="bar" x="1" y="1" width="418" height="30" rx="8"/><text class="title" x="14" y="21">${title}</text>${rows.join('')}</svg>`
}

export const helpStyle = `
:root { color-scheme: light; }
body { margin: 0; background: #f6f7f7; color: #17211e; font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 12px; }
h2 { font-size: 20px; margin: 32px 0 8px; }
a { color: #0b5d4b; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 14px 22px; border-radius: 8px; background: #0b5d4b; color: #fff; text-decoration: none; font-weight: 600; }
.button:focus-visible, summary:focus-visible, a:focus-visible { outline: 3px solid #c9861a; outline-offset: 2px; }
details { background: #fff; border: 1px solid #d5dbd8; border-radius: 8px; margin: 8px 0; padding: 0 16px; }
summary { cursor: pointer; padding: 14px 0; font-weight: 600; }
ol { margin: 0 0 12px; padding-left: 22px; }
li { margin: 6px 0; }
.pictures { display: flex; flex-wrap: wrap; gap: 12px; padding-bottom: 16px; }
.pictures svg { width: 100%; max-width: 320px; }
.window { fill: #fff; stroke: #9aa7a2; }
.bar { fill: #e4e9e7; }
svg text { font: 15px system-ui, sans-serif; fill: #17211e; }
svg text.title { font-weight: 600; }
.touched { fill: #fff3d9; stroke: #c9861a; stroke-width: 2; }
.print { font: 15px/1.6 ui-monospace, monospace; background: #fff; border: 1px solid #d5dbd8; border-radius: 8px; padding: 12px 16px; overflow-wrap: anywhere; }
.code svg { width: 220px; background: #fff; }
`
