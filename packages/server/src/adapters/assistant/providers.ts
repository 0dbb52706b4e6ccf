import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isStepCount, type LanguageModel, streamText, type ToolSet, tool } from 'ai'
import type { AssistantRequest, AssistantTool } from '../../ports.ts'
import { stepsMax } from './limits.ts'

// The package `ai` prints warnings to the console, past our log.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Where a model is. */
interface Place {
  provider: 'openai' | 'anthropic' | 'openai-compatible'
  model: string
  baseUrl: string | null
  apiKey: string | null
}

/** What one answer needs beside the question. */
interface Means {
  fetch: typeof globalThis.fetch
  signal: AbortSignal
  /** Runs a tool. It never rejects: the package would send the error to the provider. */
  run: (tool: AssistantTool, name: string, input: unknown) => Promise<string>
}

/** The parts of the answer, as the package `ai` names them. Nothing is retried: the built-in analyst answers sooner. */
export function ask(place: Place, request: AssistantRequest, { fetch, signal, run }: Means) {
  const tools: ToolSet = {}
  for (const [name, each] of Object.entries(request.tools)) {
    const execute = (input: unknown): Promise<string> => run(each, name, input)
    tools[name] = tool({ description: each.description, inputSchema: each.input, execute })
  }
  return streamText({
    model: modelAt(place, fetch),
    instructions: request.instructions,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    tools,
    stopWhen: isStepCount(stepsMax),
    // The last request must answer: another tool would end without a word.
    prepareStep: ({ stepNumber }) => (stepNumber === stepsMax - 1 ? { toolChoice: 'none' } : {}),
    maxOutputTokens: request.maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
    providerOptions: { openai: { store: false } },
    // Without it the package prints errors to the console. They come as parts, too.
    onError: () => {},
  }).stream
}

/** The addresses are explicit: the packages would read others from variables such as OPENAI_BASE_URL. */
function modelAt({ provider, model, baseUrl, apiKey }: Place, fetch: typeof globalThis.fetch): LanguageModel {
  const key = apiKey ?? ''
  if (provider === 'anthropic') {
    return createAnthropic({ apiKey: key, baseURL: baseUrl ?? 'https://api.anthropic.com/v1', fetch })(model)
  }
  if (provider === 'openai') {
    return createOpenAI({ apiKey: key, baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch }).chat(model)
  }
  const authorized = apiKey === null ? {} : { apiKey }
  return createOpenAICompatible({ name: provider, baseURL: baseUrl ?? '', ...authorized, fetch })(model)
}
