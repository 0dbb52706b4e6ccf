import { randomUUID } from 'node:crypto'
import { answerHtml } from '@waxseal/contract/answer-html'
import {
  fillPieces,
  hidePrivate,
  markdownOf,
  maskIn,
  maskPrivate,
  privateMarkdown,
  recordFinder,
  textsIn,
} from '@waxseal/core/assistant'
import type { Deps } from '../../deps.ts'
import { withoutText } from '../../errors.ts'
import { AssistantFailed, type AssistantModel } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import { type AccountForModel, accountForModel } from './account-tool.ts'
import { builtInAnswer } from './built-in.ts'
import { cleanHtml } from './clean-html.ts'
import { type Loaded, loadFacts } from './facts.ts'
import { outputTokensOf, promptOf } from './prompt.ts'
import type { Task } from './task.ts'
import { headerTexts, KnownScans, scanAsked, toolsFor } from './tools.ts'

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
  readAccount: ReadAccount
}

/** Loads the facts for a task. @throws Refusal `not_found`, `no_scan` */
export async function prepare(deps: Deps, actor: Actor, task: Task, readAccount: ReadAccount): Promise<Prepared> {
  return { actor, task, readAccount, ...(await loadFacts(deps, actor, task, readAccount)) }
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
  const hidden = hidePrivate(prepared.facts.account)
  const account = accountForModel(prepared.actor, prepared.readAccount, hidden.placeholders)
  const facts = { ...prepared.facts, account: hidden.value }
  const fill = fillPieces(account.placeholders, privateMarkdown)
  let written = ''
  let shown = ''
  try {
    for await (const piece of ask(deps, model, { ...prepared, facts }, { known, account, signal: options.signal })) {
      if (!('content' in piece)) {
        yield piece
        continue
      }
      written += piece.content
      // Without a private text there is nothing to fill in.
      const content = account.placeholders().texts.size === 0 ? piece.content : fill.next(piece.content)
      shown += content
      if (content !== '') yield { content }
    }
    const rest = fill.end()
    shown += rest
    if (rest !== '') yield { content: rest }
  } catch (error) {
    const reason = error instanceof AssistantFailed ? error.reason : 'failed'
    if (options.signal.aborted || reason === 'closed') throw closed(error)
    report(deps, model, error)
    if (options.streamed && written.trim() !== '') throw failed(error)
    written = ''
  }
  if (written.trim() === '') return yield* builtIn(prepared, 'model-failed')
  const html = cleanHtml(answerHtml(shown, recordFinder(known.records())))
  return { markdown: maskIn(written), html, source: 'model' }
}

function ask(
  deps: Deps,
  model: AssistantModel,
  { actor, task, facts, domains }: Prepared,
  { known, account, signal }: { known: KnownScans; account: AccountForModel; signal: AbortSignal },
): AsyncIterable<Piece> {
  const about = scanAsked(facts)
  for (const scan of about === null ? facts.scans : [about, ...facts.scans]) known.add(scan)
  known.addTexts([facts.domains, headerTexts(facts.header), textsIn(facts.account)])
  known.addQuotes(facts.dnsChanges)
  const shown = { ...facts, scan: about }
  return model.stream({
    ...promptOf(hiddenTask(task, account.hidden), { facts, shown }, randomUUID()),
    tools: { ...toolsFor(deps, actor, { facts: shown, domains }, known), ask_account: account.tool },
    maxOutputTokens: outputTokensOf(facts.scope),
    signal,
  })
}

/** What people typed, with placeholders for the private texts that were read. */
function hiddenTask(task: Task, hidden: AccountForModel['hidden']): Task {
  if (!('message' in task)) return task
  const history = task.history.map(turn => ({ ...turn, content: hidden(turn.content) }))
  return { ...task, message: hidden(task.message), history }
}

async function* builtIn(
  { task, facts }: Prepared,
  origin: 'no-model' | 'model-failed',
): AsyncGenerator<Piece, Answered> {
  const shown = markdownOf(builtInAnswer(task, facts, origin))
  yield { content: shown }
  // What is kept is the context of later questions, which a language model may get.
  const account = maskPrivate(facts.account)
  const markdown = account === null ? shown : markdownOf(builtInAnswer(task, { ...facts, account }, origin))
  return { markdown, html: cleanHtml(answerHtml(shown, 'made')), source: 'built-in' }
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
