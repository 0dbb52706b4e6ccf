import { randomUUID } from 'node:crypto'
import { answerHtml } from '@waxseal/contract/answer-html'
import {
  fillIn,
  type Grounds,
  markdownOf,
  maskIn,
  maskPrivate,
  privateMarkdown,
  recordFinder,
  sourcesNote,
  textsIn,
} from '@waxseal/core/assistant'
import { rank } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { withoutText } from '../../errors.ts'
import { AssistantFailed, type AssistantModel } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import { type AccountForModel, accountForModel } from './account-tool.ts'
import { analystForModel } from './analyst-tool.ts'
import { builtInAnswer } from './built-in.ts'
import { checkModel } from './check-model.ts'
import { cleanHtml } from './clean-html.ts'
import { type Loaded, loadFacts } from './facts.ts'
import { formerPeopleIn } from './former-people.ts'
import { ModelSources } from './model-sources.ts'
import { analystFor, outputTokensOf, promptOf } from './prompt.ts'
import { earlierQuestions, type Task } from './task.ts'
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

/**
 * Answers a task: by the language model, or by the built-in analyst if there is none, if it fails, or if it writes anything
 * that no tool returned for this answer. Gives the names of the tools as they are used, then the answer, and returns the
 * whole: nothing of a model is shown before all of it was checked (`docs/decisions/0085-answers-with-sources.md`).
 *
 * @param signal ends the answer, and the request to the provider of the model
 * @throws AssistantFailed when the signal fires
 */
export async function* answer(deps: Deps, prepared: Prepared, signal: AbortSignal): AsyncGenerator<Piece, Answered> {
  const model = deps.assistant
  if (model === null) return yield* builtIn(prepared, 'no-model')
  const asking = await newAsking(deps, prepared)
  let written = ''
  try {
    for await (const piece of ask(deps, model, asking, signal)) {
      if ('content' in piece) written += piece.content
      else yield piece
    }
  } catch (error) {
    const reason = error instanceof AssistantFailed ? error.reason : 'failed'
    if (signal.aborted || reason === 'closed') throw closed(error)
    report(deps, model, error)
    written = ''
  }
  if (written.trim() === '') return yield* builtIn(prepared, 'model-failed')
  const finder = recordFinder(asking.known.records())
  const { without, cited } = checkModel(written, groundsOf(asking), finder)
  if (without.length > 0) {
    for (const what of without) deps.metrics.modelContradicted(what)
    deps.log.info({ model: model.label, without }, 'an answer of the language model was not shown')
    return yield* builtIn(prepared, 'model-contradicted')
  }
  const note = sourcesNote(cited)
  const whole = note.length === 0 ? written : `${written.trimEnd()}\n\n${markdownOf(note)}`
  const shown = fillIn(whole, asking.account.placeholders(), privateMarkdown)
  yield { content: shown }
  return { markdown: maskIn(written), html: cleanHtml(answerHtml(shown, finder)), source: 'model' }
}

/** A task as a language model gets it, with what is known of what it gets. */
interface Asking extends Prepared {
  known: KnownScans
  sources: ModelSources
  account: AccountForModel
}

/**
 * Puts placeholders in place of private texts. Members, those who left and keys are read for every question: a person can name
 * them in one that is about something else.
 */
async function newAsking(deps: Deps, prepared: Prepared): Promise<Asking> {
  const { actor, task, readAccount, facts } = prepared
  const account = accountForModel(actor, readAccount)
  if ('message' in task) {
    account.hide(await readAccount(actor, ['members', 'keys']))
    account.hide(await formerPeopleIn(deps, actor, task, text => account.hidden(text) !== text))
  }
  const header = facts.header === null ? null : account.hideHeader(facts.header)
  return {
    ...prepared,
    facts: { ...facts, header, account: account.hide(facts.account) },
    task: hiddenTask(task, account.hidden),
    known: new KnownScans(),
    sources: new ModelSources(),
    account,
  }
}

function ask(deps: Deps, model: AssistantModel, asking: Asking, signal: AbortSignal): AsyncIterable<Piece> {
  const { actor, task, facts, domains, readAccount, known, sources, account } = asking
  const about = scanAsked(facts)
  for (const scan of about === null ? facts.scans : [about, ...facts.scans]) known.add(scan)
  known.addTexts([facts.domains, headerTexts(facts.header), textsIn(facts.account)])
  known.addQuotes(facts.dnsChanges)
  const shown = { ...facts, scan: about }
  const analyst = analystFor(task, facts)
  known.addAnswer(analyst)
  sources.addFacts(shown, markdownOf(analyst))
  const tools = { ...toolsFor(deps, actor, { facts: shown, domains }, known), ask_account: account.tool }
  return model.stream({
    ...promptOf(task, { analyst, shown }, randomUUID()),
    tools: sources.recorded(
      rank(facts.scope) > 0
        ? { ...tools, ask_analyst: analystForModel(deps, actor, { readAccount, account, known }) }
        : tools,
    ),
    maxOutputTokens: outputTokensOf(facts.scope),
    signal,
  })
}

function groundsOf({ task, facts, domains, sources }: Asking): Grounds {
  const unicode = facts.domains.flatMap(({ unicode: name }) => name ?? [])
  const scanned = facts.scan === null ? [] : [facts.scan.domain]
  return {
    sources: sources.all,
    questions: 'message' in task ? [...earlierQuestions(task.history), task.message] : [],
    own: new Set([...domains.map(({ name }) => name), ...unicode, ...scanned]),
    now: facts.now,
  }
}

/** What people typed, with placeholders for the private texts that were read. */
function hiddenTask(task: Task, hidden: AccountForModel['hidden']): Task {
  if (!('message' in task)) return task
  const history = task.history.map(turn => ({ ...turn, content: hidden(turn.content) }))
  return { ...task, message: hidden(task.message), history }
}

async function* builtIn(
  { task, facts }: Prepared,
  origin: 'no-model' | 'model-failed' | 'model-contradicted',
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
