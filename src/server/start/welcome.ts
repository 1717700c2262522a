import { demoSummary } from '#server/demo/demo-summary.ts'

/** What the terminal shows when the shop is open: where, and who can enter. */
export function welcome(url: string): string {
  return [
    '',
    '  Officine est ouverte.',
    '',
    `  Comptoir      ${url}/kiosk/`,
    `  Gestion       ${url}/backoffice/`,
    `  API           ${url}/api/   documentation ${url}/docs`,
    '',
    ...demoSummary().map((line) => `  ${line}`),
    '',
    '  Ctrl+C ferme la boutique. « npm run demo:reset » remet la démonstration à neuf.',
    '',
  ].join('\n')
}
