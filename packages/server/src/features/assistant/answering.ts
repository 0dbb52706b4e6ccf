import { AssistantFailed } from '../../ports.ts'
import type { Piece } from './answer.ts'

/** What a client gets of a whole answer; a message of the chat has an id. */
export interface Completed {
  html: string
  id?: string
}

/** An answer that is being made. The first step is null: everything that may refuse it has been asked by then. */
export type Answering = AsyncGenerator<Piece | null, Completed>

/** Starts an answer. From then on its user must read it to its end or end it. @throws Refusal */
export async function started(answering: Answering): Promise<Answering> {
  await answering.next()
  return answering
}

/**
 * The same pieces until the signal fires, also when a piece never comes.
 *
 * @throws AssistantFailed `closed` when the signal fires first
 */
export async function* untilGone<P, R>(pieces: AsyncGenerator<P, R>, signal: AbortSignal): AsyncGenerator<P, R> {
  try {
    for (;;) {
      const step = await orGone(pieces.next(), signal)
      if (step.done) return step.value
      yield step.value
    }
  } finally {
    // Not awaited: an answer that ignores the signal ends later, or never.
    pieces[Symbol.asyncDispose]().then(null, () => {})
  }
}

function orGone<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new AssistantFailed('closed', 'the answer was cancelled'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const settled = () => signal.removeEventListener('abort', stop)
    work.then(resolve, reject).then(settled, settled)
  })
}
