import type { Paint } from '../paint.ts'
import type { OpenedDns } from '../scan-dns.ts'

/**
 * One command of the engine. The one-shot form (`waxseal spf tree example.com`) and the batch form
 * (`{"cmd":"spf.tree","args":{"domain":"example.com"}}`) run it with the same arguments and the same result.
 */
export interface Command {
  /** The batch name. Its parts between the dots are the words of the one-shot form. */
  name: string
  /** One line for `--help`. */
  summary: string
  args: Readonly<Record<string, ArgSpec>>
  /** Rejects with a `CommandError` when there is no result; any other error is a bug. */
  run: (input: Readonly<Record<string, unknown>>, context: CommandContext) => Promise<Outcome>
}

/** The result of a command: for programs, as text for people, and the exit code of the one-shot form. */
export interface Outcome {
  result: object
  text: (paint: Paint) => string
  /** 1: the result says that there was no answer. 3: below `--fail-under`. */
  exitCode: 0 | 1 | 3
}

/** Stable error codes for programs. */
export type ErrorCode = 'usage' | 'dns' | 'parse' | 'domain' | 'unknown-command'

/** Why there is no result: a stable code and a sentence for people. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The environment of a command. */
export interface CommandContext {
  signal: AbortSignal
  now: () => Date
  /** Provides DNS with these settings. Requests share sockets, never answers. */
  withDns: <T>(settings: DnsSettings, work: (dns: OpenedDns) => Promise<T>) => Promise<T>
  /** Progress for people, on a terminal only. */
  onProgress?: (line: string) => void
}

export interface DnsSettings {
  resolver: string | undefined
  direct: boolean | undefined
  dnsTimeoutMs: number | undefined
}

export interface ArgSpec {
  kind: 'text' | 'integer' | 'flag'
  about: string
  /** The name of the value in the help: `NAME`, `HOST:PORT`. */
  value?: string
  required?: true
  /** May be given without the option's name, in the order of the table. */
  positional?: true
  /** For the one-shot form only: changes the output or the exit code, not the result. */
  oneShot?: true
  /** Accepted, but not shown in the help: not implemented yet. */
  hidden?: true
  choices?: readonly string[]
  min?: number
  max?: number
}

type ValueOf<A extends ArgSpec> = A['kind'] extends 'integer'
  ? number
  : A['kind'] extends 'flag'
    ? boolean
    : A['choices'] extends readonly (infer C)[]
      ? C
      : string

/** The validated arguments of a command. */
export type Values<S extends Readonly<Record<string, ArgSpec>>> = {
  [K in keyof S]: S[K] extends { required: true } ? ValueOf<S[K]> : ValueOf<S[K]> | undefined
}

/** DNS arguments that every request accepts. */
export const dnsArgs = {
  resolver: {
    kind: 'text',
    value: 'HOST:PORT',
    about: 'Send every DNS question there and nowhere else. Several: separate them by commas.',
  },
  direct: { kind: 'flag', about: "With --resolver: still ask a zone's own servers where that settles a doubt." },
  dnsTimeoutMs: { kind: 'integer', value: 'MS', min: 1, max: 60_000, about: 'Bound one DNS question.' },
} as const satisfies Record<string, ArgSpec>

/** Longer texts are no domain, no record and no address. */
const textMax = 65_536

/** A row of the command table. Its arguments are validated before `run` gets them. */
export function command<const S extends Readonly<Record<string, ArgSpec>>>(definition: {
  name: string
  summary: string
  args: S
  run: (values: Values<S & typeof dnsArgs>, context: CommandContext) => Promise<Outcome>
}): Command {
  const { name, summary } = definition
  const args = { ...definition.args, ...dnsArgs }
  return { name, summary, args, run: async (input, context) => definition.run(checkArgs(args, input), context) }
}

function checkArgs<S extends Readonly<Record<string, ArgSpec>>>(
  args: S,
  input: Readonly<Record<string, unknown>>,
): Values<S> {
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(args, name)) throw new CommandError('usage', `unknown argument "${name.slice(0, 40)}"`)
  }
  const values: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries(args)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined
    if (given === undefined || given === null) {
      if (spec.required) throw new CommandError('usage', `"${name}" is missing`)
    } else {
      values[name] = checkArg(name, spec, given)
    }
  }
  return values as Values<S>
}

function checkArg(name: string, spec: ArgSpec, given: unknown): unknown {
  if (spec.kind === 'flag') {
    if (typeof given !== 'boolean') throw new CommandError('usage', `"${name}" must be true or false`)
    return given
  }
  if (spec.kind === 'integer') {
    const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec
    if (typeof given !== 'number' || !Number.isSafeInteger(given) || given < min || given > max)
      throw new CommandError('usage', `"${name}" must be a whole number from ${min} to ${max}`)
    return given
  }
  if (typeof given !== 'string') throw new CommandError('usage', `"${name}" must be a text`)
  if (given.length > textMax) throw new CommandError('usage', `"${name}" is longer than ${textMax} characters`)
  if (spec.choices && !spec.choices.includes(given))
    throw new CommandError('usage', `"${name}" must be one of ${spec.choices.join(', ')}`)
  return given
}
