import { z } from 'zod'
import { isInside, oneOf } from './env-values.ts'

const providers = ['openai', 'anthropic', 'openai-compatible'] as const

/** Which language model answers. */
export interface AssistantSettings {
  /** null: the built-in analyst answers everything. */
  assistant: {
    provider: (typeof providers)[number]
    /** As its provider names it. */
    model: string
    /** The URL before `/chat/completions` or `/messages`, without a slash at its end. null: that of the provider. */
    baseUrl: string | null
    /** null: requests have no key, as for Ollama. */
    apiKey: string | null
  } | null
}

/** The variables of the language model. */
export const assistantSettings = {
  AI_PROVIDER: oneOf(providers).optional(),
  AI_MODEL: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'is not the name of a model → use the name that the provider lists, such as gpt-4.1-mini')
    .optional(),
  AI_BASE_URL: z.string().transform(baseUrl).optional(),
  AI_API_KEY: z
    .string()
    .regex(/^[!-~]{1,1000}$/, 'is not an API key → use the key that the provider shows, without spaces')
    .optional(),
}

/** Those that may be in a file. */
export const assistantSecrets = ['AI_API_KEY'] as const

const schema = z.object(assistantSettings)
type Read = z.output<typeof schema>

/** What the settings of the language model lack, each as a line for the operator. */
export function assistantProblems(read: Read): string[] {
  const provider = read.AI_PROVIDER
  if (provider === undefined) {
    const alone = (['AI_MODEL', 'AI_BASE_URL', 'AI_API_KEY'] as const).filter(name => read[name] !== undefined)
    return alone.map(
      name => `AI_PROVIDER: is required with ${name} → set openai, anthropic or openai-compatible, or remove ${name}`,
    )
  }
  const problems: string[] = []
  if (read.AI_MODEL === undefined)
    problems.push(`AI_MODEL: is required with AI_PROVIDER → set the name of the model, such as ${examples[provider]}`)
  if (provider !== 'openai-compatible' && read.AI_API_KEY === undefined)
    problems.push(`AI_API_KEY: is required with AI_PROVIDER=${provider} → set a key of your account there`)
  if (provider === 'openai-compatible' && read.AI_BASE_URL === undefined) {
    problems.push(
      'AI_BASE_URL: is required with AI_PROVIDER=openai-compatible → set the URL of the API, such as http://localhost:11434/v1',
    )
  }
  return problems
}

const examples: Record<(typeof providers)[number], string> = {
  openai: 'gpt-4.1-mini',
  anthropic: 'claude-haiku-4-5',
  'openai-compatible': 'qwen3:8b',
}

/** The language model of settings without problems. */
export function assistantOf(read: Read): AssistantSettings {
  const { AI_PROVIDER: provider, AI_MODEL: model } = read
  if (provider === undefined || model === undefined) return { assistant: null }
  return { assistant: { provider, model, baseUrl: read.AI_BASE_URL ?? null, apiKey: read.AI_API_KEY ?? null } }
}

/**
 * The URL of an API. Plain HTTP only inside the machine or its network: questions, scans and the key are on it. The
 * problem never repeats the value, which may have a password.
 */
function baseUrl(value: string, context: z.RefinementCtx): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const isApi = url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(value)
  if (!isApi) {
    context.addIssue('is not the URL of an API → use scheme, host and path only, such as https://api.example.com/v1')
    return z.NEVER
  }
  if (url.username || url.password) {
    context.addIssue('has a user name or password → remove them, and set the key as AI_API_KEY')
    return z.NEVER
  }
  if (url.protocol === 'http:' && !isInside(url.hostname)) {
    context.addIssue(
      `sends questions and the key to ${url.hostname} without encryption → use https; http is only for this machine and private networks`,
    )
    return z.NEVER
  }
  return url.href.replace(/\/$/, '')
}
