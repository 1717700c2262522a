import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { mecef } from '#shared/contract/mecef.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { listFiscalClosings, readFiscalReport } from '#server/fiscal-documents/fiscal-report.service.ts'
import {
  askFiscalDocument,
  countFiscalPrint,
  fiscalDocumentsOfSale,
  listFiscalDocuments,
  listFiscalExchanges,
  readDifferences,
  readFiscalDocument,
  retryFiscalDocument,
  settleFiscalDocument,
} from '#server/fiscal-documents/fiscal-document.service.ts'
import { route, type App } from '#server/http/route.ts'

export function fiscalDocumentRoutes(app: App): void {
  route(app, fiscalReports.read, ({ query }, context) => readFiscalReport(context, query))
  route(app, fiscalReports.list, ({ query }, context) => listFiscalClosings(context, query))
  route(app, mecef.differences, (_, context) => readDifferences(context))
  route(app, fiscalDocuments.list, ({ query }, context) => listFiscalDocuments(context, query))
  route(app, fiscalDocuments.journal, ({ query }, context) => listFiscalExchanges(context, query))
  route(app, fiscalDocuments.read, ({ params }, context) => readFiscalDocument(context, params.id))
  route(app, fiscalDocuments.ofSale, ({ params }, context) => fiscalDocumentsOfSale(context, params.id))
  route(app, fiscalDocuments.ask, ({ params }, context) => askFiscalDocument(context, params.id))
  route(app, fiscalDocuments.printed, ({ params }, context) => countFiscalPrint(context, params.id))
  route(app, fiscalDocuments.retry, ({ params, body }, context) => retryFiscalDocument(context, params.id, body))
  route(app, fiscalDocuments.settle, ({ params, body }, context) => settleFiscalDocument(context, params.id, body))
}
