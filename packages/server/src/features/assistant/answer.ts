import { randomUUID } from 'node:crypto'
import { answerHtml } from '@waxseal/contract/answer-html'
import { markdownOf, recordFinder } from '@waxseal/core/assistant'
import type { Deps } from '../../deps.ts'
import { withoutText } from '../../errors.ts'
import { AssistantFailed, type AssistantModel } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { builtInAnswer } from './built-in.ts'
import { cleanHtml } from './clean-html.ts'
import { type Loaded, loadFacts } from './facts.ts'
import { outputTokensOf, promptOf } from './prompt.ts'
import type { Task } from './task.ts'
import { headerTexts, KnownScans, toolsFor } from './tools.ts'

export type { Task } from './task.ts'

/** A piece of an answer in Markdown, or the name of a tool that the model uses. */
export type Piece = { content: string } | { tool: string }

/** A whole answer. */
export interface Answered {
  markdown: string
  /** With the allowed tags and our own classes only. */
  html: string
  source: 'built-in' | 'model'
}

/** A task with the facts for its answer. */
export interface Prepared extends Loaded {
  actor: Actor
  task: Task
}

/** Loads the facts for a task. @throws Refusal `not_found`, `no_scan` */
export async function prepare(deps: Deps, actor: Actor, task: Task): Promise<Prepared> {
  return { actor, task, ...(await loadFacts(deps, actor, task)) }
}

interface Options {
  /** Ends the answer, and the request to the provider of the model. */
  signal: AbortSignal
  /** Whether the reader sees the pieces: then another answer cannot replace them. */
  streamed: boolean
}

/**
 * Answers a task: by the language model, or by the built-in analyst if there is none or it fails before its first word.
 * Gives the pieces, and returns the whole answer.
 *
 * @throws AssistantFailed when the model fails after its first word, or the signal fires
 */
export async function* answer(deps: Deps, prepared: Prepared, options: Options): AsyncGenerator<Piece, Answered> {
  const model = deps.assistant
  if (model === null) return yield* builtIn(prepared, 'no-model')
  const known = new KnownScans()
  let written = ''
  try {
    for await (const piece of ask(deps, model, prepared, { known, signal: options.signal })) {
      if ('content' in piece) written += piece.content
      yield piece
    }
  } catch (error) {
    const reason = error instanceof AssistantFailed ? error.reason : 'failed'
    if (options.signal.aborted || reason === 'closed') throw closed(error)
    report(deps, model, error)
    if (options.streamed && written.trim() !== '') throw failed(error)
    written = ''
  }
  if (written.trim() === '') return yield* builtIn(prepared, 'model-failed')
  const html = cleanHtml(answerHtml(written, recordFinder(known.records())))
  return { markdown: written, html, source: 'model' }
}

function ask(
  deps: Deps,
  model: AssistantModel,
  { actor, task, facts, domains }: Prepared,
  { known, signal }: { known: KnownScans; signal: AbortSignal },
): AsyncIterable<Piece> {
  if (facts.scan !== null) known.add(facts.scan)
  known.addTexts([facts.domains, headerTexts(facts.header)])
  known.addQuotes(facts.dnsChanges)
  return model.stream({
    ...promptOf(task, facts, randomUUID()),
    tools: toolsFor(deps, actor, { facts, domains }, known),
    maxOutputTokens: outputTokensOf(facts.scope),
    signal,
  })
}

async function* builtIn(
  { task, facts }: Prepared,
  origin: 'no-model' | 'model-failed',
): AsyncGenerator<Piece, Answered> {
  const markdown = markdownOf(builtInAnswer(task, facts, origin))
  yield { content: markdown }
  return { markdown, html: cleanHtml(answerHtml(markdown, 'made')), source: 'built-in' }
}

/** Logs an error of ours, which may quote the question in its message. The adapter logs the failures of the model. */
function report({ log }: Deps, { label: model }: AssistantModel, error: unknown): void {
  if (error instanceof AssistantFailed) return
  log.error({ model, err: withoutText(error, 'the language model failed') }, 'the language model failed')
}

function closed(cause: unknown): AssistantFailed {
  return new AssistantFailed('closed', 'the answer was cancelled', { cause })
}

function failed(cause: unknown): AssistantFailed {
  return cause instanceof AssistantFailed ? cause : new AssistantFailed('failed', 'the answer failed', { cause })
}
