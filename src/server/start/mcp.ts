import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ReportQuery, reports } from '#shared/contract/reports.ts'
import { ErrorBody } from '#shared/contract/values.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'

/**
 * `npm run --silent mcp`: an MCP server over stdio, with which an assistant asks reports of a running Officine. It reads
 * only: its two tools are two calls of the API, made with the token of « Assistants ». One JSON-RPC message a line, both
 * ways; nothing else may be written to the standard output.
 */
const base = process.env['OFFICINE_URL'] ?? 'http://127.0.0.1:4800'
const token = process.env['OFFICINE_TOKEN'] ?? ''

/** In ms. */
const answersWithin = 60_000
/** Newest first: a client that speaks another version is offered the newest. */
const protocolVersions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

type Tool = { endpoint: Endpoint; body?: z.ZodType; description: string }
const tools: Readonly<Record<string, Tool>> = {
  report_meta: {
    endpoint: reports.meta,
    description:
      'The vocabulary of the reports of this pharmacy: measures with their formulas and units, and the dimensions to group and filter by. Read it before asking a report.',
  },
  report_ask: {
    endpoint: reports.ask,
    body: ReportQuery,
    description:
      'A report: measures grouped by dimensions over a period of days, optionally beside another period. Values are in the order of the measures: money in minor units of the currency, percents of a hundred, counts. Groups beyond `limit` are counted in `groups` and are in `totals`.',
  },
}

const Message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})
const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

async function answerTo(method: string, params: Record<string, unknown>): Promise<object> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: protocolVersions.find((each) => each === params['protocolVersion']) ?? protocolVersions[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'officine', title: 'Officine', version: '0.1.0' },
      }
    case 'ping':
      return {}
    case 'tools/list':
      return {
        tools: Object.entries(tools).map(([name, { description, body }]) => ({
          name,
          description,
          inputSchema: body ? z.toJSONSchema(body, { io: 'input' }) : { type: 'object' },
          annotations: { readOnlyHint: true },
        })),
      }
    case 'tools/call': {
      const call = Call.safeParse(params)
      const tool = call.success && Object.hasOwn(tools, call.data.name) ? tools[call.data.name] : undefined
      if (!call.success || !tool) throw new RpcError(-32_602, 'no such tool')
      return ask(tool, call.data.arguments)
    }
    default:
      throw new RpcError(-32_601, `no method ${method}`)
  }
}

/** What the server answers, as the assistant reads it; a refusal is an answer in words. */
async function ask({ endpoint, body }: Tool, given: object): Promise<object> {
  const textOf = (text: string) => ({ content: [{ type: 'text', text }] })
  try {
    const reply = await fetch(`${base.replace(/\/$/, '')}/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(given) }),
      signal: AbortSignal.timeout(answersWithin),
    })
    const answer: unknown = await reply.json()
    if (reply.ok) return { ...textOf(JSON.stringify(answer)), structuredContent: answer }
    const { message, details } = ErrorBody.parse(answer)
    const words = catalogueEntry(message)?.text ?? ''
    return { ...textOf(`${message}. ${words} ${JSON.stringify(details ?? {})}`), isError: true }
  } catch (error) {
    return { ...textOf(`Officine (${base}) does not answer: ${String(error).replaceAll(token, '…')}`), isError: true }
  }
}

async function take(line: string): Promise<object | null> {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return { id: null, error: { code: -32_700, message: 'not JSON' } }
  }
  const message = Message.safeParse(read)
  if (!message.success) return { id: null, error: { code: -32_600, message: 'not a request' } }
  const { id, method, params } = message.data
  // A notification asks for no answer.
  if (id === undefined) return null
  try {
    return { id, result: await answerTo(method, params) }
  } catch (error) {
    const code = error instanceof RpcError ? error.code : -32_603
    return { id, error: { code, message: error instanceof Error ? error.message : String(error) } }
  }
}

if (!token) {
  console.error('OFFICINE_TOKEN : la clé d’un assistant, faite dans Paramètres, Assistants.')
  process.exit(1)
}
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  void take(line).then((answer) => {
    if (answer) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`)
  })
}
