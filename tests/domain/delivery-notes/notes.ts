import type { FileTable } from '#shared/domain/files/table-file.ts'
import { readTable } from '#shared/tables/read-table.ts'

/** Notes written from the column facts of each layout; the products and prices are made up. */
export const notes = {
  ubipharm: [
    'Etablissement;Facture;Ligne;CIP;Libelle;Qte Cde;UG;Qte Liv;Prix Cession;Prix Public;N Commande;TVA;CIP/EAN13;CIP/EAN13;CIP/EAN13;CIP/EAN13;CIP/EAN13',
    '01;88412;1;3400935955838;DOLIPRANE 1000MG CPR B/8                          ;90;10;90;890.0;1250.0;C1;0.0;;;;;',
    '01;88412;2;2512345;COARTEM 20/120 CPR B/24;40;0;38;3020.0;0.0;C1;18.0;;;;;',
  ],
  laborex: [
    'Etab;Facture;Lig;Code;Libelle;Qté cdée;UG;Qté livrée;PA;PV;N° cde/BL;TVA',
    '02;F7781;1;3400935955838;DOLIPRANE 1000MG CPR B/8;12;0;12;890;1250;BL55;0',
    '02;F7781;2;7654321;EFFERALGAN 500MG;60;6;60;1245;1730;BL55;0',
  ],
  'laborex-old': [
    'Facture;Ligne;CIP;Libelle;Cdée;Livrée;Prix cession;Prix public;N° cde;TVA',
    'F12;1;3400935955838;DOLIPRANE 1000MG;10;10;890;1250;C4;0',
    'F12;2;7654321;EFFERALGAN 500MG;6;5;1245;1730;C4;0',
  ],
  copharmed: [
    'Date BL;Facture;Ligne;X1;Code;X2;Designation;X3;Qte cdee;Qte livree;UG;Prix achat;X4;Prix vente',
    '21/11/2026;C900;1;;3400935955838;;DOLIPRANE 1000MG;;20;20;2;890;;1250',
    '21/11/2026;C900;2;;7654321;;EFFERALGAN 500MG;;5;5;0;1245;;1730',
  ],
  dpci: [
    '1;DOLIPRANE 1000MG CPR;3400935955838;890;1250;0;10;10;BL9001',
    '2;EFFERALGAN 500MG;7654321;1245;1730;18;6;8;BL9001',
  ],
  tedis: ['1;3400935955838;890;10;X;1250;6FD40;20280229', '2;7654321;1245;6;X;1730;EF8812;20270630'],
  'tedis-old': ['3400935955838;DOLI;X;10;890', '7654321;EFFE;X;6;1245'],
  code: ['3400935955838;10', '7654321;6'],
  'code-price': ['3400935955838;12;A;10;890', '7654321;6;B;6;1245'],
  text: ['3400935955838\tX\t890\t10\tX\t1250', '7654321\tX\t1245\t6\tX\t1730'],
  'text-old': ['1\t3400935955838\t890\t10\tX\t1250', '2\t7654321\t1245\t6\tX\t1730'],
} as const

/** The first table of a text file, read as a note is. */
export async function tableOfNote(lines: readonly string[]): Promise<FileTable> {
  const reading = await readTable('bl.csv', new TextEncoder().encode(`${lines.join('\n')}\n`), { headers: 'optional' })
  if (!reading.ok) throw new Error(reading.trouble)
  return reading.file.tables[0]
}
