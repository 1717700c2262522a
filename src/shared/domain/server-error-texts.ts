import { close, inputKept, retry, unchanged, type ErrorText } from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'

/** Texts of what hinders the server. */
export const serverTexts = {
  'server:unavailable': {
    title: 'La base de données redémarre',
    text: 'L’ordinateur qui garde les données ne peut rien enregistrer pour l’instant. Il repart de lui-même : réessayez dans quelques secondes.',
    kept: inputKept,
    buttons: retry,
  },
  'server:diskFull': {
    title: 'Le disque est plein',
    text: 'L’ordinateur qui garde les données n’a plus de place et ne peut rien enregistrer. Libérez de la place sur cet ordinateur, puis recommencez.',
    kept: inputKept,
    buttons: retry,
  },
  'server:copy': {
    title: 'La pharmacie est une copie',
    text: 'Elle a été restaurée d’une sauvegarde\u00a0: rien n’y est changé ni pris des caisses tant que personne ne l’a confirmée dans «\u00a0Paramètres\u00a0», «\u00a0Sauvegarde\u00a0». Ce qui est vendu attend sur ce poste.',
    kept: inputKept,
    buttons: retry,
  },
  'server:past': {
    title: 'C’est un jour passé',
    text: 'Cette pharmacie se lit telle qu’elle était, et rien n’y est changé. Travaillez dans celle d’aujourd’hui.',
    kept: inputKept,
    buttons: retry,
  },
  'server:exercise': {
    title: 'C’est un exercice',
    text: 'Rien ne sort d’un exercice\u00a0: ni facture normalisée, ni e-mail, ni impression sur une imprimante du réseau. Le reste se fait comme dans la pharmacie.',
    kept: inputKept,
    buttons: retry,
  },
  'server:replaced': {
    title: 'Cet ordinateur a été remplacé',
    text: 'Un autre ordinateur garde les données de la pharmacie. Celui-ci ne prend plus rien\u00a0: ce qui est vendu attend sur ce poste et part vers l’autre dès qu’il répond.',
    kept: inputKept,
    buttons: retry,
  },
  'server:standby': {
    title: 'Cet ordinateur suit le premier',
    text: 'Il ne prend rien tant que personne n’a décidé qu’il prend le relais\u00a0: ce qui est vendu attend sur ce poste.',
    kept: inputKept,
    buttons: retry,
  },
  'server:noStandby': {
    title: 'Aucun second ordinateur n’est prévu ici',
    text: 'L’installateur ouvre d’abord le port par lequel il suivrait (STANDBY_PORT).',
    kept: unchanged,
    buttons: close,
  },
  'server:olderThanData': {
    title: 'Cet Officine est plus ancien que celui du premier',
    text: 'Mettez-le d’abord à jour\u00a0: il ne pourrait pas ouvrir les données du premier.',
    kept: unchanged,
    buttons: close,
  },
} satisfies Partial<Record<OwnMessage, ErrorText>>
