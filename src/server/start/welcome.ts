import { demoSummary } from '#server/demo/demo-summary.ts'

/** The text that the terminal shows after the start: the addresses and the credentials. */
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
    '  Ctrl+C arrête Officine. « npm run demo:reset » remet la démonstration à neuf.',
    '',
  ].join('\n')
}
