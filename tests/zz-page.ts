import { writeFileSync } from 'node:fs'
import { standbyPage, standbyStyle } from '#server/standby/standby-page.ts'
writeFileSync('/tmp/h/sb/relais.html', standbyPage.replace('<link rel="stylesheet" href="/relais/page.css">', `<style>${standbyStyle}</style>`).replace('<script src="/relais/page.js"></script>', '').replace('role="status">…', 'role="status">Il suit le premier ordinateur, tout est ici. Complet jusqu’au 29/11/2026 23:41:24.').replace('role="alert">', 'role="alert">Ce code n’est pas celui d’un membre qui règle la pharmacie.'))
