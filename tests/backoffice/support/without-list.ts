/** Screens of the menu that are no list: boxes, reports, settings. */
export const withoutList: ReadonlySet<string> = new Set([
  '/',
  '/matin',
  '/rapports',
  '/comptabilite',
  '/parametres/pharmacie',
  '/parametres/imprimantes',
  '/parametres/sauvegarde',
  '/referentiel/pays',
])
