import pino from 'pino'
import { assistantModel } from '../adapters/assistant/model.ts'
import { buildOf } from '../build.ts'
import type { Env } from '../env.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { AssistantFailed, type AssistantModel, type AssistantRequest } from '../ports.ts'
import type { ModelApi, ModelAsked } from './model-api.ts'

/** A language model behind a fake API, with what its operator sees. */
interface ModelWorld {
  model: AssistantModel
  label: string
  /** The text so far and the tools, with neighboring texts joined. */
  ask: (request?: Partial<AssistantRequest>) => Promise<Answered>
  /** The failure of a question. Fails when it is answered. */
  fail: (request?: Partial<AssistantRequest>) => Promise<AssistantFailed>
  /** Everything that was logged. */
  logged: () => string
  outcomes: () => Promise<Record<string, number>>
  pass: (ms: number) => void
}

interface Answered {
  pieces: (string | { tool: string })[]
  text: string
  /** How many pieces of text came. */
  contents: number
}

/** A question. */
export function askedOf(request: Partial<AssistantRequest> = {}): AssistantRequest {
  return {
    instructions: 'Answer about DNS.',
    messages: [{ role: 'user', content: 'What needs attention at example.com?' }],
    tools: {},
    maxOutputTokens: 500,
    signal: new AbortController().signal,
    ...request,
  }
}

/** Timeouts that no test reaches, except for those given. */
export function modelWorld({
  api,
  timeouts = {},
  ...place
}: {
  api: Pick<ModelApi, 'baseUrl' | 'key'>
  provider: NonNullable<Env['assistant']>['provider']
  model: string
  timeouts?: Partial<Record<'totalMs' | 'firstChunkMs' | 'chunkMs' | 'toolMs', number>>
}): ModelWorld {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
  const metrics = openMetrics(buildOf())
  let time = Date.parse('2026-11-20T09:00:00Z')
  const model = assistantModel(
    { ...place, baseUrl: api.baseUrl, apiKey: api.key === '' ? null : api.key },
    {
      log,
      metrics,
      now: () => new Date(time),
      timeouts: { totalMs: 60_000, firstChunkMs: 60_000, chunkMs: 60_000, toolMs: 60_000, ...timeouts },
    },
  )
  const outcomes = async (): Promise<Record<string, number>> => {
    const metric = await metrics.registry.getSingleMetric('waxseal_assistant_answers_total')?.get()
    const counted = metric?.values.filter(({ value }) => value > 0) ?? []
    return Object.fromEntries(counted.map(({ labels, value }) => [labels.outcome, value]))
  }
  const ask = async (request?: Partial<AssistantRequest>): Promise<Answered> => {
    const pieces: Answered['pieces'] = []
    let contents = 0
    for await (const piece of model.stream(askedOf(request))) {
      if ('tool' in piece) pieces.push(piece)
      else {
        contents += 1
        const last = pieces.at(-1)
        if (typeof last === 'string') pieces[pieces.length - 1] = last + piece.content
        else pieces.push(piece.content)
      }
    }
    return { pieces, contents, text: pieces.filter(piece => typeof piece === 'string').join('') }
  }
  return {
    model,
    label: model.label,
    ask,
    async fail(request) {
      try {
        await ask(request)
      } catch (error) {
        if (error instanceof AssistantFailed) return error
        throw error
      }
      throw new Error('the question was answered')
    },
    logged: () => lines.join(''),
    outcomes,
    pass: ms => void (time += ms),
  }
}

/** What the built-in analyst answers, from a question as a fake API received it. */
export function analystOf({ messages }: ModelAsked): string {
  const line = messages
    .findLast(({ role }) => role === 'user')
    ?.content.split('\n')
    .find(each => each.startsWith('{"answer_of_the_built_in_analyst"'))
  const { answer_of_the_built_in_analyst: analyst } = JSON.parse(line ?? '{}') as Record<string, unknown>
  if (typeof analyst !== 'string') throw new Error('the question has no answer of the analyst')
  return analyst
}
