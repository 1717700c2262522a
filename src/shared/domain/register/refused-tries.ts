/**
 * In a drawer that is counted blindly, the tries to take more than it holds that are refused before only who has
 * `register.exceed` may take anything out. Each refused try halves what the drawer may hold.
 */
export const maxRefusedTries = 3

/** « 2 décaissements ou versements refusés ». */
export function refusedTriesText(tries: number): string {
  return `${tries}\u00a0${tries < 2 ? 'décaissement ou versement refusé' : 'décaissements ou versements refusés'}`
}
