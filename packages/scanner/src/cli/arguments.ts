/** The table of arguments: how a command declares them, and what a line that does not fit it is told. */

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

export interface ArgSpec {
  /**
   * `json`: any value in batch, its JSON text in the one-shot form. `document`: a JSON object in batch, the name of a
   * file that has one in the one-shot form. `bytes`: base64 in batch; in the one-shot form the name of a file, or standard
   * input without one.
   */
  kind: 'text' | 'integer' | 'flag' | 'json' | 'document' | 'bytes'
  about: string
  /** The name of the value in the help: `NAME`, `HOST:PORT`. */
  value?: string
  required?: true
  /** May be given without the option's name, in the order of the table. */
  positional?: true
  /** For the one-shot form only: changes the output or the exit code, not the result. */
  oneShot?: true
  /** For `json`: text that is not JSON stays text, and null is a value. What a server answered may be anything. */
  asAnswered?: true
  choices?: readonly string[]
  /** The values the help shows where more are accepted than these. */
  offered?: readonly string[]
  min?: number
  max?: number
}

type ValueOf<A extends ArgSpec> = A['kind'] extends 'integer'
  ? number
  : A['kind'] extends 'flag'
    ? boolean
    : A['kind'] extends 'json'
      ? unknown
      : A['kind'] extends 'document'
        ? Readonly<Record<string, unknown>>
        : A['kind'] extends 'bytes'
          ? Uint8Array
          : A['choices'] extends readonly (infer C)[]
            ? C
            : string

/** The validated arguments of a command. */
export type Values<S extends Readonly<Record<string, ArgSpec>>> = {
  [K in keyof S]: S[K] extends { required: true } ? ValueOf<S[K]> : ValueOf<S[K]> | undefined
}

/** Longer texts are no domain, no record and no address. */
const textMax = 65_536

/** A message with its body. */
export const bytesMax = 16 * 1024 * 1024

/**
 * The checked arguments of a command.
 *
 * @throws CommandError `usage`: one is unknown, missing, or not of its kind.
 */
export function checkArgs<S extends Readonly<Record<string, ArgSpec>>>(
  args: S,
  input: Readonly<Record<string, unknown>>,
): Values<S> {
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(args, name)) throw new CommandError('usage', `unknown argument "${name.slice(0, 40)}"`)
  }
  const values: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries(args)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined
    if (given === undefined || (given === null && spec.asAnswered !== true)) {
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
  if (spec.kind === 'json') return typeof given === 'string' ? parsed(name, given, spec.asAnswered === true) : given
  if (spec.kind === 'document') {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw new CommandError('usage', `"${name}" must be a JSON object`)
    return given
  }
  if (spec.kind === 'bytes') return checkBytes(name, given)
  if (typeof given !== 'string') throw new CommandError('usage', `"${name}" must be a string`)
  if (given.length > textMax) throw new CommandError('usage', `"${name}" is longer than ${textMax} characters`)
  if (spec.choices && !spec.choices.includes(given))
    throw new CommandError('usage', `"${name}" must be one of ${spec.choices.join(', ')}`)
  return given
}

function checkBytes(name: string, given: unknown): Uint8Array {
  const bytes = given instanceof Uint8Array ? given : typeof given === 'string' ? Buffer.from(given, 'base64') : null
  if (bytes === null || (bytes.length === 0 && given !== '' && typeof given === 'string'))
    throw new CommandError('usage', `"${name}" must be base64`)
  if (bytes.length > bytesMax) throw new CommandError('usage', `"${name}" is larger than ${bytesMax / 1024 / 1024} MB`)
  return bytes
}

function parsed(name: string, text: string, asAnswered: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (asAnswered) return text
    throw new CommandError('usage', `"${name}" is not valid JSON`)
  }
}

/**
 * The usage line of a command: `NAME` is required, `[NAME]` is optional. With `choices` it shows the allowed values of an
 * argument that takes one of a list.
 */
export function usageOf(
  name: string,
  args: Readonly<Record<string, ArgSpec>>,
  show: 'names' | 'choices' = 'names',
): string {
  const words = Object.entries(args)
    .filter(([, { positional }]) => positional)
    .map(([arg, { value = arg.toUpperCase(), required, choices, offered = choices }]) => {
      const word = show === 'choices' ? (offered?.join('|') ?? value) : value
      return required ? word : `[${word}]`
    })
  return [...name.split('.'), ...words].join(' ')
}
