import type { Separator, TableFileTrouble } from '#shared/domain/files/table-file.ts'

export const tableTroubleTexts: Record<TableFileTrouble, string> = {
  empty: 'Ce fichier est vide, ou n’a rien sous ses titres de colonnes.',
  oldSpreadsheet:
    'Ce fichier est d’un ancien Excel (.xls), ou protégé par un mot de passe. Ouvrez-le et enregistrez-le en .xlsx ou en CSV, sans mot de passe.',
  brokenSpreadsheet:
    'Ce fichier Excel ne s’ouvre pas\u00a0: il est abîmé. Enregistrez-le de nouveau, ou demandez-le de nouveau.',
  notATable: 'Ce fichier n’est pas un tableau. Choisissez un fichier Excel (.xlsx) ou CSV.',
  oneColumn:
    'Une seule colonne a été trouvée. Les colonnes doivent être séparées par un point-virgule, une virgule, une tabulation ou une barre verticale.',
  tooLarge: 'Ce fichier dépasse 15\u00a0Mo. Partagez-le en plusieurs fichiers.',
  tooMuchUnpacked:
    'Ce fichier Excel contient plus de 100\u00a0Mo une fois ouvert. Partagez-le en plusieurs fichiers, ou enregistrez-le en CSV.',
  tooManyParts:
    'Ce fichier Excel est fait de plus de 2\u202f000 parties. Copiez le tableau dans un nouveau classeur, et enregistrez-le.',
  tooManyColumns:
    'Ce tableau a plus de 1\u202f000 colonnes. Supprimez ce qui est écrit loin à droite, ou copiez le tableau dans un nouveau fichier.',
  tooManyCells:
    'Ce tableau a trop de cellules. Supprimez ce qui est écrit loin en bas ou à droite, ou partagez-le en plusieurs fichiers.',
  lineTooLong:
    'Une ligne de ce fichier a plus de 100\u202f000 signes\u00a0: ce n’est pas un tableau. Demandez-le de nouveau.',
  tooHeavy:
    'Ce fichier est trop lourd à lire\u00a0: la lecture a été arrêtée. Partagez-le en plusieurs fichiers, ou enregistrez-le en CSV.',
  gone: 'Ce fichier n’est plus là, ou a changé depuis. Choisissez-le de nouveau.',
}

export const separatorWords: Record<Separator, string> = {
  ';': 'point-virgule',
  ',': 'virgule',
  '\t': 'tabulation',
  '|': 'barre verticale',
}
