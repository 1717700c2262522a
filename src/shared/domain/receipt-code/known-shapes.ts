// What a closed sale is made of. The order of these lists is what printed receipts are read by: new ones go to the end, nothing ever leaves. What is not
// in them is written out, so that a field of tomorrow only makes a code longer.

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

/** The fields of an object, in order; at most 48 lists. */
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

/** Texts that come whole; at most 64. */
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
