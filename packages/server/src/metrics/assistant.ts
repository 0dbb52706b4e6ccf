import type { StatementKind } from '@waxseal/core/assistant'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { AssistantFailed } from '../ports.ts'

/** How an answer of the language model ended. */
export type ModelOutcome = 'ok' | AssistantFailed['reason']

const outcomes: readonly ModelOutcome[] = [
  'ok',
  'timeout',
  'rate_limited',
  'refused',
  'cut',
  'empty',
  'closed',
  'failed',
]

export interface AssistantMetrics {
  modelAnswered(outcome: ModelOutcome): void
  /** @param seconds from the request to the first word of the answer */
  modelBegan(seconds: number): void
  /** An answer of the model had something of this kind that no tool returned; the built-in analyst's was shown. */
  modelContradicted(what: Contradiction): void
}

type Contradiction = StatementKind | 'record'

const contradictions: { readonly [C in Contradiction]: true } = {
  number: true,
  date: true,
  time: true,
  domain: true,
  address: true,
  verdict: true,
  person: true,
  code: true,
  markup: true,
  record: true,
}

export function assistantMetrics(registry: Registry): AssistantMetrics {
  const answers = new Counter({
    name: 'waxseal_assistant_answers_total',
    help: 'Answers of the language model by outcome. Those rate_limited may have sent no request.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const firstWord = new Histogram({
    name: 'waxseal_assistant_first_word_seconds',
    help: 'Time from the request to the first word of the language model, with the tools that it used before.',
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32],
    registers: [registry],
  })
  const contradicted = new Counter({
    name: 'waxseal_assistant_contradictions_total',
    help: 'What answers of the language model had that no tool returned, by kind. They were not shown.',
    labelNames: ['what'],
    registers: [registry],
  })
  for (const what of Object.keys(contradictions)) contradicted.inc({ what }, 0)
  for (const outcome of outcomes) answers.inc({ outcome }, 0)
  return {
    modelAnswered: outcome => answers.inc({ outcome }),
    modelContradicted: what => contradicted.inc({ what }),
    modelBegan: seconds => firstWord.observe(seconds),
  }
}
