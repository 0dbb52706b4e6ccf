import { AssistantFailed } from '../../ports.ts'
import type { ModelTimeouts } from './limits.ts'

/** What the next part of an answer is awaited as. */
export type Awaited = 'first' | 'next' | 'tool'

/**
 * The parts of an answer, as long as each comes in time. The package `ai` has timeouts of its own, but it waits without
 * end for a tool that does not return, and counts no time before the response begins.
 *
 * @param after what is awaited after a part; null: the part does not count, such as the name of the model
 * @throws AssistantFailed `timeout`, or `closed` as soon as the signal fires
 */
export async function* inTime<Part>(
  parts: AsyncIterable<Part>,
  {
    timeouts: { totalMs, firstChunkMs, chunkMs, toolMs },
    signal,
    after,
  }: { timeouts: ModelTimeouts; signal: AbortSignal; after: (part: Part) => Awaited | null },
): AsyncGenerator<Part, void, undefined> {
  const limits: Record<Awaited, [ms: number, message: string]> = {
    first: [firstChunkMs, 'its first word took too long'],
    next: [chunkMs, 'it stalled'],
    // The model may write another call, and the tools run together.
    tool: [chunkMs + toolMs, 'it stalled'],
  }
  const ended = Promise.withResolvers<never>()
  // It is awaited only beside a part.
  ended.promise.catch(() => {})
  const fail = (message: string) => () => ended.reject(new AssistantFailed('timeout', message))
  const cancel = (): void => ended.reject(new AssistantFailed('closed', 'the request was cancelled'))
  const total = setTimeout(fail('the answer took too long'), totalMs)
  let timer: NodeJS.Timeout | undefined
  const wait = (next: Awaited): void => {
    clearTimeout(timer)
    const [ms, message] = limits[next]
    timer = setTimeout(fail(message), ms)
  }
  signal.addEventListener('abort', cancel, { once: true })
  const iterator = parts[Symbol.asyncIterator]()
  try {
    wait('first')
    while (true) {
      const { done, value } = await Promise.race([iterator.next(), ended.promise])
      if (done === true) return
      const next = after(value)
      if (next !== null) wait(next)
      yield value
    }
  } finally {
    clearTimeout(total)
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    // Not awaited: it may wait for the provider.
    iterator.return?.().catch(() => {})
  }
}
