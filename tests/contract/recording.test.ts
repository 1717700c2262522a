import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { allCalls, contract } from '#shared/contract/contract.ts'
import { bareSchemas, schemasBelow } from '#shared/contract/input-texts.ts'
import { fieldsOf, isGap, noPicture, recordingOf, withoutPictures } from '#shared/contract/recording.ts'
import { pictureFields, secretFields } from '#shared/contract/values.ts'

/** Paths of all fields of a schema. */
function paths(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (path.length > 12) return []
  return bareSchemas(schema).flatMap((one) => [
    path.join('.'),
    ...Object.entries(schemasBelow(one)).flatMap(([key, below]) => paths(below, [...path, key])),
  ])
}

/** Fields that sound like a secret or a file in calls that are recorded, and are none. */
const harmless: Record<string, string> = {
  hasPin: 'whether there is one',
  fiscalTokenSetAt: 'when it was set',
  fiscalTokenExpiresAt: 'when it ends',
}

describe('what is recorded of a call', () => {
  test('no field that sounds like a secret or like bytes is in a recorded call, but for pictures that lose theirs', () => {
    const suspicious = /pin$|pincode|secret|token|passw|^data$|bytes|base64|credential/i
    const found = allCalls.flatMap(({ family, name, endpoint }) => {
      if (recordingOf(endpoint) !== 'whole') return []
      const pictures = (endpoint.body ? fieldsOf(endpoint.body, pictureFields) : []).map((path) => path.join('.'))
      const parts = [endpoint.params, endpoint.query, endpoint.body, endpoint.reply].filter(
        (part) => part !== undefined,
      )
      return parts
        .flatMap((part) => paths(part))
        .filter((path) => suspicious.test(path.split('.').at(-1)!) && !pictures.includes(path))
        .filter((path) => !(path.split('.').at(-1)! in harmless))
        .map((path) => `${family}.${name} ${path}`)
    })
    expect(found).toEqual([])
  })

  test('a call with a secret, a file or what leaves the house is a mark at most', () => {
    for (const { endpoint } of allCalls) {
      const { params, query, body, reply, multipart, file, csv, stream, unreplayed } = endpoint
      const hasSecret = [params, query, body, reply].some((part) => part && fieldsOf(part, secretFields).length > 0)
      const hasPicture = fieldsOf(reply, pictureFields).length > 0
      if (hasSecret || hasPicture || multipart || file || csv || stream || unreplayed)
        expect(recordingOf(endpoint)).not.toBe('whole')
    }
  })

  test('unlocks, invitations, tokens and prints are never kept; sales, registers and stock are', () => {
    const { tokens, invitations, users, mecef, pharmacies, assistants, printJobs, sales, cashRegisters, stockActs } =
      contract
    const never = [
      tokens.createToken,
      tokens.createGrant,
      invitations.invite,
      invitations.accept,
      users.create,
      users.patch,
      mecef.testToken,
      pharmacies.setFiscalToken,
      pharmacies.enter,
      assistants.create,
      printJobs.create,
    ]
    expect(never.map((call) => recordingOf(call))).toEqual(never.map(() => 'mark'))
    const always = [sales.close, sales.giveBack, sales.addPhoto, cashRegisters.close, stockActs.adjust]
    expect(always.map((call) => recordingOf(call))).toEqual(always.map(() => 'whole'))
  })

  test('what later calls depend on and cannot be made again is a gap; an unlock and a print are none', () => {
    const { tokens, users, printJobs, registerImports, deliveryImports, bills } = contract
    expect([users.create, registerImports.create, deliveryImports.create, bills.create].map(isGap)).toEqual(
      Array(4).fill(true),
    )
    expect([tokens.createToken, tokens.createGrant, printJobs.create].map(isGap)).toEqual(Array(3).fill(false))
  })

  test('a picture loses its bytes and nothing else', () => {
    const body = { id: 'a', mime: 'image/jpeg', data: 'AAAA', saleId: 'b' }
    expect(withoutPictures(contract.sales.addPhoto, body)).toEqual({ ...body, data: noPicture })
    expect(withoutPictures(contract.sales.close, body)).toBe(body)
  })
})
