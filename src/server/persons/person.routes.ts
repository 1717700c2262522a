import { personData } from '#shared/contract/person-data-calls.ts'
import { persons } from '#shared/contract/persons.ts'
import { listDuplicates } from '#server/persons/duplicate.service.ts'
import { checkRecord } from '#server/persons/check-record.service.ts'
import { listDistinctPairs, tellApart } from '#server/persons/distinct-pairs.service.ts'
import { erasePerson } from '#server/persons/erase-person.ts'
import { givePersonData } from '#server/persons/person-data.service.ts'
import { mergePersons } from '#server/persons/merge-persons.ts'
import {
  changePerson,
  createPerson,
  everyPerson,
  listBills,
  listPersons,
  listPolicies,
  listPurchases,
  readOutgoing,
  readPerson,
  removePerson,
} from '#server/persons/person.service.ts'
import { createQuickPatient } from '#server/persons/quick-patient.service.ts'
import { listRelationships, relate, unrelate } from '#server/persons/relationship.service.ts'
import { route, type App } from '#server/http/route.ts'

export function personRoutes(app: App): void {
  route(app, persons.list, ({ query }, context) => listPersons(context, query))
  route(app, persons.all, (_, context) => everyPerson(context))
  route(app, persons.duplicates, ({ query }, context) => listDuplicates(context, query))
  route(app, persons.check, ({ params, body }, context) => checkRecord(context, params.id, body.checked))
  route(app, persons.distinctPairs, ({ query }, context) => listDistinctPairs(context, query))
  route(app, persons.tellApart, ({ body }, context) => tellApart(context, body))
  route(app, persons.read, ({ params }, context) => readPerson(context, params.id))
  route(app, persons.create, ({ body }, context) => createPerson(context, body))
  route(app, persons.patch, ({ params, body }, context) => changePerson(context, params.id, body))
  route(app, persons.remove, ({ params }, context) => removePerson(context, params.id))
  route(app, persons.createPatientByQuickWay, ({ body }, context) => createQuickPatient(context, body))
  route(app, persons.outgoing, ({ params, query }, context) => readOutgoing(context, params.id, query))
  route(app, persons.bills, ({ params, query }, context) => listBills(context, params.id, query))
  route(app, persons.purchases, ({ params }, context) => listPurchases(context, params.id))
  route(app, persons.contractPolicies, ({ params }, context) => listPolicies(context, params.id))
  route(app, persons.relationships, ({ params }, context) => listRelationships(context, params.id))
  route(app, persons.relate, ({ params, body }, context) => relate(context, params.id, body))
  route(app, persons.unrelate, ({ params }, context) => unrelate(context, params.id))
  route(app, persons.erase, ({ params }, context) => erasePerson(context, params.id))
  route(app, personData.give, ({ params }, context) => givePersonData(context, params.id))
  route(app, persons.merge, ({ params, body }, context) => mergePersons(context, params.id, body.duplicateId))
}
