/** How long a language model may take, in milliseconds. */
export interface ModelTimeouts {
  /** The whole answer, with its tools. */
  totalMs: number
  /** From a request to its first word or tool. */
  firstChunkMs: number
  /** Between two pieces. */
  chunkMs: number
  /** One tool. */
  toolMs: number
}

/**
 * A server with the API of OpenAI is often one's own machine, such as Ollama: it may load the model first, and read the
 * question slowly.
 */
export function modelTimeoutsOf(provider: 'openai' | 'anthropic' | 'openai-compatible'): ModelTimeouts {
  const isOwn = provider === 'openai-compatible'
  return {
    totalMs: isOwn ? 300_000 : 60_000,
    firstChunkMs: isOwn ? 60_000 : 10_000,
    chunkMs: 15_000,
    toolMs: 5_000,
  }
}

/** Requests for one answer: three with tools, and the last one without. */
export const stepsMax = 4

/** The length of an answer in UTF-16 code units; the rest is not read. */
export const answerMax = 20_000

/**
 * The size of one response in bytes. A piece of one token is some 300 bytes of JSON, so that this is five times what an
 * answer of `answerMax` needs.
 */
export const responseMax = 32 * 1024 * 1024

/** The size of an error response in bytes; only the vendor's code is read from it. */
export const errorMax = 64 * 1024

/** The longest time that a provider's `retry-after` keeps the adapter from asking, in milliseconds. */
export const pauseMax = 5 * 60_000
