// Dictionaries for the content of a closed sale. Printed receipts refer to entries by position: only append, never
// remove. Fields missing here are written in full, so that a new field only makes the code longer.

const line = ['id', 'label', 'price', 'quantity']
const record = [...line, 'stockItemId']
const paid = ['amount', 'id', 'type']
const sale = [
  'id',
  'identifier',
  'patientId',
  'payments',
  'records',
  'registerId',
  'revision',
  'rounding',
  'sellerId',
  'sellerRoles',
  'sessionId',
  'soldAt',
  'terminalId',
  'total',
  'vouchers',
]

/** Field names of known objects, in order; at most 48 entries. */
export const shapes: readonly (readonly string[])[] = [
  sale,
  [...sale, 'replaces'],
  [...sale, 'prescription'],
  [...sale, 'prescription', 'replaces'],
  line,
  record,
  [...record, 'posology'],
  [...record, 'opens'],
  [...record, 'opens', 'posology'],
  ['boxes', 'stockItemId'],
  paid,
  [...paid, 'tendered'],
  [...paid, 'bank', 'chequeNumber'],
  [...paid, 'phoneOperator', 'transactionReference'],
  [...paid, 'insuranceMetadata'],
  [...paid, 'insuranceMetadata', 'shares'],
  [...paid, 'socialSecurityMetadata'],
  [...paid, 'socialSecurityMetadata', 'shares'],
  [...paid, 'creditMetadata'],
  [...paid, 'creditMetadata', 'shares'],
  [...paid, 'percent'],
  ['contractPolicy', 'coverage', 'insurer', 'voucher'],
  ['body', 'identifier'],
  ['body', 'contractPolicy', 'identifier'],
  ['person'],
  ['organization'],
  ['contractPolicy', 'organization'],
  ['amount', 'lineId'],
  ['patientAddress', 'patientName', 'prescribedOn', 'prescriber', 'prescriberAddress'],
  [...sale, 'preparation'],
  [...sale, 'preparation', 'prescription'],
  ['at', 'sessionId', 'userId'],
].map((fields) => fields.toSorted())

/** Texts encoded as one byte; at most 64 entries. */
export const words: readonly string[] = [
  'CASH',
  'CHEQUE',
  'CREDIT_CARD',
  'MOBILE_MONEY',
  'INSURANCE',
  'SOCIAL_SECURITY',
  'CREDIT',
  'CREDIT_ORG',
  'DISCOUNT',
  'vendeur',
  'pharmacien',
  'titulaire',
  'caissier',
  'assistant',
  'gérant',
  'MTN MoMo',
  'Moov Money',
  'Celtiis Cash',
  'Orange Money',
  'Wave',
  '',
]
